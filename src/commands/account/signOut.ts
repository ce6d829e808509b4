import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { formatRate } from '../../domain/money/cost';
import { accountName } from '../../domain/account/accountName';
import { type Call, isAgreed, read } from '../call';
import type { Services } from '../../prompts/services';
import { type LeftBehind, leftBySignOut } from './leftBehind';
import { formatParagraphs } from '../../domain/format';

/**
 * Forgets an account and its key: `{accountId, confirmed}`, else the one in use. Its instances keep running and costing
 * money, so it asks while something is billed, or isn't known, and whenever the person isn't known to have begun it.
 */
export async function signOut(services: Services, call: Call): Promise<{ accountId: string } | undefined> {
  const wanted = read(call.arguments, 'accountId', z.optional(z.string()));
  const account = wanted
    ? services.accounts.accounts.find(({ id }) => id === wanted)
    : services.accounts.active;
  if (!account) return undefined;
  const nothing = isAgreed(call) ? undefined : { rate: undefined, notes: [keyOnly()] };
  const left = call.confirmed ? undefined : ((await leftBySignOut(services, account)) ?? nothing);
  if (left && !(await services.dialogs.confirm(question(accountName(account), left)))) return undefined;
  await services.accounts.remove(account.id);
  await services.sshEntries.sync();
  return { accountId: account.id };
}

const keyOnly = (): string => vscode.l10n.t('Your API key is removed from this computer.');

const question = (name: string, { rate, notes }: LeftBehind) => ({
  message: rate
    ? vscode.l10n.t('Sign out of {0} while {1} is being billed?', name, formatRate(rate))
    : vscode.l10n.t('Sign out of {0}?', name),
  detail: formatParagraphs(
    rate
      ? vscode.l10n.t('The rentals of {0} are kept and still cost money, and you won’t see them here.', name)
      : '',
    ...notes,
  ),
  yes: vscode.l10n.t('Sign Out'),
});
