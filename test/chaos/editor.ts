import * as vscode from 'vscode';
import type { Editors } from './documents';

/** What the extension asks of the editors of a window: `vscode.window`. */
export function editorWindow(editors: Editors, opened: unknown[]) {
  return {
    showTextDocument: async (shown: vscode.Uri | { uri: vscode.Uri }) => {
      const uri = 'uri' in shown ? shown.uri : shown;
      if (!editors.has(uri)) return void opened.push(uri);
      return { document: await editors.show(uri), viewColumn: 1 };
    },
    tabGroups: {
      get all() {
        return [{ tabs: editors.tabs }];
      },
      onDidChangeTabs: new vscode.EventEmitter<never>().event,
      close: (tabs: unknown[]) => {
        editors.closeTabs(tabs);
        return Promise.resolve(true);
      },
    },
  };
}

/** The same of `vscode.workspace`. */
export function editorWorkspace(editors: Editors) {
  return {
    registerFileSystemProvider: (scheme: string, provider: vscode.FileSystemProvider) =>
      editors.provide(scheme, provider),
    openTextDocument: (uri: vscode.Uri) =>
      editors.has(uri) ? editors.open(uri) : vscode.workspace.openTextDocument(uri),
    applyEdit: async (edit: vscode.WorkspaceEdit) => {
      for (const [uri, edits] of edit.entries()) await editors.apply(uri, edits);
      return true;
    },
    onDidOpenTextDocument: editors.opened.event,
    onDidChangeTextDocument: editors.changed.event,
    onWillSaveTextDocument: editors.willSave.event,
    onDidSaveTextDocument: editors.saved.event,
    onDidCloseTextDocument: editors.closed.event,
  };
}

/** VS Code's own commands for them. */
export function editorCommands(editors: Editors): Map<string, (...args: unknown[]) => Promise<void>> {
  return new Map<string, (...args: unknown[]) => Promise<void>>([
    [
      'vscode.diff',
      (left, right) => {
        if (left instanceof vscode.Uri && right instanceof vscode.Uri) editors.compare(left, right);
        return Promise.resolve();
      },
    ],
    ['workbench.action.files.revert', () => editors.revert({ closes: false })],
    ['workbench.action.revertAndCloseActiveEditor', () => editors.revert({ closes: true })],
  ]);
}
