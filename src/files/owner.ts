import { readFileSync } from 'node:fs';
import * as os from 'node:os';

/** The process that holds a lock. */
export interface LockOwner {
  pid: number;
  host: string;
  /** Distinguishes it from a later process with the same id; '' where the system can't tell cheaply. */
  started: string;
}

let own: LockOwner | undefined;

/** This process. */
export function ownProcess(): LockOwner {
  own ??= { pid: process.pid, host: os.hostname(), started: startOf(process.pid)?.started ?? '' };
  return own;
}

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
