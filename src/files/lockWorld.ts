import { systemClock, pauseFor } from '../clock';
import type { Disk } from './disk';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import * as os from 'node:os';

/** The process that holds a lock. */
export interface LockOwner {
  pid: number;
  /** Where that id counts, see {@link machineOf}. */
  host: string;
  /** Distinguishes it from a later process with the same id; '' where the system can't tell cheaply. */
  started: string;
}

let own: LockOwner | undefined;

/** This process. */
export function ownProcess(): LockOwner {
  own ??= { pid: process.pid, host: machineOf(), started: startOf(process.pid)?.started ?? '' };
  return own;
}

/** What tells the processes of one computer from those of another; tests pass their own. */
export interface MachineFacts {
  platform: NodeJS.Platform;
  hostname: string;
  /** The folder for temporary files. */
  temporary: string;
  /** `undefined` where there is no such file or link. */
  read: (file: string) => string | undefined;
  link: (file: string) => string | undefined;
}

/**
 * A name for all processes that see each other's ids, without spaces or dashes. A host name isn't one: that of a Mac
 * changes with its network, while its folder for temporary files is drawn once for each user and computer. On Linux,
 * containers share a computer but not the ids.
 */
export function machineOf(facts: MachineFacts = realFacts): string {
  const { platform, hostname, temporary } = facts;
  if (platform === 'darwin' && /^\/(private\/)?var\/folders\/../.test(temporary))
    return hash(temporary.replace(/^\/private/, '').replace(/\/+$/, ''));
  if (platform !== 'linux') return hostname;
  const id = facts.read('/etc/machine-id')?.trim();
  const ids = facts.link('/proc/self/ns/pid');
  return id && ids ? hash(`${id} ${ids}`) : hostname;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const ifThere =
  (read: (file: string) => string) =>
  (file: string): string | undefined => {
    try {
      return read(file);
    } catch {
      // Many containers and other systems don't have it.
      return undefined;
    }
  };

const realFacts: MachineFacts = {
  platform: process.platform,
  hostname: os.hostname(),
  temporary: os.tmpdir(),
  read: ifThere((file) => readFileSync(file, 'utf8')),
  link: ifThere((file) => readlinkSync(file)),
};

/** Whether the process runs. A process with the same id but another start time is another process. */
export function isRunning({ pid, started }: Pick<LockOwner, 'pid' | 'started'>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const found = startOf(pid);
  if (!found) return true;
  return !found.ended && (started === '' || started === found.started);
}

/** Only Linux has this without starting a program: fields 3 (state) and 22 (start time) of /proc/<pid>/stat. */
function startOf(pid: number): { started: string; ended: boolean } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets, which may contain spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = fields;
    return { started: fields[19] ?? '', ended: state === 'Z' || state === 'X' };
  } catch {
    // Without /proc, only the id is compared.
    return undefined;
  }
}

/** What a lock needs from a disk. */
export type LockDisk = Pick<Disk, 'readFile' | 'lstat' | 'createExclusive' | 'link' | 'rename' | 'unlink'>;

/** What else a lock needs; the real system by default. All times are milliseconds. */
export interface LockWorld {
  /** Since the epoch, like file times. */
  now?: () => number;
  /** Only goes forward. */
  monotonic?: () => number;
  sleep?: (milliseconds: number) => Promise<void>;
  /** Calls back repeatedly; the returned function stops it. */
  every?: (milliseconds: number, callback: () => void) => () => void;
  owner?: LockOwner;
  isAlive?: (pid: number, started: string) => boolean;
}

/** The real system. */
export function realWorld(): Required<LockWorld> {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic(),
    sleep: (milliseconds) => pauseFor(systemClock, milliseconds),
    every: (milliseconds, callback) => {
      const timer = setInterval(callback, milliseconds);
      timer.unref();
      return () => clearInterval(timer);
    },
    owner: ownProcess(),
    isAlive: (pid, started) => isRunning({ pid, started }),
  };
}
