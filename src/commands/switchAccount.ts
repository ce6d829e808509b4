import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import type { Account } from '../stores/accountFiles';
import { pick } from '../views/wizard/steps';
import { type Call, read } from './call';
import type { Services } from './services';

/** Makes another signed-in account the one in use, in all windows. */
export async function switchAccount(
  services: Services,
  call: Call,
): Promise<{ accountId: string } | undefined> {
  const wanted = read(call.arguments, 'accountId', z.optional(z.string()));
  const { accounts } = services.accounts;
  const id = wanted ?? (await pickAccount(accounts, services.accounts.active));
  if (id === undefined) return undefined;
  if (id === addKey) return vscode.commands.executeCommand('gpuRental.signIn');
  if (!accounts.some((account) => account.id === id)) {
    throw new ApiError('invalid_request', vscode.l10n.t('This account is not signed in.'));
  }
  await services.accounts.switchTo(id);
  return { accountId: id };
}

const addKey = '';

async function pickAccount(
  accounts: readonly Account[],
  active: Account | undefined,
): Promise<string | undefined> {
  const rows = accounts.map(({ id, email, userId, baseUrl }) => ({
    id,
    label: `${id === active?.id ? '$(check) ' : ''}${email ?? userId}`,
    description: new URL(baseUrl).host,
  }));
  const add = { id: addKey, label: vscode.l10n.t('$(add) Add an account…'), description: '' };
  const step = await pick([...rows, add], { title: vscode.l10n.t('Switch Account') });
  return step.kind === 'done' ? step.value.item?.id : undefined;
}
