import * as vscode from 'vscode';
import { instanceName } from '../connect/instanceName';
import { showInfo, showWarning } from '../connect/notify';
import { bidOf, formatBid } from '../domain/bid';
import { formatPerHour, hourlyCost } from '../domain/cost';
import { lifecycleOf } from '../domain/lifecycle';
import type { SharedInstance } from '../domain/sharedInstance';
import { settings } from '../stores/settings';
import { buttonsFor, runButton } from './instanceButtons';

/** What became of an instance whose start a person waits for. */
export interface StartOutcome {
  /** `queued`: it waits for its GPU; `slow`: it takes unusually long. Both may still come up. */
  kind: 'running' | 'hopeless' | 'queued' | 'slow';
  instance: SharedInstance;
}

/** The account of the instance. */
export interface OutcomeAccount {
  /** Names it in a sentence where several are signed in. */
  about: (text: string) => string;
  /** Does what a button stands for while it is in use. */
  run: (press: () => Thenable<unknown>) => Thenable<unknown>;
}

/** Shows it with what helps. */
export async function showStartOutcome(outcome: StartOutcome, { about, run }: OutcomeAccount): Promise<void> {
  const { instance, kind } = outcome;
  if (!settings.notifications.isOn(kind === 'running' ? 'started' : 'notStarted')) return;
  const buttons =
    kind === 'running' || kind === 'queued' ? buttonsFor[kind](instance) : buttonsFor.notStarted();
  const show = kind === 'running' || kind === 'queued' ? showInfo : showWarning;
  const pressed = await show(about(sentence(outcome)), ...buttons.map(({ title }) => title));
  const button = buttons.find(({ title }) => title === pressed);
  if (button) await run(() => runButton(button, instance));
}

function sentence({ kind, instance }: StartOutcome): string {
  const { running, stopped } = hourlyCost(instance);
  const name = instanceName(instance);
  const { word, explanation = word } = lifecycleOf(instance);
  switch (kind) {
    case 'running':
      return vscode.l10n.t('{0} is running, for {1}.', name, formatPerHour(running));
    case 'hopeless':
      return vscode.l10n.t(
        '{0} didn’t start ({1}). Its disk costs {2} until you destroy it.',
        name,
        explanation,
        formatPerHour(stopped),
      );
    case 'queued':
      if (instance.is_bid)
        return vscode.l10n.t(
          '{0} is waiting for its GPU: someone bid more than your bid of {1}. Until it starts, only its disk is billed ({2}).',
          name,
          formatBid(bidOf(instance)),
          formatPerHour(stopped),
        );
      return vscode.l10n.t(
        '{0} is waiting for its GPU, which someone else is using. Until it starts, only its disk is billed ({1}).',
        name,
        formatPerHour(stopped),
      );
    case 'slow':
      return vscode.l10n.t(
        '{0} isn’t running yet ({1}). Most instances need one to five minutes.',
        name,
        explanation,
      );
  }
}
