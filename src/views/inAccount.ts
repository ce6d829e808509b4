import * as vscode from 'vscode';
import { instanceName } from '../ask/instanceName';
import { showInfo, showWarning } from '../ask/notify';
import { accountName } from '../domain/account/accountName';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import type { Account } from '../stores/account/accountFiles';
import type { AccountStore } from '../stores/account/accountStore';
import { sentenceAbout } from '../stores/account/namedAccount';

/**
 * Runs what a button of a notification does, in the account that the notification was about. If another account is in
 * use by now, first offers to switch.
 * @param account as it was when the notification was shown
 * @param subject the name of the instance
 */
export async function inAccount(
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>,
  account: Pick<Account, 'id' | 'email' | 'userId'>,
  subject: string,
  run: () => Thenable<unknown>,
): Promise<void> {
  if (accounts.active?.id !== account.id && !(await switches(accounts, account, subject))) return;
  await run();
}

async function switches(
  accounts: Pick<AccountStore, 'accounts' | 'switchTo'>,
  account: Pick<Account, 'id' | 'email' | 'userId'>,
  subject: string,
): Promise<boolean> {
  const name = accountName(account);
  if (!accounts.accounts.some(({ id }) => id === account.id)) {
    void showWarning(
      vscode.l10n.t('{0} belongs to the account {1}, which is no longer signed in.', subject, name),
    );
    return false;
  }
  const change = vscode.l10n.t('Switch Account');
  const question = vscode.l10n.t('{0} belongs to the account {1}. Another account is in use.', subject, name);
  if ((await showInfo(question, change)) !== change) return false;
  await accounts.switchTo(account.id);
  return true;
}

/** The account of an instance. */
export interface OutcomeAccount {
  /** Names the account in a sentence where several are signed in. */
  about: (text: string) => string;
  /** Does what a button stands for while the account is in use. */
  run: (press: () => Thenable<unknown>) => Thenable<unknown>;
}

export const ofAccount = (
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>,
  account: Account,
  instance: SharedInstance,
): OutcomeAccount => ({
  about: (text) => sentenceAbout(accounts, account, text),
  run: (press) => inAccount(accounts, account, instanceName(instance), press),
});
