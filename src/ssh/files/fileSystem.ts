import * as fs from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { systemClock } from '../../clock';
import { type Disk, type NewFile as DiskFile, nodeDisk } from '../../files/disk';
import { isOpenForWriting, ownerOnly } from './system';
import { runProgram } from '../run/runSsh';

export interface FileInfo {
  kind: 'file' | 'directory' | 'symlink' | 'other';
  /** Permission bits only, such as 0o600. */
  mode: number;
  uid: number;
  gid: number;
  links: number;
  modifiedMs: number;
}

/** A file that this process has just created and no other process has open. */
export interface NewFile extends DiskFile {
  chmod(mode: number): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
}

/** What the ssh floor needs from a disk. Failures are Node's system errors (`code: 'ENOENT'` …). */
export interface FileSystem extends Pick<Disk, 'readFile' | 'readdir' | 'link' | 'rename' | 'unlink'> {
  /** Follows symbolic links. */
  stat(path: string): Promise<FileInfo>;
  lstat(path: string): Promise<FileInfo>;
  readlink(path: string): Promise<string>;
  /** The same path without symbolic links. */
  realpath(path: string): Promise<string>;
  /** Fails with EACCES or EROFS unless this process may write the file in place. */
  checkWritable(path: string): Promise<void>;
  /** Creates and opens a file. Fails with EEXIST if `path` exists (O_EXCL). */
  createExclusive(path: string, mode: number): Promise<NewFile>;
  /** Replaces the content of an existing file in place and syncs it. */
  overwrite(path: string, content: Buffer): Promise<void>;
  /** Copies the access lists and extended attributes of another file. This may change the file's content. */
  copyAttributes(from: string, to: string): Promise<void>;
  /** Whether a process has the file open for writing; undefined if unknown. */
  isOpenForWriting(path: string): Promise<boolean | undefined>;
  mkdir(path: string, mode: number): Promise<void>;
  rmdir(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  /** Keeps other users out of a folder of ours where modes don't; never rejects. */
  ownerOnly(folder: string): Promise<void>;
  /** Makes sure that a finished rename survives a power failure. */
  syncDirectory(path: string): Promise<void>;
}

export const nodeFileSystem: FileSystem = {
  ...nodeDisk,
  stat: async (path) => fileInfo(await fs.stat(path)),
  lstat: async (path) => fileInfo(await fs.lstat(path)),
  readlink: (path) => fs.readlink(path),
  realpath: (path) => fs.realpath(path),
  checkWritable: (path) => fs.access(path, fs.constants.W_OK),
  async createExclusive(path, mode) {
    const handle = await fs.open(path, 'wx', mode);
    return {
      write: async (content) => {
        await handle.truncate();
        await handle.writeFile(content);
      },
      chmod: (newMode) => handle.chmod(newMode),
      chown: (uid, gid) => handle.chown(uid, gid),
      sync: () => handle.sync(),
      touch: () => {
        const now = new Date(systemClock.now());
        return handle.utimes(now, now);
      },
      close: () => handle.close(),
    };
  },
  async overwrite(path, content) {
    const handle = await fs.open(path, 'r+');
    try {
      // Writes everything first and truncates afterwards, so that a file left by a killed process can be recognized.
      for (let at = 0; at < content.length;) {
        // On a disk that is nearly full it writes less than it was given, without an error.
        const { bytesWritten } = await handle.write(content, at, content.length - at, at);
        at += bytesWritten;
      }
      await handle.truncate(content.length);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  copyAttributes,
  isOpenForWriting: (path) => isOpenForWriting(path),
  async mkdir(path, mode) {
    await fs.mkdir(path, { mode });
  },
  rmdir: (path) => fs.rmdir(path),
  chmod: (path, mode) => fs.chmod(path, mode),
  ownerOnly: (folder) => ownerOnly(folder),
  async syncDirectory(path) {
    const handle = await fs.open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** Node can't copy these; the system's `cp` can. */
async function copyAttributes(from: string, to: string): Promise<void> {
  const options = process.platform === 'darwin' ? ['-p'] : ['--attributes-only', '--preserve=all'];
  const { code, missing } = await runProgram([...options, '--', from, to], {
    program: 'cp',
    timeoutMs: 10_000,
  });
  if (code !== 0) throw Object.assign(new Error('cp failed'), { code: missing ? 'ENOENT' : 'EIO' });
}

function fileInfo(stats: Stats): FileInfo {
  return {
    kind: kindOf(stats),
    mode: stats.mode & 0o7777,
    uid: stats.uid,
    gid: stats.gid,
    links: stats.nlink,
    modifiedMs: stats.mtimeMs,
  };
}

function kindOf(stats: Stats): FileInfo['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}
