import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { showInfo, showWarning, showWith } from '../../ask/notify';
import { bidOf, formatBid } from '../../domain/instances/bid';
import { formatPerHour, formatRate } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { settings } from '../../stores/settings';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import { sentenceAbout } from '../../ask/accountSentences';
import { inAccount } from '../inAccount';
import { buttonsFor } from './instanceButtons';
import { inParentheses, neverStarted } from './newsMessage';

/** What became of an instance whose start a person waits for. */
export interface StartOutcome {
  /**
   * `queued`: it waits for its GPU; `slow`: it takes unusually long. Both may still come up. `stoppedAgain`: it is to be
   * stopped, although nobody here has asked for that; `leftQueue`: the same, of one that waited for its GPU.
   */
  kind: 'running' | 'hopeless' | 'queued' | 'slow' | 'stoppedAgain' | 'leftQueue';
  instance: SharedInstance;
}

/** Shows it with what helps. @param account undefined if it was signed out meanwhile */
export async function showStartOutcome(
  outcome: StartOutcome,
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>,
  account: Account | undefined,
): Promise<void> {
  const { instance, kind } = outcome;
  if (!settings.notifications.isOn(kind === 'running' ? 'started' : 'notStarted')) return;
  const isFailing = kind === 'hopeless' || kind === 'slow';
  const buttons = buttonsFor[isFailing ? 'notStarted' : kind](instance);
  const show = kind === 'running' || kind === 'queued' ? showInfo : showWarning;
  const text = sentence(outcome);
  if (!account) return showWith(show, text, buttons);
  const inIts = buttons.map(({ title, run }) => ({
    title,
    run: () => inAccount(accounts, account, instanceName(instance), run),
  }));
  await showWith(show, sentenceAbout(accounts, account, text), inIts);
}

function sentence({ kind, instance }: StartOutcome): string {
  const { running, stopped, now } = hourlyCost(instance);
  const name = instanceName(instance);
  const { word, explanation = word, billing } = lifecycleOf(instance);
  switch (kind) {
    case 'running':
      return vscode.l10n.t('{0} is running, for {1}.', name, formatPerHour(running));
    case 'hopeless':
      if (billing === 'disk') return neverStarted(instance);
      return vscode.l10n.t(
        '{0} didn’t start ({1}). It costs {2} until you destroy it.',
        name,
        inParentheses(explanation),
        formatRate(now),
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
        '{0} didn’t start: it is stopped. Its disk costs {1} until you destroy it.',
        name,
        formatPerHour(stopped),
      );
    case 'slow':
      return vscode.l10n.t(
        '{0} isn’t running yet ({1}). Most instances need one to five minutes.',
        name,
        inParentheses(explanation),
      );
  }
}
