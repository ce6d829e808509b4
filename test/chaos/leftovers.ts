import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Secrets {
  /** Keys, passwords, backup codes. */
  texts: readonly string[];
  /** Codes of six digits, which a number may contain by chance. */
  codes: readonly string[];
}

interface Places {
  folder: string;
  logs: readonly (readonly string[])[];
  /** Texts that VS Code writes to files of its own. */
  kept: readonly string[];
}

/** What may not be found in any file or log. */
export async function secretsFound(secrets: Secrets, { folder, logs, kept }: Places): Promise<string[]> {
  const codes =
    secrets.codes.length > 0 ? new RegExp(`["' =](?:${secrets.codes.join('|')})(?![\\d.])`) : undefined;
  const texts = secrets.texts.filter((secret) => secret.length > 0);
  const isIn = (text: string) => texts.some((secret) => text.includes(secret)) || codes?.test(text) === true;
  const problems = logs.flatMap((lines) =>
    lines.filter(isIn).map((line) => `A log line has a secret: ${line}`),
  );
  for (const file of await filesBelow(folder))
    if (isIn(await readFile(file, 'latin1'))) problems.push(`A secret is in ${file}`);
  if (kept.some(isIn)) problems.push('A secret is in what VS Code keeps');
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
