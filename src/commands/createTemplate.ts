import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import type { TemplateFields } from '../api/endpoints/templates';
import type { Template } from '../api/schemas/template';
import { problemSentence } from '../domain/launchRequest';
import {
  checkTemplate,
  contentOf,
  creationOf,
  emptyTemplate,
  passwordPlaceholder,
} from '../domain/templateFields';
import { passwordName, pathOf } from '../views/templates/templatePath';
import { type Call, read } from './call';
import { targetTemplate } from './pickTemplate';
import type { Services } from './services';

/** A document that is open for the person to fill in; saving it by hand sends it. */
export interface OpenedDocument {
  uri: string;
}

/** With `template`, the fields of one, it is created at once. Else a document opens, and saving it creates it. */
export async function createTemplate(services: Services, call: Call): Promise<Template | OpenedDocument> {
  const given = read(call.arguments, 'template', z.optional(z.record(z.string(), z.unknown())));
  if (given === undefined) return open(await services.templateFiles.createUri(emptyTemplate));
  return services.templates.create(creationOf(checkedTemplate(given, true)));
}

/** A document with the content of another template; saving it creates a template of one's own. */
export async function duplicateTemplate(services: Services, call: Call): Promise<OpenedDocument | undefined> {
  const template = await targetTemplate(services, call, vscode.l10n.t('Duplicate Template'));
  const accountId = services.accounts.active?.id;
  if (!template || accountId === undefined) return undefined;
  const content = contentOf(template);
  // The service tells nobody the password; it is at hand only when it was entered here.
  const password = await services.launchSecrets.get(passwordName(pathOf(accountId, template)));
  const name = vscode.l10n.t('Copy of {0}', content.name);
  const docker_login_pass = password === undefined ? '' : passwordPlaceholder;
  return open(
    await services.templateFiles.createUri({ ...content, name, docker_login_pass, private: true }, password),
  );
}

/** @throws ApiError 'invalid_request' that names every field that is wrong */
export function checkedTemplate(
  given: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Partial<TemplateFields> & Pick<TemplateFields, 'name' | 'image'> {
  const problems = checkTemplate(given, isNew);
  if (problems.length > 0) throw new ApiError('invalid_request', problemSentence(problems));
  // Checked by the same schemas that these types are of; `name` and `image` are there when it is new.
  return given as Partial<TemplateFields> & Pick<TemplateFields, 'name' | 'image'>;
}

export async function open(uri: vscode.Uri): Promise<OpenedDocument> {
  await vscode.window.showTextDocument(uri, { preview: false });
  return { uri: uri.toString() };
}
