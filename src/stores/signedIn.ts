import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client';
import { LocalError } from '../api/localError';
import type { AccountStore } from './account/accountStore';

/** The client of the account in use. @throws LocalError 'not_signed_in' if no account is signed in */
export function signedIn(accounts: Pick<AccountStore, 'client'>): Client {
  if (!accounts.client) throw new LocalError('not_signed_in', l10n.t('You’re not signed in.'));
  return accounts.client;
}
