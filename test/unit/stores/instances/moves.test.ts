import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { Moves } from '../../../../src/stores/instances/moves';
import { temporaryFolder } from '../../ssh/support/temporary';

it('knows in every window what a move has rented, until it is over', async () => {
  const folder = await temporaryFolder();
  const moves = new Moves(new AccountFiles(folder));
  expect(await moves.targetOf('a-1', 7)).toBeUndefined();
  await moves.begin('a-1', 7, 8);
  const elsewhere = new Moves(new AccountFiles(folder));
  expect([await elsewhere.targetOf('a-1', 7), await elsewhere.targetOf('a-1', 9)]).toEqual([8, undefined]);
  expect(await elsewhere.targetOf('b-1', 7)).toBeUndefined();
  await mkdir(join(moves.folderOf('a-1', 7), 'home'));
  await writeFile(join(moves.folderOf('a-1', 7), 'home/a'), '');
  await elsewhere.end('a-1', 7);
  expect(await moves.targetOf('a-1', 7)).toBeUndefined();
  expect(await readdir(join(folder, 'a-1/moves'))).toEqual([]);
});

it('begins anew where its file is damaged', async () => {
  const moves = new Moves(new AccountFiles(await temporaryFolder()));
  await moves.begin('a-1', 7, 8);
  await writeFile(join(moves.folderOf('a-1', 7), 'move.json'), '{');
  expect(await moves.targetOf('a-1', 7)).toBeUndefined();
});

it('tells a window at once of what it begins and ends, and of others when it looks', async () => {
  const folder = await temporaryFolder();
  const [here, elsewhere] = [1, 2].map(() => new Moves(new AccountFiles(folder))) as [Moves, Moves];
  let told = 0;
  const subscription = here.onDidChange(() => (told += 1));
  await here.look('a-1');
  expect([here.knownTarget('a-1', 7), told]).toEqual([undefined, 1]);
  await here.begin('a-1', 7, 8);
  expect([here.knownTarget('a-1', 7), here.knownTarget('b-1', 7), told]).toEqual([8, undefined, 2]);
  await elsewhere.look('a-1');
  expect(elsewhere.knownTarget('a-1', 7)).toBe(8);
  await here.look('a-1');
  expect(told).toBe(2);
  await elsewhere.end('a-1', 7);
  expect(here.knownTarget('a-1', 7)).toBe(8);
  await here.look('a-1');
  expect([here.knownTarget('a-1', 7), told]).toEqual([undefined, 3]);
  subscription.dispose();
  await here.begin('a-1', 9, 10);
  expect(told).toBe(3);
});

it('keeps what it knew of moves while their folder can’t be read', async () => {
  let fails = false;
  const readdir = (path: string) => (fails ? Promise.reject(new Error('disk')) : nodeDisk.readdir(path));
  const moves = new Moves(new AccountFiles(await temporaryFolder(), { ...nodeDisk, readdir }));
  await moves.begin('a-1', 7, 8);
  fails = true;
  await moves.look('a-1');
  expect(moves.knownTarget('a-1', 7)).toBe(8);
});
