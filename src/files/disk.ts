import * as fs from 'node:fs/promises';
import { systemClock, pauseFor } from '../clock';

/** A file that this process has just created. */
export interface NewFile {
  write(content: Buffer): Promise<void>;
  /** Sets its modification time to now. */
  touch(): Promise<void>;
  /** Waits until its content is on the disk: after a power failure, a file that was only renamed may be empty. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What files shared between windows need from a disk. Failures are Node's system errors (`code: 'ENOENT'` …). */
export interface Disk {
  readFile(path: string): Promise<Buffer>;
  /** Does not follow a symbolic link. Milliseconds since the epoch. */
  lstat(path: string): Promise<{ modifiedMs: number }>;
  /** A text that changes whenever the file is changed or replaced. */
  versionOf(path: string): Promise<string>;
  readdir(path: string): Promise<string[]>;
  /** Creates and opens a file. Fails with EEXIST if `path` exists (O_EXCL). */
  createExclusive(path: string, mode: number): Promise<NewFile>;
  /** Gives a file a second name. Fails with EEXIST if `newPath` exists. */
  link(path: string, newPath: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Sets the modification time of a file to now. */
  touch(path: string): Promise<void>;
  /** Creates a folder and its missing parents, for this user only. */
  makeFolder(path: string): Promise<void>;
}

export interface PatienceOptions {
  platform?: NodeJS.Platform;
  sleep?: (milliseconds: number) => Promise<void>;
}

/** What Windows reports while a virus scanner, an indexer or another reader has the file open. */
const passing: readonly (string | undefined)[] = ['EPERM', 'EACCES', 'EBUSY'];
/** How often to try, and the milliseconds before the second try, doubled for each further one: 1.3 s together. */
const attempts = { most: 8, pause: 10 };

/** The same disk, which on Windows tries again for a moment to rename or remove a file that another program has open. */
export function patient<T extends Pick<Disk, 'rename' | 'unlink'>>(
  disk: T,
  {
    platform = process.platform,
    sleep = (milliseconds) => pauseFor(systemClock, milliseconds),
  }: PatienceOptions = {},
): T {
  if (platform !== 'win32') return disk;
  const tryAgain = async (action: () => Promise<void>): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await action();
        return;
      } catch (error) {
        if (!passing.includes(codeOf(error)) || attempt === attempts.most) throw error;
        await sleep(attempts.pause * 2 ** (attempt - 1));
      }
    }
  };
  return {
    ...disk,
    rename: (from, to) => tryAgain(() => disk.rename(from, to)),
    unlink: (path) => tryAgain(() => disk.unlink(path)),
  };
}

/** The real disk. */
export const nodeDisk: Disk = patient({
  readFile: (path) => fs.readFile(path),
  lstat: async (path) => ({ modifiedMs: (await fs.lstat(path)).mtimeMs }),
  async versionOf(path) {
    const { ino, size, mtimeNs, ctimeNs } = await fs.lstat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  },
  readdir: (path) => fs.readdir(path),
  async createExclusive(path, mode) {
    const handle = await fs.open(path, 'wx', mode);
    return {
      write: (content) => handle.writeFile(content),
      touch: () => {
        const now = new Date(systemClock.now());
        return handle.utimes(now, now);
      },
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  link: (path, newPath) => fs.link(path, newPath),
  rename: (from, to) => fs.rename(from, to),
  unlink: (path) => fs.unlink(path),
  touch: (path) => {
    const now = new Date(systemClock.now());
    return fs.utimes(path, now, now);
  },
  async makeFolder(path) {
    await fs.mkdir(path, { recursive: true, mode: 0o700 });
  },
});

/** The `code` of a Node system error (`ENOENT` …), or undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether it could be done, where a failure says all that matters. */
export const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

/** The format of our files. One without a number has this one too. */
const format = 1;

/**
 * Whether a newer version of this extension wrote a file in a format that this one would lose something of. Such a
 * file begins with `{"version": 2`; whoever changes a format that way writes it so, and leaves fields be that are
 * merely new.
 */
export function isOfNewerFormat(content: Buffer): boolean {
  const version = /^\s*\{\s*"version"\s*:\s*(\d+)/.exec(content.toString('latin1', 0, 80))?.[1];
  return Number(version ?? format) > format;
}
