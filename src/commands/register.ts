import * as vscode from 'vscode';
import { commandId, type CommandName, commandNames } from '../commandNames';
import { type CommandEntry, commands } from './index';
import type { Services } from '../prompts/services';

/** @param services built on the first call */
export function registerCommands(services: () => Promise<Services>): vscode.Disposable {
  return vscode.Disposable.from(...commandNames.map((name) => registerCommand(name, commands, services)));
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
