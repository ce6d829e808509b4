import { readFileSync, readdirSync, statSync, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { runProgram } from '../run/runSsh';
import type { Run } from '../config/effectiveConfig';

/** Undefined if unknown: only Linux lists open files, and those of other users only to root. */
export async function isOpenForWriting(file: string): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined;
  const wanted = await stat(file);
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    // Hundreds of small reads: one after the other would take ten times as long, and all at once would slow down the
    // computer.
    if (handlesOf(pid).some((handle) => isOf(wanted, pid, handle))) return true;
    await new Promise(setImmediate);
  }
  return false;
}

function handlesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}

function isOf({ dev, ino }: Stats, pid: string, handle: string): boolean {
  try {
    const found = statSync(`/proc/${pid}/fd/${handle}`, { throwIfNoEntry: false });
    return found?.ino === ino && found.dev === dev && isForWriting(pid, handle);
  } catch {
    // A handle that can't be read doesn't belong to a file in this user's folder.
    return false;
  }
}

function isForWriting(pid: string, handle: string): boolean {
  const info = readFileSync(`/proc/${pid}/fdinfo/${handle}`, 'utf8');
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
  return flags === undefined || (parseInt(flags, 8) & 0b11) !== 0;
}

/** Folders that this process has restricted: an access list is inherited by what is created later. */
const restricted = new Set<string>();

/**
 * On Windows, lets only this user, SYSTEM and Administrators into a folder of ours, as its ssh wants: what lies outside
 * the person's own folders inherits rights of others. Elsewhere, modes do that. Never rejects: a disk without access
 * lists has nothing to restrict, and ssh itself is asked afterwards.
 */
export async function ownerOnly(
  folder: string,
  { platform = process.platform, run = runProgram }: { platform?: NodeJS.Platform; run?: Run } = {},
): Promise<void> {
  if (platform !== 'win32' || restricted.has(folder)) return;
  // Without either of them, ssh itself is asked afterwards.
  const who = await run(['/user', '/fo', 'csv', '/nh'], { program: 'whoami' }).catch(() => undefined);
  const sid = who && userSid(who.stdout);
  if (sid === undefined) return;
  // As for a disk without access lists.
  const done = await run(ownerOnlyArguments(folder, sid), { program: 'icacls' }).catch(() => undefined);
  if (done?.code === 0) restricted.add(folder);
}

/** The security id in the output of `whoami /user`. Names of users and groups are in the language of Windows. */
export function userSid(output: string): string | undefined {
  return /"(S-1-[\d-]+)"/.exec(output)?.[1];
}

/** The arguments of `icacls`: nothing is inherited from above, and all that lies in the folder inherits from it. */
export function ownerOnlyArguments(folder: string, sid: string): string[] {
  const system = 'S-1-5-18';
  const administrators = 'S-1-5-32-544';
  const grants = [sid, system, administrators].map((one) => `*${one}:(OI)(CI)F`);
  return [folder, '/inheritance:r', '/grant:r', ...grants, '/q'];
}
