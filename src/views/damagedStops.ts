import * as vscode from 'vscode';
import { showWarning } from '../connect/notify';
import type { AccountStore } from '../stores/accountStore';
import { sentenceAbout } from '../stores/namedAccount';

/**
 * Tells that something that was scheduled could not be read, so that it won't happen. @param kept the path under which
 * the file is kept
 */
export async function showDamagedStops(
  accounts: Pick<AccountStore, 'accounts' | 'active'>,
  accountId: string,
  kept: string,
): Promise<void> {
  const [instances, file] = [vscode.l10n.t('Show Instances'), vscode.l10n.t('Show File')];
  const text = vscode.l10n.t(
    'The file of scheduled stops is damaged. Instances that show no scheduled stop any more won’t be stopped or destroyed: schedule them again. The damaged file is kept.',
  );
  const account = accounts.accounts.find(({ id }) => id === accountId);
  const pressed = await showWarning(account ? sentenceAbout(accounts, account, text) : text, instances, file);
  if (pressed === instances) await vscode.commands.executeCommand('gpuRental.instances.focus');
  if (pressed === file) await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(kept));
}
