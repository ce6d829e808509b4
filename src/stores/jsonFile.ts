import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The parsed content of a file, undefined where there is none. Rejects for one that cannot be read. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(ifMissing);
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return value;
}

/** Only a file that is not there counts as none. */
export function ifMissing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
}

/** Replaces a file whole, so that another window never reads half of it. Only this user can read it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, JSON.stringify(value), { mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
