import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { root } from '../support/translation';

const place = z.object({
  command: z.optional(z.string()),
  submenu: z.optional(z.string()),
  when: z.string(),
  group: z._default(z.string(), ''),
});
const manifest = z.object({
  contributes: z.object({
    menus: z.record(z.string(), z.array(place)),
    submenus: z.array(z.object({ id: z.string() })),
  }),
});
const { menus, submenus } = z.parse(
  manifest,
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
).contributes;

/** What a menu shows for one row with these words. */
const entries = (menu: string, words: string): string[] =>
  (menus[menu] ?? [])
    .filter(
      ({ when, group }) =>
        !group.startsWith('inline') && when.split(' && ').every((one) => holds(one, words)),
    )
    .flatMap(({ command, submenu }) => {
      if (submenu === undefined) return command ?? [];
      return entries(submenu, words).length > 0 ? [submenu] : [];
    });

function holds(condition: string, words: string): boolean {
  if (condition === 'listMultiSelection') return false;
  if (condition.startsWith('!gpuRental.') || condition === '!listMultiSelection') return true;
  if (condition.startsWith('view ==')) return condition === 'view == gpuRental.instances';
  const [, view] = /^view =~ \/(.*)\/$/.exec(condition) ?? [];
  if (view !== undefined) return new RegExp(view).test('gpuRental.instances');
  const [, not, pattern] = /^(!\()?viewItem =~ \/(.*?)\/\)?$/.exec(condition) ?? [];
  if (pattern === undefined) throw new Error(`Not understood: ${condition}`);
  return new RegExp(pattern).test(words) !== (not !== undefined);
}

const running = ';instance;connect;terminal;jupyter;stop;reboot;';

it.each([
  ['runs', running],
  ['runs with a bid and ends at a time', `${running}bid;scheduled;`],
  ['is outbid', ';instance;connect;waits;stop;bid;scheduled;'],
  ['has failed', ';instance;start;hopeless;'],
])('the menu of an instance that %s has at most 12 entries', (_state, words) => {
  const shown = entries('view/item/context', words);
  expect(shown.length).toBeLessThanOrEqual(12);
  expect(shown).toContain('gpuRental.destroyInstance');
});

it('everything that a submenu has is reached from a running instance', () => {
  const shown = entries('view/item/context', `${running}scheduled;`);
  expect(shown).toEqual(expect.arrayContaining(submenus.map(({ id }) => id)));
  expect(submenus.flatMap(({ id }) => entries(id, `${running}scheduled;`)).sort()).toEqual([
    'gpuRental.cancelScheduledStop',
    'gpuRental.changeInstance',
    'gpuRental.copyFromCloud',
    'gpuRental.copyFromInstance',
    'gpuRental.copySshCommand',
    'gpuRental.copyToCloud',
    'gpuRental.copyToInstance',
    'gpuRental.copyToOtherInstance',
    'gpuRental.diagnoseConnection',
    'gpuRental.forwardPort',
    'gpuRental.listInstanceSshKeys',
    'gpuRental.openJupyter',
    'gpuRental.prepayInstance',
    'gpuRental.pushSnapshot',
    'gpuRental.rebootInstance',
    'gpuRental.recycleInstance',
    'gpuRental.renameInstance',
    'gpuRental.rentAnother',
    'gpuRental.runCommand',
    'gpuRental.saveInstanceAsLaunch',
    'gpuRental.scheduleStop',
  ]);
});
