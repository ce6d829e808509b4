import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The parsed content of a file, or undefined where there is none that can be read. */
export async function readJson(file: string): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return value;
  } catch {
    return undefined;
  }
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
