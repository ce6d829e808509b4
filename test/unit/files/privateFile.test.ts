import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePrivately } from '../../../src/files/privateFile';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

it.runIf(process.platform !== 'win32')(
  'a file that others could read is theirs no longer when codes are written over it',
  async () => {
    const file = join(folder, 'codes.txt');
    await writeFile(file, 'an older text that is longer');
    await chmod(file, 0o644);
    await writePrivately(file, 'abcd-efgh-ijkl\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe('abcd-efgh-ijkl\n');
  },
);
