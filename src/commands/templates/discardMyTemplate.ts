import * as vscode from 'vscode';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { conflictingDocument } from './conflictingDocument';

/** Of a template that was edited elsewhere, too: shows the service's version and forgets what was changed here. */
export async function discardMyTemplate(
  { templateConflicts, dialogs }: Pick<Services, 'dialogs' | 'templateConflicts'>,
  call: Call,
): Promise<void> {
  const uri = conflictingDocument(call);
  if (!uri || !templateConflicts.get(uri)) return;
  const question = {
    message: vscode.l10n.t('Discard your changes to this template?'),
    detail: vscode.l10n.t('They’re replaced by the service’s version.'),
    yes: vscode.l10n.t('Discard Mine'),
    warns: true,
  };
  if (!call.confirmed && !(await dialogs.confirm(question))) return;
  await templateConflicts.discardMine(uri);
}
