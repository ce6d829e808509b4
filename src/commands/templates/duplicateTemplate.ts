import * as vscode from 'vscode';
import { contentOf, passwordPlaceholder } from '../../domain/templates/templateFields';
import { passwordName, pathOf } from '../../views/templates/templatePath';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { openDocument, type OpenedDocument } from './openDocument';
import { targetTemplate } from './targetTemplate';

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
