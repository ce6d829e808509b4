import * as l10n from '@vscode/l10n';
import { LocalError, signedIn } from '../../api/localError';
import type { Client } from '../../api/client';
import { accountName } from '../../domain/account/accountName';
import type { Account } from './accountFiles';
import type { AccountStore } from './accountStore';

/**
 * The account in use at one moment, with its client. What a person agrees to is done for this account or not at all.
 */
export interface AccountInUse {
  readonly account: Account;
  readonly client: Client;
}

/** A request for one account isn't carried out because another one is now in use. */
export class AccountChanged extends LocalError {
  override readonly name = 'AccountChanged';
}

/** Call it before asking a person. @throws LocalError 'not_signed_in' if no account is signed in */
export function accountInUse(accounts: Pick<AccountStore, 'active' | 'client'>): AccountInUse {
  const client = signedIn(accounts);
  // A client always has an account.
  const account = accounts.active ?? { id: '', baseUrl: '', userId: 0 };
  return { account, client };
}

/**
 * Call it after asking a person, and start what they agreed to without awaiting anything else first.
 * @throws AccountChanged if the account was signed out or switched meanwhile, in any window
 */
export function mustBeInUse(
  { active }: Pick<AccountStore, 'active'>,
  { account }: Pick<AccountInUse, 'account'>,
): void {
  if (active?.id === account.id) return;
  throw new AccountChanged(
    'not_possible',
    active
      ? l10n.t(
          'This was requested for {0}, but {1} is now in use. Nothing was done.',
          accountName(account),
          accountName(active),
        )
      : l10n.t('{0} has been signed out. Nothing was done.', accountName(account)),
  );
}
