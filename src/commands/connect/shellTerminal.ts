import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { prepareSsh } from '../../connect/prepareSsh';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { sshArguments } from '../../ssh/run/sshCommand';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from '../instances/eachInstance';
import { targetInstance } from '../instances/targetInstance';

/** A terminal with a shell on an instance; `name` is the alias. */
export type ShellTerminal = vscode.TerminalOptions & { name: string };

/**
 * Asks for the instance if nobody said which one, makes it reachable, and says how its terminal is opened. Undefined if
 * the person stopped. @param title of the question
 */
export async function shellTerminal(
  services: Services,
  call: Call,
  title: string,
): Promise<ShellTerminal | undefined> {
  const id = await targetInstance(services, call, title, ({ can }) => can.connect);
  if (id === undefined) return undefined;
  const prepared = await withCancellableProgress(
    vscode.l10n.t('Connecting to {0}', nameOf(services, id)),
    (progress) =>
      prepareSsh(services, id, { ...progress, confirmed: call.confirmed, interactive: call.interactive }),
  );
  if (!prepared) return undefined;
  const { alias, remote } = prepared;
  return {
    name: alias,
    shellPath: remote.program,
    // A list of arguments: no shell parses it.
    shellArgs: sshArguments(remote),
    // The scheme decides where the terminal runs: even in a remote window, it must be this computer.
    cwd: vscode.Uri.file(homedir()),
    iconPath: new vscode.ThemeIcon('vm-running'),
  };
}
