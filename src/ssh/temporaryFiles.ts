import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import type { FileSystem } from './fileSystem';

/** A free name beside `file`, hidden, and recognisable as ours. */
export function temporaryFor(file: string): string {
  const { start, end } = namesFor(file);
  return path.join(path.dirname(file), start + randomBytes(6).toString('hex') + end);
}

/** Whether `name`, in the folder of `file`, is one that {@link temporaryFor} gave. */
export function isTemporaryOf(file: string, name: string): boolean {
  const { start, end } = namesFor(file);
  return name.startsWith(start) && name.endsWith(end);
}

/** Removes what a killed process left beside these files of one folder. Only for the holder of the lock. */
export async function dropTemporariesOf(
  fs: FileSystem,
  folder: string,
  files: readonly string[],
): Promise<void> {
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names.filter((found) => files.some((file) => isTemporaryOf(file, found)))) {
    await removeQuietly(fs, path.join(folder, name));
  }
}

export async function removeQuietly(fs: FileSystem, file: string): Promise<void> {
  await fs.unlink(file).catch(() => undefined);
}

function namesFor(file: string): { start: string; end: string } {
  return { start: `.${path.basename(file)}.gpu-rental-`, end: '.tmp' };
}
