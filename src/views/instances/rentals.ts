import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { gpuTitle } from '../../ask/instanceName';
import { withProgress } from '../../ask/notify';
import type { RentWait } from '../../stores/rentals/rentQueue';
import { formatPerHour } from '../../domain/money/cost';
import { type ExpectedRental, type InstanceState, isShown } from '../../stores/instances/instanceChange';
import { unclearFor } from '../../stores/rentals/pendingRentals';
import { formatDate, formatFacts, formatLines } from '../../domain/format';

/** A row of the instances view: a rental that the list doesn't contain yet. */
export class ExpectedNode {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }
}

/** The newest first. */
export const shownRentals = ({ expected }: Pick<InstanceState, 'expected'>): ExpectedRental[] =>
  expected.filter(isShown).sort((a, b) => b.at - a.at);

export function expectedItem(rental: ExpectedRental, accountId: string): vscode.TreeItem {
  const { token, instanceId, label, gpuName, gpus, running, stopped } = rental;
  const gpu = gpuTitle({ gpu_name: gpuName, num_gpus: gpus });
  const title = plainText(label ?? '', 60) || gpu;
  const price = formatPerHour(running);
  const word = wordOf(rental);
  const number = instanceId === undefined ? '' : vscode.l10n.t('Instance {0}', instanceId);
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.None);
  item.id = `${accountId}/expected/${token}`;
  // What it waits for comes first, because a narrow view cuts off the rest.
  item.description = formatFacts(word, price, title === gpu ? '' : gpu);
  item.iconPath =
    rental.phase === 'unclear'
      ? new vscode.ThemeIcon('question', new vscode.ThemeColor('list.warningForeground'))
      : new vscode.ThemeIcon('loading~spin');
  item.contextValue = ';expected;';
  item.tooltip = formatLines(
    `${gpu} · ${word}`,
    rental.phase === 'unclear'
      ? vscode.l10n.t('This rental may have gone through. If the instance was created, it costs money.')
      : vscode.l10n.t('Created. The service’s list doesn’t show it yet.'),
    vscode.l10n.t('{0} while running; {1} when stopped', price, formatPerHour(stopped)),
    number,
  );
  item.accessibilityInformation = { label: [title, number, word, price].filter(Boolean).join(', ') };
  return item;
}

function wordOf({ phase, at }: ExpectedRental): string {
  if (phase !== 'unclear') return vscode.l10n.t('created, not listed yet');
  const end = formatDate(at + unclearFor, { hour: '2-digit', minute: '2-digit' });
  return vscode.l10n.t('may have been created; checking until {0}', end);
}

/** Shows that this window waits for another window's rental, with a button to stop waiting. */
export function showRentWait({ ended, cancel }: RentWait): void {
  const title = vscode.l10n.t('Waiting for another rental to finish…');
  void withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      const subscription = token.onCancellationRequested(cancel);
      await ended;
      subscription.dispose();
    },
  );
}
