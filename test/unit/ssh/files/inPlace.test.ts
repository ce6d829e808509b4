import { execFileSync, spawn } from 'node:child_process';
import { open, link, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import fc from '../../support/fastCheck';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeFileSystem, type FileInfo, type FileSystem } from '../../../../src/ssh/files/fileSystem';
import { editFile } from '../../../../src/ssh/files/safeWrite';
import { finishInPlace, isMixture, mustStayInPlace } from '../../../../src/ssh/files/writeInPlace';
import { faultyFileSystem, systemError } from '../support/faultyFileSystem';
import { memoryFolder, temporaryFolder } from '../support/temporary';

const append = (before: Buffer | undefined): Buffer =>
  Buffer.concat([before ?? Buffer.alloc(0), Buffer.from('+')]);
const noSleep = { sleep: () => Promise.resolve() };
const windows = { writer: { platform: 'win32', uid: undefined, groups: [] } } as const;

async function fileWith(content: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'config');
  await writeFile(file, content);
  return file;
}

const namesBeside = (file: string): Promise<string[]> => readdir(path.dirname(file));

type Write = (
  this: unknown,
  content: Buffer,
  at: number,
  length: number,
  position: number,
) => Promise<unknown>;

describe('a disk that takes only a part of what it is given', () => {
  /** From now on each write takes so many bytes; undefined: the disk is full. */
  async function limitWrites(...limits: (number | undefined)[]): Promise<void> {
    const handle = await open(import.meta.filename);
    const of = Object.getPrototypeOf(handle) as typeof handle;
    await handle.close();
    const write = Reflect.get(of, 'write') as Write;
    const limited = vi.spyOn(of, 'write').mockImplementation(async function (this: typeof handle, ...given) {
      const [content, at, length, position] = given as unknown as [Buffer, number, number, number];
      const limit = limits.length > 0 ? limits.shift() : length;
      if (limit === undefined) throw systemError('ENOSPC');
      return (await write.call(this, content, at, Math.min(length, limit), position)) as never;
    });
    onTestFinished(() => limited.mockRestore());
  }

  it('gets the rest', async () => {
    const file = await fileWith('Host old\n');
    await limitWrites(2, 1);
    await nodeFileSystem.overwrite(file, Buffer.from('Host new and longer\n'));
    expect(await readFile(file, 'utf8')).toBe('Host new and longer\n');
  });

  it('leaves what can be told from both contents when it is full, and nothing of neither', async () => {
    const [before, after] = ['Host old\nPort 22\n', 'Host new and longer\nPort 2222\n'];
    const file = await fileWith(before);
    await limitWrites(6, undefined);
    await expect(nodeFileSystem.overwrite(file, Buffer.from(after))).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    const found = await readFile(file);
    expect(found.toString()).toBe('Host nld\nPort 22\n');
    expect(isMixture(found, { before: Buffer.from(before), after: Buffer.from(after) })).toBe(true);
  });
});

describe('a program that has the file open', () => {
  it('loses nothing of what it writes then', async ({ skip }) => {
    if (process.platform !== 'linux') skip('only Linux tells which files are open');
    const file = await fileWith('a');
    // Writes and goes as soon as it is waited for, into the file that it opened before.
    const theirs = spawn('sh', ['-c', 'exec >>"$1"; echo opened >&2; read x; echo theirs', '-', file], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => theirs.once('exit', resolve));
    await new Promise((resolve) => theirs.stderr.once('data', resolve));
    const sleep = async (): Promise<void> => {
      theirs.stdin.end('go\n');
      await ended;
    };
    expect(await editFile(nodeFileSystem, file, append, { sleep })).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('atheirs\n+');
    expect(await namesBeside(file)).toEqual(['config']);
  });

  it('keeps its file untouched when it does not get done, with the reason', async ({ skip }) => {
    if (process.platform !== 'linux') skip('only Linux tells which files are open');
    const file = await fileWith('a');
    const theirs = await open(file, 'a');
    onTestFinished(() => theirs.close());
    await expect(editFile(nodeFileSystem, file, append, noSleep)).rejects.toThrow(/open in another program/);
    await theirs.write(' theirs');
    expect(await readFile(file, 'utf8')).toBe('a theirs');
    expect(await namesBeside(file)).toEqual(['config']);
  });

  it('gets its file back when it opened it in the last instant', async ({ skip }) => {
    if (process.platform !== 'linux') skip('only Linux tells which files are open');
    const file = await fileWith('a');
    let theirs: Awaited<ReturnType<typeof open>> | undefined;
    const rename = async (from: string, to: string): Promise<void> => {
      theirs ??= await open(file, 'a');
      await nodeFileSystem.rename(from, to);
    };
    onTestFinished(() => theirs?.close());
    const edit = editFile({ ...nodeFileSystem, rename }, file, append, noSleep);
    await expect(edit).rejects.toMatchObject({ code: 'busy' });
    await theirs?.write(' theirs');
    expect(await readFile(file, 'utf8')).toBe('a theirs');
    expect(await namesBeside(file)).toEqual(['config']);
  });

  it('does no harm by reading only', async () => {
    const file = await fileWith('a');
    const reader = await open(file, 'r');
    onTestFinished(() => reader.close());
    expect(await editFile(nodeFileSystem, file, append, noSleep)).toBe(true);
  });

  it('is found by a second look where nobody can tell who has it open', async () => {
    const file = await fileWith('a');
    const theirs = await open(file, 'a');
    let looks = 0;
    const sleep = async (): Promise<void> => {
      if (++looks !== 2) return;
      await theirs.write(' theirs');
      await theirs.close();
    };
    const fs: FileSystem = { ...nodeFileSystem, isOpenForWriting: () => Promise.resolve(undefined) };
    expect(await editFile(fs, file, append, { sleep })).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('a theirs+');
  });
});

describe('a file that must stay the same file', () => {
  it('keeps its other names', async () => {
    const file = await fileWith('a');
    const other = path.join(path.dirname(file), 'other');
    await link(file, other);
    await editFile(nodeFileSystem, file, append);
    expect(await readFile(other, 'utf8')).toBe('a+');
    expect((await stat(file)).ino).toBe((await stat(other)).ino);
    expect((await namesBeside(file)).sort()).toEqual(['config', 'other']);
  });

  it('keeps its extended attributes', async ({ skip }) => {
    const file = await fileWith('a');
    const attribute = (script: string): string =>
      execFileSync('python3', ['-c', `import os,sys; ${script}`, file], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString();
    try {
      attribute('os.setxattr(sys.argv[1], "user.mine", b"kept")');
    } catch {
      skip('no extended attributes here');
    }
    await editFile(nodeFileSystem, file, append);
    expect(attribute('print(os.getxattr(sys.argv[1], "user.mine").decode())')).toBe('kept\n');
    expect(await readFile(file, 'utf8')).toBe('a+');
  });

  it('stays in place where its attributes cannot be carried over', async () => {
    const file = await fileWith('a');
    const before = await stat(file);
    const fs: FileSystem = { ...nodeFileSystem, copyAttributes: () => Promise.reject(systemError('ENOENT')) };
    await editFile(fs, file, append);
    expect(await readFile(file, 'utf8')).toBe('a+');
    expect((await stat(file)).ino).toBe(before.ino);
    expect(await namesBeside(file)).toEqual(['config']);
  });

  it('stays in place on Windows, where a new one would take the rights of its folder', async () => {
    const file = await fileWith('a');
    const before = await stat(file);
    await editFile(nodeFileSystem, file, append, windows);
    expect(await readFile(file, 'utf8')).toBe('a+');
    expect((await stat(file)).ino).toBe(before.ino);
  });

  it('is written anew from what another program wrote meanwhile', async () => {
    const file = await fileWith('a');
    let left = 1;
    const isOpenForWriting = async (): Promise<boolean> => {
      if (left-- > 0) await writeFile(file, 'theirs');
      return false;
    };
    const options = { ...windows, ...noSleep };
    await editFile({ ...nodeFileSystem, isOpenForWriting }, file, append, options);
    expect(await readFile(file, 'utf8')).toBe('theirs+');
    expect(await namesBeside(file)).toEqual(['config']);
  });

  const info: FileInfo = { kind: 'file', mode: 0o600, uid: 7, gid: 8, links: 1, modifiedMs: 0 };
  it.each([
    [{}, { platform: 'linux', uid: 7, groups: [8] }, false],
    [{ links: 2 }, { platform: 'linux', uid: 7, groups: [8] }, true],
    [{}, { platform: 'linux', uid: 7, groups: [9] }, true],
    [{}, { platform: 'linux', uid: 0, groups: [0] }, false],
    [{}, { platform: 'win32', uid: undefined, groups: [] }, true],
  ] as const)('%j written by %j: %s', (change, writer, expected) =>
    expect(mustStayInPlace({ ...info, ...change }, writer)).toBe(expected),
  );
});

describe('a process that stops at any step of a write in place', () => {
  it.each([
    ['longer', 'Host mine\n'.repeat(30), 'gpu-rental\n'.repeat(10) + 'Host mine\n'.repeat(30)],
    ['shorter', 'gpu-rental\n'.repeat(10) + 'Host mine\n'.repeat(30), 'Host mine\n'.repeat(30)],
  ])('leaves what the next edit makes whole again (%s)', async (_, before, after) => {
    const folder = await memoryFolder();
    for (const fault of ['fails', 'stops'] as const) {
      for (let at = 0; ; at++) {
        const file = path.join(folder, `${fault}-${at}`);
        await writeFile(file, before);
        const fs = faultyFileSystem(at, fault);
        const options = { ...windows, ...noSleep };
        await editFile(fs, file, () => Buffer.from(after), options).catch(() => undefined);
        if (at >= fs.steps.length) break;
        let found = '';
        await editFile(nodeFileSystem, file, (content) => void (found = content?.toString() ?? ''), options);
        expect([before, after], `after step ${at} (${fs.steps[at] ?? ''})`).toContain(found);
        expect((await readdir(folder)).filter((name) => /undo|rescued/.test(name))).toEqual([]);
      }
    }
  });

  it('loses nothing of another program that has written since', async () => {
    const folder = await memoryFolder();
    const file = path.join(folder, 'config');
    await writeFile(file, 'before');
    const overwrite = async (): Promise<void> => {
      await writeFile(file, 'theirs');
      throw systemError('EIO');
    };
    const fs = { ...nodeFileSystem, overwrite };
    await expect(editFile(fs, file, () => Buffer.from('after'), windows)).rejects.toMatchObject({
      code: 'io',
    });
    await finishInPlace(nodeFileSystem, file);
    expect(await readFile(file, 'utf8')).toBe('theirs');
    const [rescued = ''] = (await readdir(folder)).filter((name) => name.includes('rescued'));
    const note: unknown = JSON.parse(await readFile(path.join(folder, rescued), 'utf8'));
    expect(note).toMatchObject({ before: Buffer.from('before').toString('base64') });
  });

  it('is known by what it left, wherever it stopped', () => {
    const bytes = fc.array(fc.constantFrom(97, 98), { maxLength: 12 }).map((list) => Buffer.from(list));
    fc.assert(
      fc.property(bytes, bytes, fc.nat(12), (before, after, stop) => {
        const at = Math.min(stop, after.length);
        const found = Buffer.concat([after.subarray(0, at), before.subarray(at)]);
        const whole = found.equals(before) || found.equals(after);
        expect(isMixture(found, { before, after })).toBe(!whole);
      }),
      { numRuns: 2000 },
    );
  });
});
