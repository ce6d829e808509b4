import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { codeOf, type Disk, nodeDisk } from '../../files/disk';
import { isOfNewerFormat } from '../../files/format';

/** What a file or a stored text says; undefined if there is none, or if it is damaged. */
export function jsonAs<T extends z.ZodMiniType>(
  schema: T,
  content: Buffer | string | undefined,
): z.infer<T> | undefined {
  if (content === undefined) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(content.toString())).data;
  } catch {
    // Not JSON: damaged as well.
    return undefined;
  }
}

/** Only a file that doesn't exist counts as missing. */
export function ifMissing(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
}

/** @throws LocalError 'not_possible' for what a newer version of this extension wrote in a format of its own */
export function refuseNewer(file: string, content: Buffer | undefined): void {
  if (content && isOfNewerFormat(content)) throw new LocalError('not_possible', newerFormat(file));
}

export const newerFormat = (file: string): string =>
  l10n.t('{0} was written by a newer version of GPU Rental and won’t be changed. Update GPU Rental.', file);

/** As `writeText`. */
export function writeJson(file: string, value: unknown, disk?: Disk): Promise<void> {
  return writeText(file, JSON.stringify(value), disk);
}

/**
 * Replaces a file atomically, so that another window never reads half of it. Only this user can read it. Rejects where
 * the file is of a newer format, which stays.
 */
export async function writeText(file: string, text: string, disk: Disk = nodeDisk): Promise<void> {
  // What can't be read now isn't known to be newer.
  refuseNewer(file, await disk.readFile(file).catch(() => undefined));
  await disk.makeFolder(dirname(file));
  const temporary = `${file}.${randomUUID()}`;
  try {
    const made = await disk.createExclusive(temporary, 0o600);
    try {
      await made.write(Buffer.from(text));
    } finally {
      await made.close();
    }
    await disk.rename(temporary, file);
  } catch (error) {
    // The failure that matters is thrown below.
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}
