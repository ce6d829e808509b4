import * as vscode from 'vscode';
import { fewNames, instanceName } from '../../ask/instanceName';
import { bidOf, formatBid } from '../../domain/instances/bid';
import { formatRate, formatPerHour, sumOfCosts } from '../../domain/money/cost';
import { burnRate, hourlyCost } from '../../domain/money/rate';
import type { NewsKind } from '../../domain/instances/instanceNews';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance, Snapshot } from '../../domain/instances/sharedInstance';
import { settings } from '../../stores/settings';
import { type Button, showInfo, showWarning, showWith } from '../../ask/notify';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAboutId } from '../../ask/accountSentences';
import { switchingTo } from '../inAccount';
import { buttonsFor, showInstances } from './instanceButtons';
import type { NewsStores } from './newsNotifier';

/** Notifies of what is new in a list, where no other window has and its setting is on. */
export async function tellNews(
  { accounts, news, log, pendingStart, queuedStart, slowStart }: NewsStores,
  accountId: string,
  list: Snapshot,
): Promise<void> {
  const marks = await Promise.all([pendingStart, queuedStart, slowStart].map((some) => some.list(accountId)));
  const awaited = new Set(marks.flatMap((some) => [...some.keys()]));
  const found = await news.take(accountId, list, awaited);
  for (const { kind, instance } of found) log.info(`Instance ${instance.id}: ${kind}.`);
  for (const [kind, some] of Map.groupBy(found, (one) => one.kind))
    if (settings.notifications.isOn(kind))
      void showNews(
        accounts,
        accountId,
        kind,
        some.map(({ instance }) => instance),
      );
}

/** Notifies of instances with the same event, with costs and the buttons that help. */
async function showNews(
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>,
  accountId: string,
  kind: NewsKind,
  instances: readonly SharedInstance[],
): Promise<void> {
  const [first] = instances;
  const isOne = instances.length === 1 && first !== undefined;
  const text = isOne ? sentence(kind, first) : ofSeveral(kind, instances);
  const buttons = isOne ? buttonsOf(kind, first) : [showInstances()];
  await showWith(
    kind === 'runningAgain' ? showInfo : showWarning,
    sentenceAboutId(accounts, accountId, text),
    buttons.map((button) => switchingTo(accounts, accountId, button)),
  );
}

function sentence(kind: NewsKind, instance: SharedInstance): string {
  const name = instanceName(instance);
  const { running, stopped, now } = hourlyCost(instance);
  const { phase, word, explanation = word } = lifecycleOf(instance);
  switch (kind) {
    case 'outbid':
      return vscode.l10n.t(
        '{0} was stopped: someone bid more than your bid of {1}. Its disk still costs {2}.',
        name,
        formatBid(bidOf(instance)),
        formatPerHour(stopped),
      );
    case 'crashed':
      if (phase === 'failed') return neverStarted(instance);
      return vscode.l10n.t(
        '{0} crashed: {1} Its disk costs {2} until you destroy it.',
        name,
        withPeriod(explanation),
        formatPerHour(stopped),
      );
    case 'hostOffline':
      return vscode.l10n.t(
        '{0} can’t be reached: {1} It costs {2} until you destroy it.',
        name,
        withPeriod(explanation),
        formatRate(now),
      );
    case 'frozen':
      return vscode.l10n.t('{0} is frozen. Its GPU is still billed, {1}.', name, formatPerHour(running));
    case 'runningAgain':
      return vscode.l10n.t('{0} is running again, for {1}.', name, formatPerHour(running));
  }
}

/** It failed before it ran. */
export function neverStarted(instance: SharedInstance): string {
  const { word, explanation = word } = lifecycleOf(instance);
  return vscode.l10n.t(
    '{0} didn’t start ({1}). Its disk costs {2} until you destroy it.',
    instanceName(instance),
    inParentheses(explanation),
    formatPerHour(hourlyCost(instance).stopped),
  );
}

/** A host's message may end in anything. */
const withPeriod = (text: string): string => (/[.!?…。！？]$/.test(text) ? text : `${text}.`);

/** A sentence within another one. */
export const inParentheses = (text: string): string => text.replace(/[.。]$/, '');

function buttonsOf(kind: NewsKind, instance: SharedInstance): readonly Button[] {
  if (kind === 'runningAgain') return buttonsFor.running(instance);
  const isStart = lifecycleOf(instance).phase === 'failed';
  return buttonsFor[isStart ? 'notStarted' : kind](instance);
}

function ofSeveral(kind: NewsKind, instances: readonly SharedInstance[]): string {
  const count = instances.length;
  const list = fewNames(instances.map(instanceName));
  const { running, stopped } = sumOfCosts(instances.map(hourlyCost));
  return {
    outbid: vscode.l10n.t(
      '{0} instances were outbid and stopped: {1}. Their disks still cost {2}.',
      count,
      list,
      formatPerHour(stopped),
    ),
    crashed: vscode.l10n.t(
      '{0} instances crashed: {1}. Their disks cost {2} until you destroy them.',
      count,
      list,
      formatPerHour(stopped),
    ),
    hostOffline: vscode.l10n.t(
      '{0} instances can’t be reached: {1}. They cost {2} until you destroy them.',
      count,
      list,
      formatRate(burnRate(instances)),
    ),
    frozen: vscode.l10n.t(
      '{0} instances are frozen: {1}. Their GPUs are still billed, {2}.',
      count,
      list,
      formatPerHour(running),
    ),
    runningAgain: vscode.l10n.t(
      '{0} instances are running again, for {2}: {1}.',
      count,
      list,
      formatPerHour(running),
    ),
  }[kind];
}
