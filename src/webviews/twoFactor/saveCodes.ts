import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { writePrivately } from '../../files/privateFile';

/** Writes backup codes to a file that the person selects and no other user can read; false if they selected none. */
export async function saveCodes(text: string): Promise<boolean> {
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Backup Codes'),
    saveLabel: vscode.l10n.t('Save'),
    defaultUri: vscode.Uri.file(join(homedir(), 'gpu-rental-backup-codes.txt')),
  });
  if (!target) return false;
  if (target.scheme === 'file') await writePrivately(target.fsPath, text);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  return true;
}
