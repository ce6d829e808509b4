import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

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
