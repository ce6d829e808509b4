import { appendFileSync, existsSync } from 'node:fs';
import { lstat, mkdir, readFile, readlink, rm, writeFile, symlink, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { fetchDisk, sendDisk } from '../../../../src/commands/launch/moveFiles';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { machineSource, type Source } from '../../../../src/ssh/transfer/source';
import { temporaryFolder } from '../../ssh/support/temporary';
import { writeProgram } from '../../support/program';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

/** A machine that is this computer with another home folder. */
async function machine(): Promise<Remote & { home: string }> {
  const [home, programs] = [await temporaryFolder(), await temporaryFolder()];
  const program = join(programs, 'ssh');
  const login = `#!/bin/sh\nfor last; do :; done\ncd '${home}' && HOME='${home}' exec sh -c "$last"\n`;
  writeProgram(program, login);
  return { program, alias: `gpu-${home}`, configFile: '', defaultConfigFile: '', home };
}

/** What a stopped machine’s disk is like: its root has only the home folder. */
const diskOf = (remote: Remote): Source => {
  const source = machineSource(remote);
  const entries: [] = [];
  return {
    ...source,
    list: (folder, signal) =>
      folder === '/' ? Promise.resolve({ root: '/', entries }) : source.list(folder, signal),
  };
};

async function filled() {
  const old = await machine();
  await mkdir(join(old.home, 'data/empty'), { recursive: true });
  await mkdir(join(old.home, '.ssh'));
  await writeFile(join(old.home, '.ssh/authorized_keys'), 'old');
  await writeFile(join(old.home, 'data/a b'), 'weights');
  await writeFile(join(old.home, '.bashrc'), 'export A=1');
  await symlink('a b', join(old.home, 'data/link'));
  await chmod(join(old.home, 'data'), 0o700);
  const way = {
    folder: join(await temporaryFolder(), 'way'),
    ...{ clock: systemClock, signal: new AbortController().signal, report: () => undefined },
  };
  return { old, way };
}

it('brings the home folder to a machine, whose own keys stay', async () => {
  const { old, way } = await filled();
  const to = await machine();
  await mkdir(join(to.home, '.ssh'));
  await writeFile(join(to.home, '.ssh/authorized_keys'), 'new');
  await writeFile(join(to.home, '.bashrc'), 'of the image');
  expect(await fetchDisk(diskOf(old), way)).toEqual({ left: [], gone: [] });
  expect(await sendDisk(to, way)).toEqual({ files: 3, bytes: 17, left: [] });
  expect(await readFile(join(to.home, 'data/a b'), 'utf8')).toBe('weights');
  expect(await readFile(join(to.home, '.bashrc'), 'utf8')).toBe('export A=1');
  expect(await readFile(join(to.home, '.ssh/authorized_keys'), 'utf8')).toBe('new');
  expect(await readlink(join(to.home, 'data/link'))).toBe('a b');
  expect(existsSync(join(to.home, 'data/empty'))).toBe(true);
  expect((await lstat(join(to.home, 'data'))).mode & 0o777).toBe(0o700);
  // Once more, after a break: the same, and nothing is copied twice.
  expect(await fetchDisk(diskOf(old), way)).toEqual({ left: [], gone: [] });
  expect(await sendDisk(to, way)).toEqual({ files: 3, bytes: 17, left: [] });
});

it('leaves out what was deleted between two tries, but not what can’t be looked at any more', async () => {
  const { old, way } = await filled();
  await mkdir(join(old.home, 'gone/deep'), { recursive: true });
  await mkdir(join(old.home, 'kept'));
  await writeFile(join(old.home, 'gone/deep/file'), 'secret');
  await writeFile(join(old.home, 'kept/file'), 'kept');
  await symlink('../kept', join(old.home, 'gone/link'));
  await fetchDisk(diskOf(old), way);
  await rm(join(old.home, 'gone'), { recursive: true });
  // Of a copy that broke off, which goes on with it.
  await mkdir(join(way.folder, 'home/.gpu-rental-copy-1/new'), { recursive: true });
  await rm(join(old.home, 'data/a b'));
  const disk = diskOf(old);
  const unreadable = [{ path: 'kept', why: 'unreadable' as const }];
  const withoutKept: typeof disk.plan = async (...asked) => {
    const all = await disk.plan(...asked);
    const added = all.added.filter((entry) => !entry.path.startsWith('kept'));
    return { ...all, added, leftOut: unreadable };
  };
  const again = await fetchDisk({ ...disk, plan: withoutKept }, way);
  expect(again.gone.toSorted()).toEqual(
    ['~/data/a b', '~/gone', '~/gone/deep', '~/gone/deep/file', '~/gone/link'].toSorted(),
  );
  expect(again.left).toEqual(['~/kept']);
  expect(existsSync(join(way.folder, 'home/.gpu-rental-copy-1/new'))).toBe(true);
  const to = await machine();
  await sendDisk(to, way);
  expect(existsSync(join(to.home, 'gone'))).toBe(false);
  expect(existsSync(join(to.home, 'data/a b'))).toBe(false);
  expect(await readFile(join(to.home, 'kept/file'), 'utf8')).toBe('kept');
});

it('doesn’t say that all was moved where a file differs there', async () => {
  const { old, way } = await filled();
  const to = await machine();
  await fetchDisk(diskOf(old), way);
  const at = join(to.home, 'data/a b');
  // Somebody writes there before it is compared.
  const report = (message: string): void => {
    if (message === 'comparing files') appendFileSync(at, '!');
  };
  await expect(sendDisk(to, { ...way, report })).rejects.toThrow('data/a b differs after it was copied.');
});

it('moves nothing of a disk that can’t be listed', async () => {
  const { old, way } = await filled();
  const list = () => Promise.reject(new Error('The connection was lost.'));
  await expect(fetchDisk({ ...diskOf(old), list }, way)).rejects.toThrow('The connection was lost.');
});
