import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import type { FileSystem } from './fileSystem';

/** A free name next to `file`, hidden, and recognizable as ours. */
export function temporaryFor(file: string): string {
  const { start, end } = namesFor(file);
  return path.join(path.dirname(file), start + randomBytes(6).toString('hex') + end);
}

/**
 * A place for a version of `file` that exists nowhere else. Hidden, so that no pattern of an Include makes ssh read it.
 */
export function rescueName(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.rescued-${randomBytes(6).toString('hex')}`);
}

/** Whether `name`, in the folder of `file`, was made by {@link temporaryFor}. */
export function isTemporaryOf(file: string, name: string): boolean {
  const { start, end } = namesFor(file);
  return name.startsWith(start) && name.endsWith(end);
}

/** Removes what a killed process left next to these files of one folder. Only for the holder of the lock. */
export async function dropTemporariesOf(
  fs: FileSystem,
  folder: string,
  files: readonly string[],
): Promise<void> {
  const names = await namesIn(fs, folder);
  for (const name of names.filter((found) => files.some((file) => isTemporaryOf(file, found)))) {
    await removeQuietly(fs, path.join(folder, name));
  }
}

/** The names in a folder; none if it doesn't exist or can't be read, because then we can't change anything in it. */
export const namesIn = (fs: FileSystem, folder: string): Promise<string[]> =>
  fs.readdir(folder).catch(() => []);

/** Removes a folder of ours, unless it contains other files. */
export async function removeEmptyFolder(fs: FileSystem, folder: string): Promise<void> {
  await fs.rmdir(folder).catch(() => undefined);
}

/** If it can't be removed now, the next cleanup removes it. */
export async function removeQuietly(fs: FileSystem, file: string): Promise<void> {
  await fs.unlink(file).catch(() => undefined);
}

function namesFor(file: string): { start: string; end: string } {
  return { start: `.${path.basename(file)}.gpu-rental-`, end: '.tmp' };
}
