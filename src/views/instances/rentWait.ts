import * as vscode from 'vscode';
import { withProgress } from '../../ask/notify';
import type { RentWait } from '../../stores/rentals/rentQueue';

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
