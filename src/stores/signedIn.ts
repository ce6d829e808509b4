import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client';
import { ApiError } from '../api/errors';
import type { AccountStore } from './accountStore';

/** The client of the account in use. @throws ApiError 'unauthorized' when nobody is signed in */
export function signedIn(accounts: Pick<AccountStore, 'client'>): Client {
  if (!accounts.client) throw new ApiError('unauthorized', l10n.t('You are not signed in.'));
  return accounts.client;
}
