import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseBaseUrl } from '../../api/baseUrl';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { showStatus } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import { type Call, isAgreed, read } from '../call';
import { accountName } from '../../domain/account/accountName';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import type { Account } from '../../stores/account/accountFiles';
import { settings } from '../../stores/settings';

/** Switches to another signed-in account in all windows. */
export async function switchAccount(
  services: Pick<Services, 'accounts' | 'dialogs'>,
  call: Call,
): Promise<{ accountId: string } | undefined> {
  const wanted = read(call.arguments, 'accountId', z.optional(z.string()));
  const { accounts } = services.accounts;
  const id = wanted ?? (await pickAccount(accounts, services.accounts.active));
  if (id === undefined) return undefined;
  if (id === addKey) return callCommand<{ accountId: string } | undefined>('signIn');
  const account = accounts.find((one) => one.id === id);
  if (!account) throw new LocalError('invalid_input', vscode.l10n.t('This account isn’t signed in.'));
  if (wanted !== undefined && !isAgreed(call) && !(await maySwitch(services, account))) return undefined;
  await services.accounts.switchTo(id);
  if (call.interactive) showStatus('check', vscode.l10n.t('Switched to {0}', accountName(account)), 5000);
  return { accountId: id };
}

const maySwitch = ({ dialogs }: Pick<Services, 'dialogs'>, account: Account): Promise<boolean> =>
  dialogs.confirm({
    message: vscode.l10n.t('Switch to {0}?', accountName(account)),
    detail: vscode.l10n.t('It’s then in use in all windows, and pays for what you rent.'),
    yes: vscode.l10n.t('Switch'),
  });

const addKey = '';

async function pickAccount(
  accounts: readonly Account[],
  active: Account | undefined,
): Promise<string | undefined> {
  const rows = accounts.map(({ id, email, userId, baseUrl }) => ({
    id,
    label: `${id === active?.id ? '$(check) ' : ''}${plainText(email ?? '', 80) || userId}`,
    description: new URL(baseUrl).host,
  }));
  const add = { id: addKey, label: vscode.l10n.t('$(add) Add Account…'), description: '' };
  return (await pickOne([...rows, add], { title: vscode.l10n.t('Switch Account') }))?.id;
}

/** Loads the account in use again: credit, two-factor state. */
export async function refreshAccount({ users }: Pick<Services, 'users'>): Promise<void> {
  await users.refresh();
}

/**
 * Opens the web console of the account in use, for what is only possible there: payments, keys, support. Nobody is
 * signed in who still needs a key; then it is the console of new sign-ins.
 */
export async function openConsole({ accounts }: Pick<Services, 'accounts'>): Promise<{ opened: boolean }> {
  const address = accounts.active?.baseUrl ?? parseBaseUrl(settings.baseUrl).url;
  return { opened: await vscode.env.openExternal(vscode.Uri.parse(address)) };
}
