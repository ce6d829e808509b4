import * as vscode from 'vscode';
import type { Account } from '../stores/accountFiles';
import type { AccountStore } from '../stores/accountStore';
import { showError } from './showError';

/** Reads who is signed in. Resolves when that is known; what went wrong is said meanwhile, not waited for. */
export async function loadAccounts(accounts: AccountStore): Promise<void> {
  try {
    const lost = await accounts.load();
    void tellLost(lost);
  } catch (error) {
    void showError(error, () => accounts.load());
  }
}

/** Says that the system's keyring has lost a key. */
async function tellLost([first]: readonly Account[]): Promise<void> {
  if (!first) return;
  const signIn = vscode.l10n.t('Sign In Again');
  const name = first.email ?? String(first.userId);
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('This system’s keyring did not keep the API key of {0}.', name),
    signIn,
  );
  if (answer === signIn) await vscode.commands.executeCommand('gpuRental.signIn');
}
