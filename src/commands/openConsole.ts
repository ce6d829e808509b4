import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { Services } from './services';

/** Opens the web console of the account in use, for what only it can do: payments, keys, support. */
export async function openConsole({ accounts }: Services): Promise<{ opened: boolean }> {
  if (!accounts.active) throw new ApiError('unauthorized', vscode.l10n.t('You are not signed in.'));
  return { opened: await vscode.env.openExternal(vscode.Uri.parse(accounts.active.baseUrl)) };
}
