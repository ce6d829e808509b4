import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { placeHere } from '../../../../src/ssh/transfer/placeHere';
import { temporaryFolder } from '../support/temporary';

it('puts two copies into one new folder at the same moment, and replaces nothing', async () => {
  for (let round = 0; round < 50; round++) {
    const to = await temporaryFolder();
    const stages = [];
    for (const name of ['one', 'other']) {
      const stage = path.join(await temporaryFolder(), name);
      await mkdir(path.join(stage, 'data/deep'), { recursive: true });
      await writeFile(path.join(stage, 'data/deep', name), name);
      await writeFile(path.join(stage, 'data/same'), name);
      stages.push(stage);
    }
    const kept = await Promise.all(stages.map((stage) => placeHere(stage, to, {})));
    expect(kept.flat()).toEqual(['data/same']);
    expect((await readdir(path.join(to, 'data/deep'))).sort()).toEqual(['one', 'other']);
    const first = kept[0]?.length === 0 ? 'one' : 'other';
    expect(await readFile(path.join(to, 'data/same'), 'utf8')).toBe(first);
  }
});
