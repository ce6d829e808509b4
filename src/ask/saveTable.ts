import * as vscode from 'vscode';

/**
 * Writes a table to a file that the person selects, and opens it; false if they selected none.
 *
 * @param name of the file, without its ending
 */
export async function saveTable(title: string, name: string, csv: string): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name.replace(/[/\\?%*:|"<>,\s]+/g, '-')}.csv`;
  const uri = await vscode.window.showSaveDialog({
    title,
    filters: { CSV: ['csv'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
  });
  if (!uri) return false;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(csv, 'utf8'));
  await vscode.window.showTextDocument(uri);
  return true;
}
