import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { BadMachines } from '../../../../src/stores/instances/badMachines';
import { systemClock } from '../../../../src/clock';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';

let folder: string;
let ahead: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  ahead = 0;
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** One of several windows, which share the folder. */
const window = (name = folder) =>
  new BadMachines(
    new MarkerFiles(new AccountFiles(name), 'badMachines'),
    { ...systemClock, now: () => Date.now() + ahead },
    silent,
  );
const hour = 3_600_000;

it('leaves a machine out in every window of the account, for a day', async () => {
  await window().add('a', 11);
  await window().add('b', 12);
  expect(await window().list('a')).toEqual([11]);
  ahead = 23 * hour;
  expect(await window().list('a')).toEqual([11]);
  ahead = 25 * hour;
  expect(await window().list('a')).toEqual([]);
  ahead = 0;
  expect(await window().list('a')).toEqual([]);
});

it('believes no mark of a time far ahead, which a clock that was set back leaves', async () => {
  await window().add('a', 11);
  ahead = -25 * hour;
  expect(await window().list('a')).toEqual([]);
});

it('tells of one that is added, as soon as it is listed', async () => {
  const here = window();
  let listed: Promise<number[]> | undefined;
  here.onDidChange(() => {
    listed = here.list('a');
  });
  await here.add('a', 11);
  expect(await listed).toEqual([11]);
});

it('keeps at most fifty', async () => {
  for (let machine = 1; machine <= 53; machine += 1) await window().add('a', machine);
  expect(await window().list('a')).toHaveLength(50);
});

it('does without the mark where nothing can be written', async () => {
  const nowhere = window('/dev/null/nowhere');
  await nowhere.add('a', 11);
  expect(await nowhere.list('a')).toEqual([]);
});
