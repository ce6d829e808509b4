import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { printLaunch, type SavedLaunch } from '../../domain/launch/launchFile';

const ending = '.gpu-launch.json';

/** Writes a launch to a file that the person chooses. */
export async function writeLaunch(launch: SavedLaunch): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${plainText(launch.name, 60).replace(/[/\\?%*:|"<>\s]+/g, '-')}${ending}`;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Launch'),
    filters: { JSON: ['json'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(printLaunch(launch), 'utf8'));
  await vscode.window.showTextDocument(uri);
}
