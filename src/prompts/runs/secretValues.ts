import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Services } from '../services';
import { askText } from '../steps';

/** Each folder has its own: a task file of another project that names the same secret doesn't get it. */
const keyOf = (folder: string, name: string): string =>
  `gpuRental.runSecret.${createHash('sha256').update(folder).digest('hex').slice(0, 12)}.${name}`;

/**
 * The values of a task's secrets: from the secret storage, else asked for and kept there. They are in no file and no
 * argument. Undefined if the person closed a question.
 */
export async function valuesOf(
  services: Pick<Services, 'runSecrets'>,
  { folder, names, title }: { folder: string; names: readonly string[]; title: string },
  { interactive }: { interactive: boolean },
): Promise<Readonly<Record<string, string>> | undefined> {
  const values: Record<string, string> = {};
  for (const name of names) {
    // An empty one is no value, and would never be asked for again.
    const kept = (await services.runSecrets.read(keyOf(folder, name))) || undefined;
    if (kept === undefined && !interactive)
      throw new LocalError(
        'invalid_input',
        vscode.l10n.t('The secret {0} isn’t known on this computer.', name),
      );
    const value = kept ?? (await askSecret(services, folder, name, title));
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}

/** Asks for the value of a secret, and keeps it in the place of the one before. */
export async function askSecret(
  { runSecrets }: Pick<Services, 'runSecrets'>,
  folder: string,
  name: string,
  title: string,
): Promise<string | undefined> {
  const value = await askText({
    title,
    prompt: vscode.l10n.t(
      'Value of {0} for {1}. It is kept in the secret storage of this computer.',
      name,
      path.basename(folder),
    ),
    password: true,
    validate: (text) => (text === '' ? vscode.l10n.t('Enter a value.') : undefined),
  });
  if (value !== undefined) await runSecrets.store(keyOf(folder, name), value);
  return value;
}
