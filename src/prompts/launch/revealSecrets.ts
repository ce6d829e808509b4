import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { type LaunchDraft, secretsOf } from '../../domain/launch/launchDraft';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import { ask } from '../steps';
import { formatList } from '../../domain/format';

/** The secrets of a draft. Asks for missing ones and stores them. Undefined if the person stopped. */
export async function revealSecrets(
  draft: LaunchDraft,
  secrets: LaunchSecrets,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { values, missing } = await secrets.reveal(secretsOf(draft));
  for (const name of missing) {
    const step = await ask({
      title: vscode.l10n.t('Rent: Secrets'),
      prompt: vscode.l10n.t('{0}. Kept in the system’s secret storage', purpose(draft, name)),
      password: true,
      validate: (text) => (text === '' ? vscode.l10n.t('Enter a value.') : undefined),
    });
    if (step.kind !== 'done') return undefined;
    await secrets.set(name, step.value);
    values.set(name, step.value);
  }
  return values;
}

/** What a secret is for, according to the draft, because its name from a file may be anything. */
function purpose({ env = {}, image_login: login }: LaunchDraft, secret: string): string {
  const variables = Object.entries(env)
    .filter(([, value]) => typeof value !== 'string' && value.secret === secret)
    .map(([name]) => plainText(name, 60));
  if (variables.length > 0) return vscode.l10n.t('Value of {0}', formatList(variables));
  return login?.secret === secret
    ? vscode.l10n.t(
        'Password or token of {0} at {1}',
        plainText(login.user, 60),
        plainText(login.registry, 60),
      )
    : plainText(secret, 80);
}
