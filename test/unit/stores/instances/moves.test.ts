import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
