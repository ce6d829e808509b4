import * as vscode from 'vscode';
import { parseBaseUrl } from '../../api/baseUrl';
import { settings } from '../../stores/settings';
import type { Services } from '../../prompts/services';

/**
 * Opens the web console of the account in use, for what is only possible there: payments, keys, support. Nobody is
 * signed in who still needs a key; then it is the console of new sign-ins.
 */
export async function openConsole({ accounts }: Pick<Services, 'accounts'>): Promise<{ opened: boolean }> {
  const address = accounts.active?.baseUrl ?? parseBaseUrl(settings.baseUrl).url;
  return { opened: await vscode.env.openExternal(vscode.Uri.parse(address)) };
}
