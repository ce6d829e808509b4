import * as vscode from 'vscode';
import { type Button, showInfo, showWarning } from '../ask/notify';
import { accountName } from '../domain/account/accountName';
import type { Account } from '../stores/account/accountFiles';
import type { AccountStore } from '../stores/account/accountStore';

type Accounts = Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>;

/**
 * Runs what a button of a notification does, in the account that the notification was about. If another account is in
 * use by now, first offers to switch.
 * @param account as it was when the notification was shown
 * @param subject the name of the instance
 */
export async function inAccount(
  accounts: Accounts,
  account: Pick<Account, 'id' | 'email' | 'userId'>,
  subject: string,
  run: () => Thenable<unknown>,
): Promise<void> {
  if (accounts.active?.id === account.id) return void (await run());
  const name = accountName(account);
  if (!isSignedIn(accounts, account.id)) {
    void showWarning(
      vscode.l10n.t('{0} belongs to the account {1}, which is no longer signed in.', subject, name),
    );
    return;
  }
  const change = vscode.l10n.t('Switch Account');
  const question = vscode.l10n.t('{0} belongs to the account {1}. Another account is in use.', subject, name);
  if ((await showInfo(question, change)) !== change) return;
  await accounts.switchTo(account.id);
  await run();
}

/** A button that puts the account to use first: the notification may have stood there while another one was. */
export const switchingTo = (accounts: Accounts, accountId: string, { title, run }: Button): Button => ({
  title,
  run: async () => {
    if (accounts.active?.id !== accountId && isSignedIn(accounts, accountId))
      await accounts.switchTo(accountId);
    await run();
  },
});

const isSignedIn = ({ accounts }: Accounts, accountId: string): boolean =>
  accounts.some(({ id }) => id === accountId);
