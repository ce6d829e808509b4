import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';

const mounts = '/proc/mounts';

/** Gives a folder a disk of its own of that many bytes, with what is in the folder. It needs Linux and root. */
export function limitDisk(folder: string, bytes: number): void {
  const before = `${folder}.before`;
  renameSync(folder, before);
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder]);
  cpSync(before, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  remove(before);
}

/** Removes a folder, also one with a disk of its own, in which what was killed a moment ago may still write. */
export function remove(folder: string): void {
  const disks = existsSync(mounts) ? readFileSync(mounts, 'utf8').split('\n') : [];
  for (const line of disks) {
    const [, place = ''] = line.split(' ');
    if (place === folder || place.startsWith(`${folder}/`)) execFileSync('umount', ['-l', place]);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
