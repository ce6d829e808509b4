import * as vscode from 'vscode';

/** The walkthrough of package.json, as VS Code names it. */
const walkthrough = 'gpu-rental.gpu-rental#start';

/** Opens the walkthrough from an API key to a window on an instance. */
export async function openWalkthrough(): Promise<{ opened: true }> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  return { opened: true };
}
