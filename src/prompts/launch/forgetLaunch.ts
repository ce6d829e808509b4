import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { secretsOf } from '../../domain/launch/launchDraft';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import type { Services } from '../services';

/** Forgets a launch, and the secrets that nothing else refers to. */
export async function forgetLaunch(
  services: Pick<Services, 'dialogs' | 'launchSecrets' | 'launches'>,
  { name, launch }: SavedLaunch,
): Promise<void> {
  const { launches, launchSecrets, dialogs } = services;
  const question = {
    message: vscode.l10n.t('Delete launch {0}?', plainText(name, 60)),
    detail: vscode.l10n.t('Instances rented with it aren’t affected.'),
    yes: vscode.l10n.t('Delete'),
    warns: true,
  };
  if (!(await dialogs.confirm(question))) return;
  await launches.forget(name);
  const stillUsed = new Set(
    [...launches.saved.map((one) => one.launch), launches.closedForm?.draft ?? {}].flatMap(secretsOf),
  );
  for (const secret of secretsOf(launch)) if (!stillUsed.has(secret)) await launchSecrets.delete(secret);
}
