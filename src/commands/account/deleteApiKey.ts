import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { PersonCall } from '../../ask/caller';
import { ApiError } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { sayLate, showInfo, showWarning } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import { formatRate } from '../../domain/money/cost';
import type { Account } from '../../stores/account/accountFiles';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { ApiKeyNode } from '../../views/account/accountNodes';
import { pickOne } from '../../prompts/steps';
import { type Call, read } from '../call';
import { keyName, keyRow, type ListedKey, readKeys } from '../../prompts/account/knownKeys';
import type { Services } from '../../prompts/services';
import { leftBySignOut } from './leftBehind';
import { callCommand } from '../../commandNames';

export interface ApiKeyDeleted {
  id: number;
  /** Whether it was the key in use. Its account is then signed out here. */
  signedOut: boolean;
}

/** Deletes an API key: it stops working at once, wherever it is used. */
export async function deleteApiKey(services: Services, call: Call): Promise<ApiKeyDeleted | undefined> {
  const { account } = accountInUse(services.accounts);
  const client = services.accounts.clientOf(account.id);
  const key = await wantedKey(services, account, call);
  if (key?.id === undefined) return undefined;
  if (!call.confirmed && !(await agree(services, account, key))) return undefined;
  mustBeInUse(services.accounts, { account });
  const deleting = client.apiKeys.delete(key.id).then(() => signOutIfDead(services, account, key));
  const title = vscode.l10n.t('Deleting API key…');
  const signedOut = await sayLate(call.interactive && title, deleting);
  if (signedOut) void notifySignedOut(account, key);
  else if (call.interactive)
    void showInfo(vscode.l10n.t('The API key “{0}” of {1} was deleted.', keyName(key), accountName(account)));
  return { id: key.id, signedOut };
}

/** The question is about a key from the service's list. Only a row of that list isn't looked up again. */
async function wantedKey(
  services: Pick<Services, 'accounts' | 'features'>,
  account: Account,
  call: Call,
): Promise<ListedKey | undefined> {
  const { row } = call.arguments;
  if (row instanceof ApiKeyNode) return row.key;
  const id = read(call.arguments, 'id', z.optional(z.int()));
  if (id !== undefined && call.confirmed) return { id };
  const listed = readKeys(services, account);
  if (id === undefined) return pickKey(account, listed);
  const title = vscode.l10n.t('Loading API keys…');
  const key = (await sayLate(call.interactive && title, listed)).find((one) => one.id === id);
  if (!key) throw new LocalError('not_found', vscode.l10n.t('The account has no API key with ID {0}.', id));
  return key;
}

async function pickKey(account: Account, listed: Promise<ListedKey[]>): Promise<ListedKey | undefined> {
  const picked = await pickOne(
    listed.then((keys) => keys.map(keyRow)),
    {
      title: vscode.l10n.t('Delete API Key of {0}', accountName(account)),
      placeholder: vscode.l10n.t('Select the key to delete. You’ll be asked to confirm'),
      waiting: vscode.l10n.t('Loading…'),
    },
  );
  return picked?.key;
}

async function agree(services: Services, account: Account, key: ListedKey): Promise<boolean> {
  const { dialogs } = services;
  const name = accountName(account);
  const message = vscode.l10n.t('Delete the API key “{0}” of {1}?', keyName(key), name);
  const everywhere = vscode.l10n.t('Everything that uses it will stop working.');
  const left = key.inUse === false ? [] : await leftLines(services, account);
  if (!key.inUse) {
    const here =
      key.inUse === false
        ? vscode.l10n.t('This key isn’t in use here.')
        : vscode.l10n.t(
            'It’s not known whether this key is in use here. If it is, you’ll be signed out of {0}.',
            name,
          );
    return dialogs.confirm({
      message,
      detail: [everywhere, here, ...left].join('\n'),
      yes: vscode.l10n.t('Delete Key'),
      warns: true,
    });
  }
  const replace = vscode.l10n.t('Replace It First…');
  const remove = vscode.l10n.t('Delete and Sign Out');
  const chosen = await dialogs.choose({
    message,
    warns: true,
    detail: [
      vscode.l10n.t('This key is in use here. Deleting it signs you out of {0}.', name),
      ...left,
      everywhere,
    ].join('\n'),
    options: [replace, remove],
  });
  if (chosen === replace) await callCommand('replaceApiKey', new PersonCall({}));
  return chosen === remove;
}

/** What the person would no longer see, and what is no longer carried out. */
async function leftLines(services: Services, account: Account): Promise<readonly string[]> {
  const { rate, notes } = (await leftBySignOut(services, account)) ?? { notes: [] };
  const price = formatRate(rate);
  return [
    rate ? vscode.l10n.t('Its rentals still cost {0}, and you won’t see them here.', price) : '',
    ...notes,
  ].filter(Boolean);
}

/** Whether the deleted key was in use, even if the list doesn't show it: a call with the key shows it. */
async function signOutIfDead(
  services: Pick<Services, 'accounts' | 'sshEntries'>,
  account: Account,
  key: ListedKey,
): Promise<boolean> {
  const { accounts, sshEntries } = services;
  try {
    await accounts.clientWithoutSession(account.id).users.current();
    return false;
  } catch (error) {
    const isDead = error instanceof ApiError && error.code === 'unauthorized';
    const isAnswered = error instanceof ApiError && error.status !== undefined;
    if (!isDead && (isAnswered || !key.inUse)) return false;
  }
  await accounts.remove(account.id);
  await sshEntries.sync();
  return true;
}

async function notifySignedOut(account: Account, key: ListedKey): Promise<void> {
  const signIn = vscode.l10n.t('Sign In…');
  const pressed = await showWarning(
    vscode.l10n.t(
      'The API key “{0}” was deleted. It was in use here, so you’ve been signed out of {1}.',
      keyName(key),
      accountName(account),
    ),
    signIn,
  );
  if (pressed === signIn) await callCommand('signIn');
}
