import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Services } from '../services';

/**
 * The values of a task's secrets: from the secret storage, else asked for and kept there. They are in no file and no
 * argument. Undefined if the person closed a question.
 */
export async function valuesOf(
  { runSecrets }: Pick<Services, 'runSecrets'>,
  names: readonly string[],
  { interactive }: { interactive: boolean },
): Promise<Readonly<Record<string, string>> | undefined> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const kept = await runSecrets.read(`gpuRental.runSecret.${name}`);
    if (kept === undefined && !interactive)
      throw new LocalError(
        'invalid_input',
        vscode.l10n.t('The secret {0} isn’t known on this computer.', name),
      );
    const value =
      kept ??
      (await vscode.window.showInputBox({
        title: vscode.l10n.t('Run on GPU'),
        prompt: vscode.l10n.t('Value of {0}. It is kept in the secret storage of this computer.', name),
        password: true,
        ignoreFocusOut: true,
      }));
    if (value === undefined) return undefined;
    if (kept === undefined) await runSecrets.store(`gpuRental.runSecret.${name}`, value);
    values[name] = value;
  }
  return values;
}
