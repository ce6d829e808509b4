import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { mostSearches } from '../../../../src/domain/offers/savedSearch';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { SavedSearches } from '../../../../src/stores/offers/savedSearches';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** One of several windows, which share the folder. */
const window = () =>
  new SavedSearches(new AccountFiles(folder, undefined, { monotonic: () => 0 }), systemClock);
const query = { type: 'on-demand' as const, filters: {}, disk: 20, hours: 8 };
const names = async (of: SavedSearches) => (await of.list('a-1')).map(({ name }) => name);

it('are there in every window of the account, by name, and replaced by one of the same name', async () => {
  const [one, other] = [window(), window()];
  let changes = 0;
  one.onDidChange(() => (changes += 1));
  await one.save('a-1', { name: 'small', query });
  await other.save('a-1', { name: 'big', query });
  await one.save('a-1', { name: 'small', query: { ...query, disk: 30 } });
  expect(await names(one)).toEqual(['big', 'small']);
  expect((await other.list('a-1'))[1]?.query.disk).toBe(30);
  expect(await other.list('b-2')).toEqual([]);
  expect(await one.forget('a-1', 'big')).toBe(true);
  expect(await other.forget('a-1', 'big')).toBe(false);
  expect(await names(other)).toEqual(['small']);
  expect(changes).toBe(3);
});

it('lose none to another window that saves at the same moment', async () => {
  const [one, other] = [window(), window()];
  const save = (of: SavedSearches, name: string) => of.save('a-1', { name, query });
  await Promise.all([save(one, '1'), save(other, '2'), save(one, '3'), save(other, '4')]);
  expect(await names(window())).toEqual(['1', '2', '3', '4']);
});

it('are at most fifty', async () => {
  const one = window();
  for (let index = 0; index < mostSearches; index += 1)
    await one.save('a-1', { name: `search ${index}`, query });
  await expect(one.save('a-1', { name: 'one more', query })).rejects.toThrow('Delete one first.');
  await one.save('a-1', { name: 'search 7', query: { ...query, disk: 7 } });
  expect(await names(one)).toHaveLength(mostSearches);
});

it('can be read where some of the file can’t, which is kept aside before the next change', async () => {
  const file = join(folder, 'a-1', 'searches.json');
  await window().save('a-1', { name: 'good', query });
  const good = JSON.parse(await readFile(file, 'utf8')) as { rows: unknown[] };
  const odd = [{ name: '', query }, { name: 'odd', query: { ...query, disk: -1 } }, 7, null];
  const damaged = JSON.stringify({ rows: [...good.rows, ...odd] });
  await writeFile(file, damaged);
  const one = window();
  expect(await names(one)).toEqual(['good']);
  expect(await readFile(file, 'utf8')).toBe(damaged);
  await one.save('a-1', { name: 'new', query });
  expect(await names(window())).toEqual(['good', 'new']);
  expect(await readFile(join(folder, 'a-1', 'searches.damaged.json'), 'utf8')).toBe(damaged);
});
