import * as vscode from 'vscode';
import { aliasOf } from '../../ssh/alias';

/**
 * Closes this window's terminals on an instance that the person has stopped or destroyed. Left to themselves they end
 * with the connection, and VS Code reports that as an error of the terminal.
 */
export function closeTerminals(instanceId: number): void {
  const alias = aliasOf(instanceId);
  for (const terminal of vscode.window.terminals) if (isOn(terminal, alias)) terminal.dispose();
}

/** By its arguments: a person may have given it another name. */
function isOn({ creationOptions: options }: vscode.Terminal, alias: string): boolean {
  if ('pty' in options || !Array.isArray(options.shellArgs)) return false;
  return options.shellArgs.at(-1) === alias;
}
