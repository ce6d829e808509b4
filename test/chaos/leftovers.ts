import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What may not be found in any file or log. */
export async function secretsFound(
  secrets: readonly string[],
  folder: string,
  logs: readonly (readonly string[])[],
): Promise<string[]> {
  const isIn = (text: string) => secrets.some((secret) => secret.length > 0 && text.includes(secret));
  const problems = logs.flatMap((lines) => lines.filter(isIn).map(() => 'A log line has a secret.'));
  for (const file of await filesBelow(folder))
    if (isIn(await readFile(file, 'latin1'))) problems.push(`A secret is in ${file}`);
  return problems;
}

/** Files that only make sense while something is being written or held. */
export async function temporaryFiles(folder: string): Promise<string[]> {
  return (await filesBelow(folder)).filter((file) => /\.(tmp|lock)$|\.gpu-rental-/.test(file));
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}
