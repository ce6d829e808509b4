import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { codeOf, type Disk, nodeDisk } from '../files/disk';

/** The parsed content of a file; undefined if it doesn't exist. Rejects if it can't be read. */
export async function readJson(file: string, disk: Disk = nodeDisk): Promise<unknown> {
  const content = await disk.readFile(file).catch(ifMissing);
  const value: unknown = content === undefined ? undefined : JSON.parse(content.toString());
  return value;
}

/** Only a file that doesn't exist counts as missing. */
export function ifMissing(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
}

/** Replaces a file atomically, so that another window never reads half of it. Only this user can read it. */
export async function writeJson(file: string, value: unknown, disk: Disk = nodeDisk): Promise<void> {
  await disk.makeFolder(dirname(file));
  const temporary = `${file}.${randomUUID()}`;
  try {
    const made = await disk.createExclusive(temporary, 0o600);
    await made.write(Buffer.from(JSON.stringify(value))).finally(() => made.close());
    await disk.rename(temporary, file);
  } catch (error) {
    // The failure that matters is thrown below.
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}
