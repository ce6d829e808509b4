import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { Template } from '../../api/schemas/template';
import { changedFields, readDocument } from '../../domain/templateDocument';
import { contentOf, creationOf, passwordPlaceholder } from '../../domain/templateFields';
import type { AccountStore } from '../../stores/accountStore';
import type { LaunchSecrets } from '../../stores/launchSecrets';
import type { TemplateStore } from '../../stores/templateStore';
import { passwordName, pathOf, type TemplatePath } from './templatePath';

export interface SendOptions {
  accounts: AccountStore;
  templates: TemplateStore;
  secrets: LaunchSecrets;
}

/** A template's document as it was saved. */
export interface UnsentTemplate {
  text: string;
  /** The template that the document began with; missing for a new one. */
  base?: Template;
  /** A password was entered that the service does not have yet. */
  newPassword: boolean;
}

/** The template has another hash than the one that the document began with. */
export class EditedElsewhere extends ApiError {
  readonly theirs: Template;

  constructor(theirs: Template) {
    super('invalid_request', vscode.l10n.t('It was edited elsewhere meanwhile; compare both first.'));
    this.theirs = theirs;
  }
}

/**
 * One creation, or one edit with only the changed fields after a look whether somebody else edited it meanwhile.
 * @throws ApiError 'invalid_request' that names the fields; EditedElsewhere; as the service refused
 */
export async function sendTemplate(
  { accounts, templates, secrets }: SendOptions,
  path: TemplatePath,
  { text, base, newPassword }: UnsentTemplate,
): Promise<Template> {
  const { content, problems } = readDocument(text, base && contentOf(base));
  if (!content) {
    const sentences = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    throw new ApiError('invalid_request', sentences.join(' '));
  }
  if (path.accountId !== accounts.active?.id) {
    throw new ApiError(
      'forbidden',
      vscode.l10n.t('This template belongs to another account. Switch to it and save again.'),
    );
  }
  const isKept = content.docker_login_pass === passwordPlaceholder;
  const password = isKept && newPassword ? await secrets.get(passwordName(path)) : undefined;
  const given = password === undefined ? content : { ...content, docker_login_pass: password };
  if (base) {
    const current = await templates.ask({ templateId: base.id });
    if (current.hash_id !== base.hash_id) throw new EditedElsewhere(current);
    const changes = changedFields(contentOf(base), given);
    return Object.keys(changes).length === 0 ? current : templates.edit(current, changes);
  }
  const { name = '', image = '' } = given;
  const created = await templates.create(
    creationOf({ ...given, name, image, docker_login_pass: password ?? '' }),
  );
  if (password !== undefined) {
    await secrets.set(passwordName(pathOf(path.accountId, created)), password);
    await secrets.delete(passwordName(path));
  }
  return created;
}
