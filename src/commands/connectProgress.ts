import * as vscode from 'vscode';
import { ProbeError } from '../ssh/probe';
import { TunnelError } from '../ssh/tunnel';
import { isAborted } from '../api/errors';

export interface Progress {
  signal: AbortSignal;
  report: (message: string) => void;
}

/** Runs a wait with a notification that shows the service's own words and can be cancelled; undefined then. */
export async function withCancellableProgress<T>(
  title: string,
  task: (progress: Progress) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const subscription = token.onCancellationRequested(() => abort.abort());
      try {
        return await task({ signal: abort.signal, report: (message) => progress.report({ message }) });
      } catch (error) {
        if (abort.signal.aborted && (isAborted(error) || wasCut(error))) return undefined;
        throw error;
      } finally {
        subscription.dispose();
      }
    },
  );
}

const wasCut = (error: unknown): boolean =>
  (error instanceof ProbeError && error.code === 'aborted') ||
  (error instanceof TunnelError && error.status === 'aborted');
