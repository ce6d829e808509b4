import * as vscode from 'vscode';
import type { LaunchDraft } from '../../domain/launchDraft';
import { stopLines } from '../../domain/stopInOnstart';
import type { PromptServices } from '../promptServices';

/** Shows the lines with which the instance stops itself before they are added. True if there are none. */
export async function agreeOnOwnStop(
  { dialogs }: Pick<PromptServices, 'dialogs'>,
  { additions }: LaunchDraft,
  service: string,
): Promise<boolean> {
  const lines = stopLines(additions ?? {}, service);
  if (lines.length === 0) return true;
  return dialogs.confirm({
    message: vscode.l10n.t('Add these lines before the startup commands?'),
    detail: [
      vscode.l10n.t(
        'They run at each start and stop the instance with its own key, which can do nothing else in your account. Its disk is still billed until you destroy it.',
      ),
      lines.join('\n'),
    ].join('\n\n'),
    yes: vscode.l10n.t('Add Lines'),
  });
}
