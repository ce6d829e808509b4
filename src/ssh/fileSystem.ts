import * as fs from 'node:fs/promises';
import type { Stats } from 'node:fs';

export interface FileInfo {
  kind: 'file' | 'directory' | 'symlink' | 'other';
  /** Permission bits only, such as 0o600. */
  mode: number;
  uid: number;
  gid: number;
  modifiedMs: number;
}

/** A file that this process has just created and nobody else has open. */
export interface NewFile {
  write(content: Buffer): Promise<void>;
  chmod(mode: number): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The steps that the ssh floor takes on a disk; they fail with Node's system errors (`code: 'ENOENT'` …). */
export interface FileSystem {
  readFile(path: string): Promise<Buffer>;
  /** Follows symbolic links. */
  stat(path: string): Promise<FileInfo>;
  lstat(path: string): Promise<FileInfo>;
  readlink(path: string): Promise<string>;
  /** The same place without any symbolic link in its path. */
  realpath(path: string): Promise<string>;
  /** Fails with EACCES or EROFS unless this process may write the file in place. */
  checkWritable(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  /** Creates and opens; fails with EEXIST when there is anything at `path` (O_EXCL). */
  createExclusive(path: string, mode: number): Promise<NewFile>;
  /** A second name for a file; fails with EEXIST when there is anything at `newPath`. */
  link(path: string, newPath: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  mkdir(path: string, mode: number): Promise<void>;
  rmdir(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  /** Makes a finished rename survive a power cut. */
  syncDirectory(path: string): Promise<void>;
}

/** The real file system. */
export const nodeFileSystem: FileSystem = {
  readFile: (path) => fs.readFile(path),
  stat: async (path) => fileInfo(await fs.stat(path)),
  lstat: async (path) => fileInfo(await fs.lstat(path)),
  readlink: (path) => fs.readlink(path),
  realpath: (path) => fs.realpath(path),
  checkWritable: (path) => fs.access(path, fs.constants.W_OK),
  readdir: (path) => fs.readdir(path),
  async createExclusive(path, mode) {
    const handle = await fs.open(path, 'wx', mode);
    return {
      write: (content) => handle.writeFile(content),
      chmod: (newMode) => handle.chmod(newMode),
      chown: (uid, gid) => handle.chown(uid, gid),
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  link: (path, newPath) => fs.link(path, newPath),
  rename: (from, to) => fs.rename(from, to),
  unlink: (path) => fs.unlink(path),
  async mkdir(path, mode) {
    await fs.mkdir(path, { mode });
  },
  rmdir: (path) => fs.rmdir(path),
  chmod: (path, mode) => fs.chmod(path, mode),
  async syncDirectory(path) {
    const handle = await fs.open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

function fileInfo(stats: Stats): FileInfo {
  return {
    kind: kindOf(stats),
    mode: stats.mode & 0o7777,
    uid: stats.uid,
    gid: stats.gid,
    modifiedMs: stats.mtimeMs,
  };
}

function kindOf(stats: Stats): FileInfo['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
}
