import * as vscode from 'vscode';
import { CancelledError } from '../api/cancelled';
import { withProgress } from '../ask/notify';

export interface Progress {
  signal: AbortSignal;
  report: (message: string) => void;
}

/** Runs a task with a progress notification that can be cancelled; undefined if it was. */
export async function withCancellableProgress<T>(
  title: string,
  task: (progress: Progress) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (report, token) => {
      const subscription = token.onCancellationRequested(() => abort.abort());
      try {
        return await task({ signal: abort.signal, report });
      } catch (error) {
        if (abort.signal.aborted && error instanceof CancelledError) return undefined;
        throw error;
      } finally {
        subscription.dispose();
      }
    },
  );
}
