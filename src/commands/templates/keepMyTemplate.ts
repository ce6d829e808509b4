import * as vscode from 'vscode';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { conflictingDocument } from './conflictingDocument';

/** Of a template that was edited elsewhere, too: sends what was changed here. */
export async function keepMyTemplate(
  { templateConflicts, dialogs }: Pick<Services, 'dialogs' | 'templateConflicts'>,
  call: Call,
): Promise<void> {
  const uri = conflictingDocument(call);
  if (!uri || !templateConflicts.get(uri)) return;
  const question = {
    message: vscode.l10n.t('Send your changes to this template?'),
    detail: vscode.l10n.t('They replace what was changed elsewhere.'),
    yes: vscode.l10n.t('Send Mine'),
  };
  // A button in the title of the editor has no other mark than its document.
  if (!call.interactive && !call.confirmed && !(await dialogs.confirm(question))) return;
  await templateConflicts.keepMine(uri);
}
