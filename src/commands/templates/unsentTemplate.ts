import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

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

/** Discards a document's unsent changes. The template itself doesn't change. */
export async function discardTemplateDraft(
  { templateFiles, dialogs }: Pick<Services, 'dialogs' | 'templateFiles'>,
  call: Call,
): Promise<{ uri: string } | undefined> {
  const text = read(call.arguments, 'draft', z.optional(z.string()));
  const [uri] = text === undefined ? templateFiles.drafts() : [vscode.Uri.parse(text)];
  if (!uri) return undefined;
  const question = {
    message: vscode.l10n.t('Discard this draft?'),
    detail: vscode.l10n.t('Your changes weren’t sent and will be lost.'),
    yes: vscode.l10n.t('Discard'),
    warns: true,
  };
  if (!call.confirmed && !(await dialogs.confirm(question))) return undefined;
  await templateFiles.discardDraft(uri);
  return { uri: uri.toString() };
}

/** The document that the caller names, else the one in front. */
function conflictingDocument(call: Call): vscode.Uri | undefined {
  const text = read(call.arguments, 'document', z.optional(z.string()));
  return text === undefined ? vscode.window.activeTextEditor?.document.uri : vscode.Uri.parse(text);
}
