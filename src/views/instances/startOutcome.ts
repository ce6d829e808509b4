import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { showInfo, showWarning } from '../../ask/notify';
import { bidOf, formatBid } from '../../domain/instances/bid';
import { formatPerHour, formatRate, hourlyCost } from '../../domain/money/cost';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { settings } from '../../stores/settings';
import type { OutcomeAccount } from '../inAccount';
import { buttonsFor, runButton } from './instanceButtons';

/** What became of an instance whose start a person waits for. */
export interface StartOutcome {
  /**
   * `queued`: it waits for its GPU; `slow`: it takes unusually long. Both may still come up. `stoppedAgain`: it is to be
   * stopped, although nobody here has asked for that; `leftQueue`: the same, of one that waited for its GPU.
   */
  kind: 'running' | 'hopeless' | 'queued' | 'slow' | 'stoppedAgain' | 'leftQueue';
  instance: SharedInstance;
}

/** Shows it with what helps. */
export async function showStartOutcome(outcome: StartOutcome, { about, run }: OutcomeAccount): Promise<void> {
  const { instance, kind } = outcome;
  if (!settings.notifications.isOn(kind === 'running' ? 'started' : 'notStarted')) return;
  const buttons =
    kind === 'hopeless' || kind === 'slow' ? buttonsFor.notStarted() : buttonsFor[kind](instance);
  const show = kind === 'running' || kind === 'queued' ? showInfo : showWarning;
  const pressed = await show(about(sentence(outcome)), ...buttons.map(({ title }) => title));
  const button = buttons.find(({ title }) => title === pressed);
  if (button) await run(() => runButton(button, instance));
}

function sentence({ kind, instance }: StartOutcome): string {
  const { running, stopped, now } = hourlyCost(instance);
  const name = instanceName(instance);
  const { word, explanation = word, billing } = lifecycleOf(instance);
  switch (kind) {
    case 'running':
      return vscode.l10n.t('{0} is running, for {1}.', name, formatPerHour(running));
    case 'hopeless':
      if (billing !== 'disk')
        return vscode.l10n.t(
          '{0} didn’t start ({1}). It costs {2} until you destroy it.',
          name,
          explanation,
          formatRate(now),
        );
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
    case 'leftQueue':
      return vscode.l10n.t(
        '{0} no longer waits for its GPU: the service has stopped it again. Its disk costs {1} until you destroy it.',
        name,
        formatPerHour(stopped),
      );
    case 'stoppedAgain':
      return vscode.l10n.t(
        '{0} was stopped before it ran. Its disk costs {1} until you destroy it.',
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
