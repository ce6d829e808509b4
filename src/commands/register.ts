import * as vscode from 'vscode';
import { commandId, type CommandName } from '../commandNames';
import { type CommandEntry, commands } from './index';
import type { Services } from '../prompts/services';

/** @param services built on the first call */
export function registerCommands(services: () => Promise<Services>): vscode.Disposable {
  // The list of names itself isn't loaded: the table has them all.
  const names = Object.keys(commands) as CommandName[];
  return vscode.Disposable.from(...names.map((name) => registerCommand(name, commands, services)));
}

function registerCommand<N extends CommandName>(
  name: N,
  entries: { readonly [K in N]: CommandEntry<K> },
  services: () => Promise<Services>,
): vscode.Disposable {
  const id = commandId(name);
  const { load, ...rules } = entries[name];
  const entry = { load: async () => (await load())[name], ...rules };
  return vscode.commands.registerCommand(id, async (argument: unknown, selection: unknown) => {
    const [{ runCommand }, { pressedIn, pressKey }, built] = await Promise.all([
      import('./runCommand'),
      import('./rowKeys'),
      services(),
    ]);
    const view = pressedIn(argument);
    return view ? pressKey(built, view, name) : runCommand(built, id, entry, argument, selection);
  });
}
