import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { ApiKey } from '../../api/schemas/account/apiKey';
import { categoriesOf } from '../../domain/account/keyPermissions';
import type { Account } from '../../stores/account/accountFiles';
import type { Services } from '../services';
import { dateOnly } from '../../ask/timeWords';
import { formatList } from '../../domain/format';

/** An API key without what the service shows of its value. */
export interface ListedKey extends Omit<ApiKey, 'hint'> {
  /** Whether the account uses it here; undefined if unknown. */
  inUse?: boolean | undefined;
}

/** The API keys of an account, as the service lists them. */
export async function readKeys(
  { accounts, features }: Pick<Services, 'accounts' | 'features'>,
  account: Account,
): Promise<ListedKey[]> {
  const keys = await features.use('apiKeys', () => accounts.clientOf(account.id).apiKeys.list());
  const inUse = await accounts.keyInUse(account.id, keys);
  return keys.map(({ hint: _, ...key }) => ({
    ...key,
    ...(inUse === undefined ? {} : { inUse: key.id === inUse }),
  }));
}

export function keyName({ id, name, created_at, unreadable }: ListedKey): string {
  if (unreadable) return vscode.l10n.t('Unreadable key {0}', id ?? '?');
  const given = plainText(name ?? '', 60);
  if (given) return given;
  const date = createdOn(created_at);
  const number = id === undefined ? '?' : String(id);
  return date
    ? vscode.l10n.t('Unnamed key {0}, created {1}', number, date)
    : vscode.l10n.t('Unnamed key {0}', number);
}

export function keyRow(key: ListedKey): vscode.QuickPickItem & { key: ListedKey } {
  const { id, name, permissions, created_at, inUse } = key;
  const categories = categoriesOf(permissions) ?? [];
  const date = createdOn(created_at);
  const facts = [
    inUse ? vscode.l10n.t('in use here') : '',
    // The name of an unnamed key already contains these.
    name && id !== undefined ? String(id) : '',
    name && date ? vscode.l10n.t('created {0}', date) : '',
  ];
  return {
    key,
    label: `$(${inUse ? 'check' : 'key'}) ${keyName(key)}`,
    description: facts.filter(Boolean).join(' · '),
    detail: plainText(formatList(categories)) || vscode.l10n.t('Permissions unknown'),
  };
}

function createdOn(at: ApiKey['created_at']): string {
  return at === undefined ? '' : dateOnly(at);
}
