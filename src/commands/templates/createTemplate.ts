import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import { confirmFor } from '../../ask/confirmFor';
import { creationOf, newTemplate } from '../../domain/templates/templateFields';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, isAgreed, read } from '../call';
import type { Services } from '../../prompts/services';
import { checkedTemplate } from './checkedTemplate';
import { openDocument, type OpenedDocument } from './openDocument';

/** With `template`, the fields of one, creates it at once. Else opens a document; saving it creates the template. */
export async function createTemplate(
  services: Pick<Services, 'accounts' | 'dialogs' | 'templateFiles' | 'templates'>,
  call: Call,
): Promise<Template | OpenedDocument | undefined> {
  const given = read(call.arguments, 'template', z.optional(z.record(z.string(), z.unknown())));
  if (given === undefined) return openDocument(await services.templateFiles.createUri(newTemplate));
  const creation = creationOf(checkedTemplate(given, true));
  const agreed = await confirmFor(services, accountInUse(services.accounts), {
    confirmed: isAgreed(call),
    message: vscode.l10n.t('Create the template {0}?', plainText(creation.name, 60)),
    detail: vscode.l10n.t('Look at its image and startup command before you rent from it.'),
    yes: vscode.l10n.t('Create Template'),
  });
  return agreed ? services.templates.create(creation) : undefined;
}
