import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { LocalError } from '../../api/localError';
import { codeOf, type Disk, isOfNewerFormat, type NewFile, nodeDisk } from '../../files/disk';

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

const newerFormat = (file: string): string =>
  l10n.t('{0} was written by a newer version of GPU Rental and won’t be changed. Update GPU Rental.', file);

/** As `writeText`. */
export function writeJson(file: string, value: unknown, disk?: Disk): Promise<void> {
  return writeText(file, JSON.stringify(value), disk);
}

/**
 * Replaces a file atomically, so that another window never reads half of it, and a power failure leaves none. Only this user
 * can read it. Rejects where the file is of a newer format, which stays.
 */
export async function writeText(file: string, text: string, disk: Disk = nodeDisk): Promise<void> {
  // What can't be read now isn't known to be newer.
  refuseNewer(file, await disk.readFile(file).catch(() => undefined));
  await disk.makeFolder(dirname(file));
  const temporary = `${file}.${randomUUID()}`;
  try {
    await fill(await disk.createExclusive(temporary, 0o600), Buffer.from(text));
    await disk.rename(temporary, file);
  } catch (error) {
    // The failure that matters is thrown below.
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function fill(made: NewFile, content: Buffer): Promise<void> {
  try {
    await made.write(content);
    await made.sync();
  } finally {
    await made.close();
  }
}

/** The first name under which a damaged file is kept: `ledger.damaged.json` for `ledger.json`. */
export const asideOf = (file: string): string => file.replace(/\.json$/, '.damaged.json');

/**
 * Keeps what a damaged file said, for whoever wants to repair it, before the file is replaced. What was kept earlier
 * stays: the next one is `ledger.damaged-2.json`. It is a copy, because another window may have replaced the file
 * already. Resolves to its path; rejects if it can't be written.
 */
export async function keepAside(file: string, content: Buffer, disk: Disk): Promise<string> {
  for (let count = 1; ; count += 1) {
    const kept = count === 1 ? asideOf(file) : file.replace(/\.json$/, `.damaged-${count}.json`);
    // After a crash, it is there although the file wasn't replaced.
    if ((await disk.readFile(kept).catch(ifMissing))?.equals(content)) return kept;
    const made = await disk.createExclusive(kept, 0o600).catch(ifThere);
    if (!made) continue;
    try {
      await fill(made, content);
      return kept;
    } catch (error) {
      // The failure that matters is thrown below.
      await disk.unlink(kept).catch(() => undefined);
      throw error;
    }
  }
}

/** Only a file that exists already counts as there. */
export function ifThere(error: unknown): undefined {
  if (codeOf(error) !== 'EEXIST') throw error;
}
