import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFolderLock } from '../../host/folderLock';
import { removeFolder, temporaryFolder } from '../../host/paths';

describe('a folder lock', () => {
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await temporaryFolder('test');
    lock = join(folder, 'a/b.lock');
  });
  afterEach(() => removeFolder(folder));

  it('lets one work at a time, and tells the other once that it waits', async () => {
    const order: string[] = [];
    let waits = 0;
    let finish: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => (finish = resolve));
    let started: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (started = resolve));
    const first = withFolderLock(
      lock,
      async () => {
        started();
        await busy;
        order.push('first');
      },
      () => waits++,
    );
    await begun;
    const second = withFolderLock(
      lock,
      async () => order.push('second'),
      () => {
        waits++;
        finish();
      },
    );
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(waits).toBe(1);
  });

  it('is free again after a failure', async () => {
    const fail = withFolderLock(lock, () => Promise.reject(new Error('broken')), noWait);
    await expect(fail).rejects.toThrow('broken');
    expect(await withFolderLock(lock, async () => 'done', noWait)).toBe('done');
  });

  it('is taken over from a process that is gone', async () => {
    await mkdir(lock, { recursive: true });
    // Larger than any process id there can be.
    await writeFile(join(lock, 'owner'), String(2 ** 30));
    expect(await withFolderLock(lock, async () => 'done', noWait)).toBe('done');
  });
});

function noWait(): void {
  throw new Error('Nobody holds the lock.');
}
