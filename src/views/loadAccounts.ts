import * as vscode from 'vscode';
import type { AccountStore } from '../stores/accountStore';

/** Reads who is signed in, and says so when the system's keyring has lost a key. */
export async function loadAccounts(accounts: AccountStore): Promise<void> {
  const lost = await accounts.load();
  const [first] = lost;
  if (!first) return;
  const signIn = vscode.l10n.t('Sign In Again');
  const name = first.email ?? String(first.userId);
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('This system’s keyring did not keep the API key of {0}.', name),
    signIn,
  );
  if (answer === signIn) await vscode.commands.executeCommand('gpuRental.signIn');
}
