import { readFileSync, readdirSync, statSync, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';

/**
 * Whether any visible process has the file open for writing. Undefined if unknown: only Linux lists open files, and
 * those of other users only to root.
 */
export async function isOpenForWriting(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean | undefined> {
  if (platform !== 'linux') return undefined;
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
