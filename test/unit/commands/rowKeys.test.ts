import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { pressedIn, pressKey, rowKeys } from '../../../src/commands/rowKeys';
import type { Services } from '../../../src/prompts/services';
import { CallFor } from '../../../src/ask/caller';
import { clearScreen, fakeVscode, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

const binding = z.object({
  command: z.string(),
  key: z.string(),
  when: z.string(),
  args: z.object({ focusedRow: z.string() }),
});
const item = z.object({ command: z._default(z.string(), ''), when: z.string() });
const manifest = z.object({
  contributes: z.object({
    keybindings: z.array(binding),
    menus: z.record(z.string(), z.array(item)),
  }),
});
const { keybindings, menus } = z.parse(
  manifest,
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')),
).contributes;
const nameOf = (command: string) => command.replace('gpuRental.', '');

describe('the keys of rows', () => {
  it('are bound to what there is a line for', () => {
    const bound = keybindings.map(({ command, args }) => `${args.focusedRow} ${nameOf(command)}`);
    const known = Object.entries(rowKeys).flatMap(([view, keys]) =>
      Object.keys(keys).map((name) => `${view} ${name}`),
    );
    expect([...new Set(bound)].sort()).toEqual(known.sort());
  });

  it('act in their own view only, and not while something is typed into it', () => {
    for (const { when, args } of keybindings) {
      const conditions = when.split(' && ');
      expect(conditions).toEqual(
        expect.arrayContaining([
          `focusedView == gpuRental.${args.focusedRow}`,
          'listFocus',
          '!inputFocus',
          'gpuRental.signedIn',
        ]),
      );
    }
  });

  it('do what the menu of the row offers', () => {
    for (const [view, keys] of Object.entries(rowKeys))
      for (const [words, command] of Object.values(keys).flat()) {
        const offered = Object.values(menus)
          .flat()
          .filter((one) => nameOf(one.command) === command);
        const isOffered = offered.some(({ when }) =>
          when.startsWith(`view == gpuRental.${view} && viewItem =~ /${words.source}/`),
        );
        expect([view, command, isOffered]).toEqual([view, command, true]);
      }
  });

  it('are those of the file explorer', () => {
    const keys = keybindings.map(({ key, command }) => `${key} ${nameOf(command)}`);
    expect(keys).toEqual(
      expect.arrayContaining([
        'enter connect',
        'f2 renameInstance',
        'delete destroyInstance',
        'cmd+backspace destroyInstance',
      ]),
    );
  });
});

/** A view with these rows and their words, of which one has the focus. */
function view(rows: Record<string, string>, focus: string | undefined, ...selected: string[]) {
  const tree = { view: { selection: selected }, getTreeItem: (row: string) => ({ contextValue: rows[row] }) };
  vi.spyOn(fakeVscode.commands, 'executeCommand').mockImplementation((id: string, ...values: unknown[]) => {
    screen.commands.push([id, ...values]);
    const { selection } = tree.view;
    if (id === 'list.toggleSelection' && focus !== undefined)
      tree.view.selection = selection.includes(focus)
        ? selection.filter((one) => one !== focus)
        : [...selection, focus];
    return Promise.resolve(`result of ${id}`);
  });
  const none = { view: { selection: [] } };
  const services = { trees: { instances: tree, templates: none, volumes: none } } as unknown as Services;
  const ran = () => screen.commands.filter(([id]) => id !== 'list.toggleSelection');
  return { services, tree, ran };
}

describe('a key that is pressed on a row', () => {
  beforeEach(() => {
    clearScreen();
    vi.restoreAllMocks();
  });
  const rows = {
    one: ';instance;connect;stop;',
    two: ';instance;start;',
    tunnel: ';port;tcp;tunnel;',
    fact: ';detail;',
  };

  it('is about the row with the focus, whatever is selected, and leaves the selection as it was', async () => {
    const { services, tree, ran } = view(rows, 'two', 'one');
    expect(await pressKey(services, 'instances', 'destroyInstance')).toBe(
      'result of gpuRental.destroyInstance',
    );
    expect(ran()).toEqual([['gpuRental.destroyInstance', new CallFor('unknown', 'two', ['two'])]]);
    expect(tree.view.selection).toEqual(['one']);
  });

  it('is about the whole selection if the row with the focus belongs to it', async () => {
    const { services, tree, ran } = view(rows, 'two', 'one', 'two');
    await pressKey(services, 'instances', 'destroyInstance');
    expect(ran()).toEqual([['gpuRental.destroyInstance', new CallFor('unknown', 'two', ['two', 'one'])]]);
    expect([...tree.view.selection].sort()).toEqual(['one', 'two']);
  });

  it('does another thing on another kind of row', async () => {
    const { services, ran } = view(rows, 'tunnel');
    await pressKey(services, 'instances', 'destroyInstance');
    await pressKey(services, 'instances', 'connect');
    expect(ran().map(([id]) => id)).toEqual(['gpuRental.stopForwarding', 'gpuRental.openPort']);
  });

  it('does nothing that the row’s menu does not offer; Enter opens the row', async () => {
    const { services, ran } = view(rows, 'fact', 'one');
    await pressKey(services, 'instances', 'destroyInstance');
    await pressKey(services, 'instances', 'renameInstance');
    expect(ran()).toEqual([]);
    await pressKey(services, 'instances', 'connect');
    expect(ran()).toEqual([['list.select']]);
  });

  it('does nothing where no row has the focus, although one is selected', async () => {
    const { services, ran } = view(rows, undefined, 'one');
    await pressKey(services, 'instances', 'destroyInstance');
    expect(ran()).toEqual([]);
  });

  it('does nothing where the rows changed meanwhile', async () => {
    const { services, tree, ran } = view(rows, 'two', 'one');
    const toggle = fakeVscode.commands.executeCommand;
    vi.spyOn(fakeVscode.commands, 'executeCommand').mockImplementationOnce(async (id, ...values) => {
      const result = await toggle(id, ...values);
      tree.view.selection = ['new one', 'two'];
      return result;
    });
    await pressKey(services, 'instances', 'destroyInstance');
    expect(ran()).toEqual([]);
  });
});

it('a call is no key unless it says so', () => {
  expect(pressedIn({ focusedRow: 'instances' })).toBe('instances');
  for (const other of [undefined, {}, { instanceId: 1 }, { focusedRow: 'account' }, 'instances'])
    expect(pressedIn(other)).toBeUndefined();
});
