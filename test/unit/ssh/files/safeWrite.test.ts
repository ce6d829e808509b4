import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patient } from '../../../../src/files/disk';
import { nodeFileSystem, type FileSystem } from '../../../../src/ssh/files/fileSystem';
import { editFile } from '../../../../src/ssh/files/safeWrite';
import { systemError } from '../support/faultyFileSystem';
import { temporaryFolder } from '../support/temporary';

const append = (before: Buffer | undefined): Buffer =>
  Buffer.concat([before ?? Buffer.alloc(0), Buffer.from('+')]);
const noSleep = { sleep: () => Promise.resolve() };
const withFault = (fault: Partial<FileSystem>): FileSystem => ({ ...nodeFileSystem, ...fault });

async function fileWith(content: string, mode = 0o644): Promise<string> {
  const file = path.join(await temporaryFolder(), 'config');
  await writeFile(file, content);
  await chmod(file, mode);
  return file;
}

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o7777;

describe('editFile', () => {
  it('creates a missing file with mode 0600', async () => {
    const file = path.join(await temporaryFolder(), 'config');
    expect(await editFile(nodeFileSystem, file, append)).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('+');
    expect(await modeOf(file)).toBe(0o600);
  });

  it.each([0o600, 0o644, 0o640, 0o700])('keeps mode %o', async (mode) => {
    const file = await fileWith('a', mode);
    await editFile(nodeFileSystem, file, append);
    expect(await modeOf(file)).toBe(mode);
  });

  it('leaves no temporary file behind', async () => {
    const file = await fileWith('a');
    await editFile(nodeFileSystem, file, append);
    expect(await readdir(path.dirname(file))).toEqual(['config']);
  });

  it('does not touch the file when nothing changes', async () => {
    const file = await fileWith('a');
    const before = await stat(file);
    expect(await editFile(nodeFileSystem, file, () => undefined)).toBe(false);
    expect(await editFile(nodeFileSystem, file, () => Buffer.from('a'))).toBe(false);
    expect((await stat(file)).ino).toBe(before.ino);
  });

  it('writes through a chain of symbolic links and keeps them', async () => {
    const file = await fileWith('a');
    const folder = path.dirname(file);
    await symlink('config', path.join(folder, 'one'));
    await symlink(path.join(folder, 'one'), path.join(folder, 'two'));
    await editFile(nodeFileSystem, path.join(folder, 'two'), append);
    expect(await readFile(file, 'utf8')).toBe('a+');
    expect((await lstat(path.join(folder, 'two'))).isSymbolicLink()).toBe(true);
    expect((await lstat(path.join(folder, 'one'))).isSymbolicLink()).toBe(true);
  });

  it('creates the missing target of a symbolic link', async () => {
    const folder = await temporaryFolder();
    await symlink(path.join(folder, 'real'), path.join(folder, 'config'));
    await editFile(nodeFileSystem, path.join(folder, 'config'), append);
    expect(await readFile(path.join(folder, 'real'), 'utf8')).toBe('+');
  });

  it('writes a file that a symbolic link finds on another device', async ({ skip }) => {
    if (process.platform !== 'linux' || !existsSync('/dev/shm')) skip('no second device here');
    const folder = await temporaryFolder();
    const other = await mkdtemp('/dev/shm/gpu-rental-');
    onTestFinished(() => rm(other, { recursive: true, maxRetries: 5 }));
    if ((await stat(folder)).dev === (await stat(other)).dev) skip('no second device here');
    await writeFile(path.join(other, 'config'), 'a');
    await symlink(path.join(other, 'config'), path.join(folder, 'config'));
    await editFile(nodeFileSystem, path.join(folder, 'config'), append);
    expect(await readFile(path.join(other, 'config'), 'utf8')).toBe('a+');
    expect(await readdir(other)).toEqual(['config']);
  });

  it('keeps the owner', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can give files away');
    const file = await fileWith('a');
    await nodeFileSystem.createExclusive(`${file}2`, 0o600).then(async (created) => {
      await created.chown(1000, 1001);
      await created.close();
    });
    await editFile(nodeFileSystem, `${file}2`, append);
    expect(await stat(`${file}2`)).toMatchObject({ uid: 1000, gid: 1001 });
  });

  it('starts again from what another program wrote meanwhile', async () => {
    const file = await fileWith('a');
    let seen = 0;
    await editFile(nodeFileSystem, file, async (before) => {
      if (seen++ === 0) await writeFile(file, 'theirs');
      return append(before);
    });
    expect(await readFile(file, 'utf8')).toBe('theirs+');
  });

  it('starts again when another program created the file meanwhile', async () => {
    const file = path.join(await temporaryFolder(), 'config');
    const fs = withFault({
      link: async (from, to) => {
        if (!existsSync(file)) await writeFile(file, 'theirs');
        return nodeFileSystem.link(from, to);
      },
    });
    await editFile(fs, file, append);
    expect(await readFile(file, 'utf8')).toBe('theirs+');
  });

  it('keeps what another program wrote in the instant before the file was replaced', async () => {
    const file = await fileWith('a');
    let left = 1;
    const rename = async (from: string, to: string): Promise<void> => {
      if (left-- > 0) await appendFile(file, ' theirs');
      await nodeFileSystem.rename(from, to);
    };
    expect(await editFile(withFault({ rename }), file, append, noSleep)).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('a theirs+');
    expect(await readdir(path.dirname(file))).toEqual(['config']);
  });

  it('keeps both versions when that happens twice in a row', async () => {
    const file = await fileWith('a');
    let writes = 0;
    const rename = async (from: string, to: string): Promise<void> => {
      await appendFile(file, ` ${++writes}`);
      await nodeFileSystem.rename(from, to);
    };
    const edit = editFile(withFault({ rename }), file, append, noSleep);
    await expect(edit).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const names = await readdir(path.dirname(file));
    const all = await Promise.all(names.map((name) => readFile(path.join(path.dirname(file), name), 'utf8')));
    expect(all.sort()).toEqual(['a 1+', 'a+ 2']);
  });

  it('keeps what another program wrote in that instant also when the edit then has nothing to do', async () => {
    const file = await fileWith('a');
    let left = 1;
    const rename = async (from: string, to: string): Promise<void> => {
      if (left-- > 0) await writeFile(file, 'theirs');
      await nodeFileSystem.rename(from, to);
    };
    const edit = (before: Buffer | undefined): Buffer | undefined =>
      before?.toString() === 'theirs' ? undefined : append(before);
    await editFile(withFault({ rename }), file, edit, noSleep);
    expect(await readFile(file, 'utf8')).toBe('theirs');
  });

  it('keeps it beside the file when it cannot be edited', async () => {
    const file = await fileWith('a');
    let left = 1;
    const rename = async (from: string, to: string): Promise<void> => {
      if (left-- > 0) await writeFile(file, 'User "half');
      await nodeFileSystem.rename(from, to);
    };
    const edit = (before: Buffer | undefined): Buffer => {
      if (before?.includes('"')) throw new Error('an open quote');
      return append(before);
    };
    const done = editFile(withFault({ rename }), file, edit, noSleep);
    await expect(done).rejects.toMatchObject({ code: 'changed_meanwhile' });
    const names = await readdir(path.dirname(file));
    const all = await Promise.all(names.map((name) => readFile(path.join(path.dirname(file), name), 'utf8')));
    expect(all.sort()).toEqual(['User "half', 'a+']);
  });

  it('does not take a file for empty that another program is just writing anew', async () => {
    const file = await fileWith('');
    let reads = 0;
    const readWhileSaving = async (name: string): Promise<Buffer> => {
      const content = await nodeFileSystem.readFile(name);
      if (reads++ === 0) await writeFile(file, 'all of it');
      return content;
    };
    await editFile(withFault({ readFile: readWhileSaving }), file, append, noSleep);
    expect(await readFile(file, 'utf8')).toBe('all of it+');
  });

  it('gives up, with the other program’s content in place, when the file never rests', async () => {
    const file = await fileWith('a');
    let writes = 0;
    const edit = async (before: Buffer | undefined): Promise<Buffer> => {
      await writeFile(file, `theirs ${++writes}`);
      return append(before);
    };
    await expect(editFile(nodeFileSystem, file, edit, noSleep)).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(await readFile(file, 'utf8')).toBe(`theirs ${writes}`);
    expect(await readdir(path.dirname(file))).toEqual(['config']);
  });

  it.each(['EPERM', 'EACCES', 'EBUSY'])('tries a rename again that fails with %s', async (code) => {
    const file = await fileWith('a');
    let left = 3;
    const rename = (from: string, to: string): Promise<void> =>
      left-- > 0 ? Promise.reject(systemError(code)) : nodeFileSystem.rename(from, to);
    await editFile(patient(withFault({ rename }), { platform: 'win32', ...noSleep }), file, append, noSleep);
    expect(await readFile(file, 'utf8')).toBe('a+');
  });

  it.each([
    ['EPERM', 'denied'],
    ['EBUSY', 'busy'],
    ['EXDEV', 'io'],
  ])('reports a rename that goes on failing with %s and leaves nothing behind', async (system, code) => {
    const file = await fileWith('a');
    const fs = withFault({ rename: () => Promise.reject(systemError(system)) });
    await expect(editFile(fs, file, append, noSleep)).rejects.toMatchObject({ name: 'SshConfigError', code });
    expect(await readFile(file, 'utf8')).toBe('a');
    expect(await readdir(path.dirname(file))).toEqual(['config']);
  });

  it.each(['EACCES', 'EIO', 'ENOTDIR', 'EMFILE', 'EPERM'])(
    'never takes %s for an empty file',
    async (code) => {
      const file = await fileWith('precious');
      const fs = withFault({ readFile: () => Promise.reject(systemError(code)) });
      await expect(editFile(fs, file, append)).rejects.toMatchObject({ code: 'unreadable', path: file });
      expect(await readFile(file, 'utf8')).toBe('precious');
    },
  );

  it('does not write a file whose second reading fails', async () => {
    const file = await fileWith('precious');
    let reads = 0;
    const readFileOnce = (name: string): Promise<Buffer> =>
      reads++ === 0 ? nodeFileSystem.readFile(name) : Promise.reject(systemError('EIO'));
    await expect(editFile(withFault({ readFile: readFileOnce }), file, append)).rejects.toMatchObject({
      code: 'unreadable',
    });
    expect(await readFile(file, 'utf8')).toBe('precious');
  });

  it('refuses a directory', async () => {
    const folder = await temporaryFolder();
    await expect(editFile(nodeFileSystem, folder, append)).rejects.toMatchObject({ code: 'directory' });
  });

  it('refuses a read-only file', async () => {
    const file = await fileWith('a', 0o444);
    await expect(editFile(nodeFileSystem, file, append)).rejects.toMatchObject({ code: 'read_only' });
    expect(await readFile(file, 'utf8')).toBe('a');
    expect(await modeOf(file)).toBe(0o444);
  });

  it('refuses a file on a file system that is mounted read-only', async () => {
    const file = await fileWith('a');
    const fs = withFault({ createExclusive: () => Promise.reject(systemError('EROFS')) });
    await expect(editFile(fs, file, append)).rejects.toMatchObject({ code: 'read_only' });
  });

  it('refuses a symbolic link that leads to itself', async () => {
    const file = path.join(await temporaryFolder(), 'config');
    await symlink(file, file);
    await expect(editFile(nodeFileSystem, file, append)).rejects.toMatchObject({ code: 'symlink_loop' });
  });

  it('refuses to write where a folder is missing', async () => {
    const file = path.join(await temporaryFolder(), 'missing', 'config');
    await expect(editFile(nodeFileSystem, file, append)).rejects.toMatchObject({ code: 'io' });
  });

  it('still counts as written when the folder cannot be synced', async () => {
    const file = await fileWith('a');
    const fs = withFault({ syncDirectory: () => Promise.reject(systemError('EISDIR')) });
    expect(await editFile(fs, file, append)).toBe(true);
  });

  it('works where there are no hard links', async () => {
    const folder = path.join(await temporaryFolder(), 'a b');
    await mkdir(folder);
    const fs = withFault({ link: () => Promise.reject(systemError('EPERM')) });
    await editFile(fs, path.join(folder, 'config'), append);
    expect(await readFile(path.join(folder, 'config'), 'utf8')).toBe('+');
  });
});
