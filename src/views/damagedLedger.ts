import * as vscode from 'vscode';
import { showWarning } from '../connect/notify';

/** Tells that the record of what was spent could not be read. @param kept the path under which it is kept */
export async function showDamagedLedger(kept: string): Promise<void> {
  const show = vscode.l10n.t('Show File');
  const pressed = await showWarning(
    vscode.l10n.t(
      'The record of what your instances have cost is damaged. It is kept as a separate file; sums now begin with what the service still tells.',
    ),
    show,
  );
  if (pressed === show) await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(kept));
}
