import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Template } from '../../api/schemas/template';
import { type Call, read } from '../call';
import { checkedTemplate } from './checkedTemplate';
import { openDocument, type OpenedDocument } from './openDocument';
import { mustBeMine, targetTemplate } from './targetTemplate';
import type { Services } from '../services';

/** With `changes`, sends them at once. Else opens the template as a document; saving it sends the changes. */
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
  if (changes === undefined) return openDocument(templateFiles.uriOf(template));
  return templates.edit(template, checkedTemplate(changes, false));
}
