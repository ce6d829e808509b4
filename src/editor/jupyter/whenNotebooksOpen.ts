import * as vscode from 'vscode';
import type { Services } from '../../prompts/services';
import type { JupyterServers } from './jupyterServers';

/**
 * Offers our Jupyter servers once a notebook is open. Not before: it activates the Jupyter extension, which does that by
 * itself then.
 */
export function whenNotebooksOpen(services: () => Promise<Services>): vscode.Disposable {
  let offering: Promise<JupyterServers | undefined> | undefined;
  const offer = async (): Promise<void> => {
    if (!vscode.extensions.getExtension('ms-toolsai.jupyter')) return;
    offering ??= Promise.all([import('./offerServers'), services()]).then(([{ offerServers }, built]) =>
      offerServers(built),
    );
    // It may be updated while the window is open.
    if (!(await offering)) offering = undefined;
  };
  const subscription = vscode.workspace.onDidOpenNotebookDocument(() => void offer());
  if (vscode.workspace.notebookDocuments.length > 0) void offer();
  return new vscode.Disposable(() => {
    subscription.dispose();
    void offering?.then((offered) => offered?.dispose());
  });
}
