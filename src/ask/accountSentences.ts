import * as l10n from '@vscode/l10n';
import { plainText } from '../api/plainText';
import { accountName } from '../domain/account/accountName';
import type { Account } from '../stores/account/accountFiles';
import type { AccountStore } from '../stores/account/accountStore';

type Named = Pick<Account, 'email' | 'userId'>;

/** The account with its service if more than one is signed in; else undefined. */
export function accountWhereSeveral(
  { accounts }: Pick<AccountStore, 'accounts'>,
  account: Named & Pick<Account, 'baseUrl'>,
): string | undefined {
  if (accounts.length < 2) return undefined;
  return l10n.t('{0} on {1}', accountName(account), hostOf(account.baseUrl));
}

/** A sentence that starts with the account if more than one is signed in. */
export function sentenceAbout(
  accounts: Pick<AccountStore, 'accounts'>,
  account: Named,
  text: string,
): string {
  return accounts.accounts.length < 2 ? text : l10n.t('{0}: {1}', accountName(account), text);
}

/** The same for the account with this id; one that is no longer signed in isn't named. */
export function sentenceAboutId(
  accounts: Pick<AccountStore, 'accounts'>,
  accountId: string,
  text: string,
): string {
  const account = accounts.accounts.find(({ id }) => id === accountId);
  return account ? sentenceAbout(accounts, account, text) : text;
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : plainText(baseUrl, 60);
}
