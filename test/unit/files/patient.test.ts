import { readFile, readdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk, patient } from '../../../src/files/disk';
import { nodeFileSystem, type FileSystem } from '../../../src/ssh/files/fileSystem';
import { editFile } from '../../../src/ssh/files/safeWrite';
import { writeText } from '../../../src/stores/windows/jsonFile';
import { systemError } from '../ssh/support/faultyFileSystem';
import { temporaryFolder } from '../ssh/support/temporary';

const codes = ['EPERM', 'EACCES', 'EBUSY'];
const sleep = () => Promise.resolve();
const writer = { platform: 'win32', uid: undefined, groups: [] } as const;

/** Each rename and each removal fails so often before it works, as beside a program that reads the file. */
function besideReader<T extends Pick<FileSystem, 'rename' | 'unlink'>>(
  disk: T,
  code: string,
  times: number,
  platform: NodeJS.Platform = 'win32',
): T {
  const failures = new Map<string, number>();
  const unless = (name: string, action: () => Promise<void>): Promise<void> => {
    const failed = failures.get(name) ?? 0;
    failures.set(name, failed + 1);
    return failed < times ? Promise.reject(systemError(code)) : action();
  };
  const busy: T = {
    ...disk,
    rename: (from, to) => unless(from, () => disk.rename(from, to)),
    unlink: (name) => unless(name, () => disk.unlink(name)),
  };
  return patient(busy, { platform, sleep });
}

async function fileWith(content: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'file');
  await writeFile(file, content);
  return file;
}

describe.each(codes)('on Windows, a file that another program reads (%s)', (code) => {
  it('is replaced as soon as the system lets it', async () => {
    const file = await fileWith('old');
    await writeText(file, 'new', besideReader(nodeDisk, code, 3));
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readdir(path.dirname(file))).toEqual(['file']);
  });

  it('is edited in place, and its note is removed', async () => {
    const file = await fileWith('a');
    const fs = besideReader(nodeFileSystem, code, 3);
    expect(await editFile(fs, file, () => Buffer.from('a+'), { sleep, writer })).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('a+');
    expect(await readdir(path.dirname(file))).toEqual(['file']);
  });

  it('stays, and the error is reported, when that program does not let go', async () => {
    const file = await fileWith('old');
    await expect(writeText(file, 'new', besideReader(nodeDisk, code, 1000))).rejects.toThrow(code);
    expect(await readFile(file, 'utf8')).toBe('old');
  });
});

it.each(['linux', 'darwin'] as const)('%s reports a failed rename at once', async (platform) => {
  const file = await fileWith('old');
  await expect(writeText(file, 'new', besideReader(nodeDisk, 'EACCES', 1, platform))).rejects.toThrow();
});
