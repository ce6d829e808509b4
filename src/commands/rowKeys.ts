import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { callCommand, type CommandName } from '../commandNames';
import { CallFor } from '../ask/caller';
import { focusedRow, type RowView } from '../views/focusedRow';
import type { Services } from '../prompts/services';

type Line = readonly [words: RegExp, command: CommandName];

/**
 * What a key does on a row, by the command that is bound to the key: the first line whose words the row has.
 * They are the condition of the command in the row's menu.
 */
export const rowKeys: Readonly<Record<RowView, Partial<Record<CommandName, readonly Line[]>>>> = {
  instances: {
    connect: [
      [/;connect;/, 'connect'],
      [/;unreadable;/, 'openConsole'],
      [/;port;tcp;/, 'openPort'],
    ],
    renameInstance: [[/;instance;/, 'renameInstance']],
    destroyInstance: [
      [/;instance;/, 'destroyInstance'],
      [/;tunnel;/, 'stopForwarding'],
    ],
  },
  volumes: {
    rentWithVolume: [
      [/;free;.*machine;/, 'rentWithVolume'],
      [/;unreadable;/, 'openConsole'],
    ],
    deleteVolume: [[/;free;/, 'deleteVolume']],
  },
  runs: {
    followRun: [[/;run;/, 'followRun']],
    forgetRun: [
      [/;over;/, 'forgetRun'],
      [/;active;/, 'stopRun'],
    ],
  },
  templates: {
    rentFromTemplate: [[/;template;/, 'rentFromTemplate']],
    deleteTemplate: [
      [/;template;.*mine;/, 'deleteTemplate'],
      [/;unsent;/, 'discardTemplateDraft'],
    ],
  },
};

/** Commands of the Enter key, which opens or unfolds any other row, as everywhere in VS Code. */
const ofEnter = new Set<CommandName>(['connect', 'rentWithVolume', 'rentFromTemplate', 'followRun']);

const keyPress = z.object({ focusedRow: z.enum(['instances', 'runs', 'templates', 'volumes']) });

/** The view in which a key of package.json was pressed; undefined for any other call. */
export const pressedIn = (argument: unknown): RowView | undefined =>
  keyPress.safeParse(argument).data?.focusedRow;

/**
 * Does what a key does on the row that has the focus. It asks the same questions as the row's menu, and does nothing
 * that the menu doesn't offer. Anyone can write the arguments that package.json gives to a key. @param bound the command that the key is bound to
 */
export async function pressKey(
  { trees }: Pick<Services, 'trees'>,
  view: RowView,
  bound: CommandName,
): Promise<unknown> {
  const focused = await focusedRow(trees, view);
  const [, command] = (focused && rowKeys[view][bound]?.find(([words]) => words.test(focused.words))) ?? [];
  if (focused && command) return callCommand(command, new CallFor('unknown', focused.rows[0], focused.rows));
  return ofEnter.has(bound) ? vscode.commands.executeCommand('list.select') : undefined;
}
