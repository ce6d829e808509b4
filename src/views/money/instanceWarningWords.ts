import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { dateAndTime, timeWords } from '../../ask/timeWords';
import { formatNumber } from '../../domain/format';
import { formatBid } from '../../domain/instances/bid';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatDuration } from '../../domain/instances/uptime';
import { formatPerHour, formatSum, sumOfCosts } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import type { WarningKind } from '../../domain/money/warnings/warning';
import {
  buttonsFor,
  changeBid,
  copyFrom,
  destroy,
  openTerminal,
  rentAnother,
  scheduleStop,
  start,
  stop,
} from '../instances/instanceButtons';
import { lacksSsh } from '../instances/instanceNodes';
import { inParentheses } from '../instances/newsMessage';
import { spanWords } from '../stops/stopWords';
import { sumOf, type WarningTable } from './warningRow';

const nameOf = ({ instance }: { instance: SharedInstance }): string => instanceName(instance);
const costsOf = (all: readonly { instance: SharedInstance }[]) =>
  sumOfCosts(all.map(({ instance }) => hourlyCost(instance)));

/** In the order in which they are shown. */
export const instanceWarningWords: WarningTable<Exclude<WarningKind, 'unusedVolume' | 'lowCredit'>> = {
  fullDisk: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, used, size }) =>
      vscode.l10n.t(
        'The disk of {0} is almost full: {1} of {2} GB are used. Programs that write to a full disk fail.',
        instanceName(instance),
        formatNumber(used, 1),
        formatNumber(size, 0),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'The disks of {0} instances are almost full: {1}. Programs that write to a full disk fail.',
        all.length,
        list,
      ),
    buttons: ({ instance }, { showDetails }) => [
      ...(lacksSsh(instance) ? [] : [openTerminal(instance), copyFrom(instance)]),
      { title: vscode.l10n.t('Show Details'), run: () => showDetails(instance) },
    ],
  },
  idleGpu: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, since }, now) =>
      vscode.l10n.t(
        'The GPU of {0} has been idle for {1}. It costs {2}.',
        instanceName(instance),
        spanWords((now - since) / 60_000),
        formatPerHour(hourlyCost(instance).running),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'The GPUs of {0} instances are idle. They cost {1}: {2}.',
        all.length,
        formatPerHour(costsOf(all).running),
        list,
      ),
    buttons: ({ instance }, { mute }) => [
      stop(instance),
      scheduleStop(instance),
      {
        title: vscode.l10n.t('Don’t Warn for This Instance'),
        run: () => mute(instance),
        forAnyAccount: true,
      },
    ],
  },
  notRunning: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, since }, now) => {
      const { word, explanation = word } = lifecycleOf(instance);
      return vscode.l10n.t(
        '{0} has been starting for {1} and isn’t running yet ({2}). Its disk costs {3} until you destroy it.',
        instanceName(instance),
        spanWords((now - since) / 60_000),
        inParentheses(explanation),
        formatPerHour(hourlyCost(instance).stopped),
      );
    },
    several: (all, list) =>
      vscode.l10n.t(
        '{0} instances have been starting for a long time and aren’t running yet: {1}. Their disks cost {2} until you destroy them.',
        all.length,
        list,
        formatPerHour(costsOf(all).stopped),
      ),
    buttons: ({ instance }) => buttonsFor.notStarted(instance),
  },
  lowBid: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, bid, lowest }) =>
      vscode.l10n.t(
        'Your bid of {0} for {1} is below the lowest bid now, {2}. It may be stopped at any time.',
        formatBid(bid),
        instanceName(instance),
        formatBid(lowest),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'Your bids for {0} instances are below the lowest bids now: {1}. They may be stopped at any time.',
        all.length,
        list,
      ),
    buttons: ({ instance }) => [changeBid(instance)],
  },
  priceRise: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, before, price }) =>
      vscode.l10n.t(
        'The price of {0} rose from {1} to {2}.',
        instanceName(instance),
        formatPerHour(before),
        formatPerHour(price),
      ),
    several: (all, list) => vscode.l10n.t('The prices of {0} instances rose: {1}.', all.length, list),
    buttons: ({ instance }, { showDetails }) => [
      { title: vscode.l10n.t('Show Details'), run: () => showDetails(instance) },
      ...(lifecycleOf(instance).can.stop ? [stop(instance)] : []),
    ],
  },
  endsSoon: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, ends }, now) =>
      vscode.l10n.t(
        'The rental of {0} ends in {1}, at {2}. Copy what you need before then.',
        instanceName(instance),
        formatDuration((ends - now) / 1000),
        timeWords(ends, now),
      ),
    several: (all, list) =>
      vscode.l10n.t('{0} rentals end soon: {1}. Copy what you need before then.', all.length, list),
    buttons: ({ instance }) => [
      ...(lifecycleOf(instance).phase === 'running' && !lacksSsh(instance) ? [openTerminal(instance)] : []),
      rentAnother(instance),
    ],
  },
  stoppedDisk: {
    view: 'instances',
    name: nameOf,
    one: ({ instance, since, cost }) =>
      vscode.l10n.t(
        '{0} is stopped, but its disk has cost {1} since {2} and still costs {3}.',
        instanceName(instance),
        formatSum(cost),
        dateAndTime(since / 1000),
        formatPerHour(hourlyCost(instance).stopped),
      ),
    several: (all, list) =>
      vscode.l10n.t(
        'The disks of {0} stopped instances have cost {1} since they were stopped and still cost {2}: {3}.',
        all.length,
        sumOf(all),
        formatPerHour(costsOf(all).stopped),
        list,
      ),
    buttons: ({ instance }) => [destroy(instance), start(instance)],
  },
};
