import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import { confirmFor } from '../../ask/confirmFor';
import { formatList } from '../../domain/format';
import { templateName } from '../../domain/templates/templateName';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, isAgreed, read } from '../call';
import { checkedTemplate } from './checkedTemplate';
import { openDocument, type OpenedDocument } from './openDocument';
import { mustBeMine, targetTemplate } from './targetTemplate';
import type { Services } from '../../prompts/services';

/** With `changes`, sends them at once. Else opens the template as a document; saving it sends the changes. */
export async function editTemplate(
  services: Services,
  call: Call,
): Promise<Template | OpenedDocument | undefined> {
  const { templates, templateFiles } = services;
  const who = accountInUse(services.accounts);
  const isMine = (template: Template): boolean => templates.isMine(template);
  const template = await targetTemplate(services, call, vscode.l10n.t('Edit Template'), isMine);
  if (!template) return undefined;
  mustBeMine(services, template);
  const changes = read(call.arguments, 'changes', z.optional(z.record(z.string(), z.unknown())));
  if (changes === undefined) return openDocument(templateFiles.uriOf(template));
  const checked = checkedTemplate(changes, false);
  const agreed = await confirmFor(services, who, {
    confirmed: isAgreed(call),
    message: vscode.l10n.t('Change the template {0}?', templateName(template)),
    detail: vscode.l10n.t(
      'Changes: {0}. What you rent from it afterward runs with them.',
      plainText(formatList(Object.keys(checked)), 200),
    ),
    yes: vscode.l10n.t('Change Template'),
  });
  return agreed ? templates.edit(template, checked) : undefined;
}
