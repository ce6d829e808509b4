import * as vscode from 'vscode';
import { describeError } from '../api/describeError';
import { ageWords } from '../ask/timeWords';

/** When a list was loaded, and why the last attempt failed. */
interface Loaded {
  fetchedAt?: number | undefined;
  error?: unknown;
  /** It is of an earlier session. */
  isFromBefore?: boolean;
}

/**
 * How old the rows of a view are before the first answer or after a failed refresh, and why it failed, unless the view of the instances says that
 * already; empty if they are up to date, or were never loaded. @param now milliseconds since the epoch
 */
export function staleWords(
  { fetchedAt, error, isFromBefore = false }: Loaded,
  now: number,
  saidAbove?: unknown,
): string {
  if (fetchedAt === undefined || (error === undefined && !isFromBefore)) return '';
  const words = ageWords(now - fetchedAt);
  if (error === undefined) return vscode.l10n.t('Last updated {0}.', words);
  const { message } = describeError(error);
  const isSaid = saidAbove !== undefined && describeError(saidAbove).message === message;
  return isSaid
    ? vscode.l10n.t('Last updated {0}.', words)
    : vscode.l10n.t('Last updated {0}. {1}', words, message);
}

/** Sets the line above a view's rows, if it is another one. */
export function showMessage(view: Pick<vscode.TreeView<unknown>, 'message'>, message: string): void {
  if (view.message !== message) view.message = message;
}
