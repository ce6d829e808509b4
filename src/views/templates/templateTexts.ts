import * as vscode from 'vscode';
import { type Template, templateSchema } from '../../api/schemas/templates/template';
import { printDocument } from '../../domain/templates/templateDocument';
import { contentOf, type TemplateContent } from '../../domain/templates/templateFields';
import type { TemplateDraft } from '../../stores/templates/templateDrafts';
import type { UnsentTemplate } from './sendTemplate';

/** A new document for a template. */
export function freshFile(template: Template): UnsentTemplate {
  return {
    text: printDocument(contentOf(template), commentOf(template)),
    base: template,
    newPassword: false,
  };
}

/** A draft of an earlier window, with what it began with. */
export function draftFile(
  { text, newPassword, hashId, base }: TemplateDraft,
  template: Template,
): UnsentTemplate {
  if (hashId === undefined || hashId === template.hash_id) return { text, base: template, newPassword };
  // A draft that began with an older version must not pass for an edit of this one.
  const older = { ...template, hash_id: hashId };
  const known = base && templateSchema.safeParse({ ...older, ...base }).data;
  return { text, newPassword, base: known ?? older, baseUnknown: known === undefined };
}

/** A document for a template that doesn't exist yet. */
export const newText = (content: TemplateContent): string =>
  printDocument(content, vscode.l10n.t('New template. Save to create it. Press Ctrl+Space for more fields.'));

/** The first line of a template's document. */
export function commentOf({ id }: Template): string {
  return vscode.l10n.t('Template {0}. Save to send your changes; auto-save keeps a draft.', id);
}
