import * as vscode from 'vscode';
import { showWarning } from '../../ask/notify';
import type { Clock } from '../../clock';
import { plainText } from '../../api/plainText';
import type { Account } from '../../stores/account/accountFiles';
import type { AccountStore } from '../../stores/account/accountStore';
import { callCommand } from '../../commandNames';

/** How long another extension or window may take to sign in at the start of this one, in milliseconds. */
const signInGrace = 10_000;

/** Reads the signed-in accounts. Resolves when they are known; errors are shown without waiting. */
export async function loadAccounts(
  accounts: Pick<AccountStore, 'load' | 'accounts'>,
  clock: Clock,
): Promise<void> {
  try {
    const lost = await accounts.load();
    if (lost.length === 0) return;
    const isOut = ({ id }: Account): boolean => !accounts.accounts.some((one) => one.id === id);
    clock.after(signInGrace, () => void notifyLost(lost.filter(isOut)));
  } catch (error) {
    const { showError } = await import('../showError');
    void showError(error, () => accounts.load());
  }
}

/** Notifies that the system's keyring has lost a key. */
async function notifyLost([first]: readonly Account[]): Promise<void> {
  if (!first) return;
  const signIn = vscode.l10n.t('Sign In Again');
  const name = plainText(first.email ?? '', 80) || String(first.userId);
  const answer = await showWarning(
    vscode.l10n.t('The API key of {0} couldn’t be saved in this system’s keyring.', name),
    signIn,
  );
  if (answer === signIn) await callCommand('signIn');
}
