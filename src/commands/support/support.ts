import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { showStatus } from '../../ask/notify';
import { type Call, type Command, read } from '../call';

/** Copies the text of one or several selected rows below an instance or a template. */
export async function copyDetail(_services: unknown, call: Call): Promise<{ text: string }> {
  const text = read(call.arguments, 'text', z.string());
  await vscode.env.clipboard.writeText(text);
  if (call.interactive) showStatus('check', vscode.l10n.t('Copied'), 3000);
  return { text };
}

/** Opens the extension's log of this window. */
export const showLog: Command = ({ showLog: show }) => {
  show();
  return Promise.resolve();
};

/** The walkthrough of package.json, as VS Code names it. */
const walkthrough = 'gpu-rental.gpu-rental#start';

/** Opens the walkthrough from an API key to a window on an instance. */
export async function openWalkthrough(): Promise<{ opened: true }> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  return { opened: true };
}
