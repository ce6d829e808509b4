import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import type { TemplateFields } from '../../api/schemas/templates/templateFields';
import { confirmFor } from '../../ask/confirmFor';
import { type Call, isAgreed, read } from '../call';
import { mustBeMine, targetTemplate } from './targetTemplate';
import { formatList } from '../../domain/format';
import { problemSentence } from '../../domain/launch/launchRequest';
import {
  checkTemplate,
  contentOf,
  creationOf,
  newTemplate,
  passwordPlaceholder,
} from '../../domain/templates/templateFields';
import { templateName } from '../../domain/templates/templateName';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import { passwordName, pathOf } from '../../views/templates/templatePath';

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

/** Opens a document with the content of another template. Saving it creates your own template. */
export async function duplicateTemplate(services: Services, call: Call): Promise<OpenedDocument | undefined> {
  const template = await targetTemplate(services, call, vscode.l10n.t('Duplicate Template'));
  const accountId = services.accounts.active?.id;
  if (!template || accountId === undefined) return undefined;
  const content = contentOf(template);
  // The service never returns the password. It is available only if it was entered here.
  const password = await services.launchSecrets.get(passwordName(pathOf(accountId, template)));
  const name = vscode.l10n.t('Copy of {0}', content.name);
  const docker_login_pass = password === undefined ? '' : passwordPlaceholder;
  return openDocument(
    await services.templateFiles.createUri({ ...content, name, docker_login_pass, private: true }, password),
  );
}

/** An open document for the person to fill in. Saving it by hand sends it. */
export interface OpenedDocument {
  uri: string;
}

async function openDocument(uri: vscode.Uri): Promise<OpenedDocument> {
  await vscode.window.showTextDocument(uri, { preview: false });
  return { uri: uri.toString() };
}

/** @throws LocalError 'invalid_input' that names every wrong field */
function checkedTemplate(
  given: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Partial<TemplateFields> & Pick<TemplateFields, 'name' | 'image'> {
  const problems = checkTemplate(given, isNew);
  if (problems.length > 0) throw new LocalError('invalid_input', problemSentence(problems));
  // Checked with the schemas of these types; `name` and `image` exist if it is new.
  return given as Partial<TemplateFields> & Pick<TemplateFields, 'name' | 'image'>;
}
