import * as vscode from 'vscode';

/** An open document for the person to fill in. Saving it by hand sends it. */
export interface OpenedDocument {
  uri: string;
}

export async function openDocument(uri: vscode.Uri): Promise<OpenedDocument> {
  await vscode.window.showTextDocument(uri, { preview: false });
  return { uri: uri.toString() };
}
