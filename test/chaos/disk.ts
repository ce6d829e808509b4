import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Life, Time } from './time';

/** What is wrong with the computer that all windows share. */
export interface Troubles {
  isDiskFull: boolean;
  isKeyringBroken: boolean;
}

interface DiskWorld {
  time: Time;
  life: Life;
  troubles: Troubles;
  /** Processes by their id, for /proc and `kill`. */
  isAlive: (pid: number) => boolean | undefined;
  /** 0 to 1. */
  chance: () => number;
}

const never = new Promise<never>(() => undefined);
const writing = /[wa+]/;

/**
 * The real disk as one window has it: files carry the simulated time, each call happens at once after a turn, a full
 * disk refuses what is written, and a killed window writes nothing more.
 */
export function diskOf(world: DiskWorld) {
  const { time, life } = world;

  const late =
    <A extends unknown[], R>(name: string, run: (...args: A) => R) =>
    async (...args: A): Promise<R> => {
      const end = time.work(`fs.${name} ${String(args[0])}`);
      try {
        await new Promise<void>((resolve) => setImmediate(resolve));
        if (!life.isOver) return run(...args);
      } finally {
        end();
      }
      return never;
    };

  const stamp = (file: string | number): void => {
    const now = time.now() / 1000;
    if (typeof file === 'number') fs.futimesSync(file, now, now);
    else fs.utimesSync(file, now, now);
  };

  const mustFit = (call: string): void => {
    if (!world.troubles.isDiskFull) return;
    throw Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), {
      code: 'ENOSPC',
      errno: -28,
      syscall: call,
    });
  };

  /** As much as fits. */
  const fill = (descriptor: number, content: string | Uint8Array): void => {
    const bytes = Buffer.from(content as Uint8Array);
    const fits = world.troubles.isDiskFull ? Math.floor(bytes.length * world.chance()) : bytes.length;
    fs.writeSync(descriptor, bytes, 0, fits);
    stamp(descriptor);
    mustFit('write');
  };

  const handleOf = (descriptor: number): Partial<FileHandle> => ({
    fd: descriptor,
    writeFile: late('writeFile', (content: string | Uint8Array) => fill(descriptor, content)) as never,
    write: late('write', (content: Uint8Array, offset: number, length: number, position: number) => {
      mustFit('write');
      const bytesWritten = fs.writeSync(descriptor, content, offset, length, position);
      stamp(descriptor);
      return { bytesWritten, buffer: content };
    }) as never,
    read: late('read', (buffer: Uint8Array, offset: number, length: number, position: number) => ({
      bytesRead: fs.readSync(descriptor, buffer, offset, length, position),
      buffer,
    })) as never,
    readFile: late('readFile', () => fs.readFileSync(descriptor)) as never,
    stat: late('stat', () => fs.fstatSync(descriptor)) as never,
    truncate: late('truncate', (length?: number) => fs.ftruncateSync(descriptor, length)),
    chmod: late('chmod', (mode: number) => fs.fchmodSync(descriptor, mode)),
    chown: late('chown', (uid: number, gid: number) => fs.fchownSync(descriptor, uid, gid)),
    utimes: late('utimes', (atime: Date, mtime: Date) => fs.futimesSync(descriptor, atime, mtime)),
    sync: late('sync', () => undefined),
    close: late('close', () => fs.closeSync(descriptor)),
  });

  const open = late('open', (file: string, flags: string | number = 'r', mode?: number) => {
    if (typeof flags !== 'string' || !writing.test(flags)) return handleOf(fs.openSync(file, flags, mode));
    const isNew = !fs.existsSync(file);
    if (isNew && world.chance() < 0.5) mustFit('open');
    const descriptor = fs.openSync(file, flags, mode);
    if (isNew || flags.startsWith('w')) stamp(descriptor);
    return handleOf(descriptor);
  });

  const writeFile = late(
    'writeFile',
    (file: string, content: string | Uint8Array, options?: { flag?: string; mode?: number } | string) => {
      const { flag = 'w', mode = 0o666 } = typeof options === 'object' ? options : {};
      const descriptor = fs.openSync(file, flag, mode);
      try {
        fill(descriptor, content);
      } finally {
        fs.closeSync(descriptor);
      }
    },
  );

  const promises = {
    ...fs.promises,
    open,
    writeFile,
    mkdir: late('mkdir', (folder: string, options?: fs.MakeDirectoryOptions) => {
      if (!fs.existsSync(folder)) mustFit('mkdir');
      return fs.mkdirSync(folder, options);
    }),
    ...Object.fromEntries(
      (
        [
          'readFile',
          'lstat',
          'stat',
          'readlink',
          'realpath',
          'access',
          'readdir',
          'link',
          'rename',
          'unlink',
          'rmdir',
          'rm',
          'chmod',
        ] as const
      ).map((name) => [name, late(name, fs[`${name}Sync`] as (...args: never[]) => unknown)]),
    ),
  };

  const readFileSync = (file: string, ...rest: [never]): unknown => {
    const pid = Number(/^\/proc\/(\d+)\/stat$/.exec(file)?.[1] ?? NaN);
    const isAlive = world.isAlive(pid);
    if (isAlive === undefined) return fs.readFileSync(file, ...rest);
    if (isAlive) return `${pid} (a window) S ${'0 '.repeat(18)}${pid} 0`;
    return fs.readFileSync('/proc/none/stat', ...rest);
  };

  return { promises, sync: { ...fs, promises, readFileSync } };
}
