import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Template } from '../api/schemas/template';
import { type Call, read } from './call';
import { checkedTemplate, open, type OpenedDocument } from './createTemplate';
import { mustBeMine, targetTemplate } from './pickTemplate';
import type { Services } from './services';

/** With `changes` they are sent at once. Else the template opens as a document, and saving it sends what differs. */
export async function editTemplate(
  services: Services,
  call: Call,
): Promise<Template | OpenedDocument | undefined> {
  const { templates, templateFiles } = services;
  const isMine = (template: Template): boolean => templates.isMine(template);
  const template = await targetTemplate(services, call, vscode.l10n.t('Edit Template'), isMine);
  if (!template) return undefined;
  mustBeMine(services, template);
  const changes = read(call.arguments, 'changes', z.optional(z.record(z.string(), z.unknown())));
  if (changes === undefined) return open(templateFiles.uriOf(template));
  return templates.edit(template, checkedTemplate(changes, false));
}

/** Throws away what a document has that was not sent; the template itself stays as it is. */
export async function discardTemplateDraft(
  { templateFiles, dialogs }: Services,
  call: Call,
): Promise<{ uri: string } | undefined> {
  const text = read(call.arguments, 'draft', z.optional(z.string()));
  const [uri] = text === undefined ? templateFiles.drafts() : [vscode.Uri.parse(text)];
  if (!uri) return undefined;
  const question = {
    message: vscode.l10n.t('Throw this draft away?'),
    detail: vscode.l10n.t('What you typed was not sent and will be lost.'),
    yes: vscode.l10n.t('Throw Away'),
  };
  if (!call.confirmed && !(await dialogs.confirm(question))) return undefined;
  await templateFiles.discardDraft(uri);
  return { uri: uri.toString() };
}
