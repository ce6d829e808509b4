import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { type Template, templateSchema } from '../../api/schemas/templates/template';
import { changedFields, printDocument, readDocument } from '../../domain/templates/templateDocument';
import {
  contentOf,
  creationOf,
  newTemplate,
  passwordPlaceholder,
  type TemplateContent,
} from '../../domain/templates/templateFields';
import { mergeTemplate } from '../../domain/templates/templateMerge';
import type { AccountStore } from '../../stores/account/accountStore';
import type { TemplateDraft } from '../../stores/templates/templateDrafts';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import type { TemplateStore } from '../../stores/templates/templateStore';
import { passwordName, pathOf, type TemplatePath } from './templatePath';
import { formatSentences } from '../../domain/format';

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
  /** Of what the document began with nothing but the hash is known. */
  baseUnknown?: boolean;
  /** A password was entered that the service does not have yet. */
  newPassword: boolean;
}

/** Somebody else changed the same fields since the document was begun. */
export class EditedElsewhere extends LocalError {
  readonly theirs: Template;
  readonly fields: readonly string[];

  constructor(theirs: Template, fields: readonly string[]) {
    super('not_possible', vscode.l10n.t('The template was edited elsewhere. Compare both versions first.'));
    this.theirs = theirs;
    this.fields = fields;
  }
}

/** A template as it is now, and what somebody else had changed of it that the document does not have yet. */
export interface SentTemplate {
  template: Template;
  merged: TemplateContent;
}

/**
 * One creation, or one edit with only the changed fields after a look whether somebody else edited it meanwhile. What
 * they changed in other fields stays.
 * @throws LocalError 'invalid_input' that names the fields; EditedElsewhere; as the service refused
 */
export async function sendTemplate(
  { accounts, templates, secrets }: SendOptions,
  path: TemplatePath,
  { text, base, baseUnknown, newPassword }: UnsentTemplate,
): Promise<SentTemplate> {
  const { content, problems } = readDocument(text, base && contentOf(base));
  if (!content) {
    const sentences = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    throw new LocalError('invalid_input', formatSentences(sentences));
  }
  // Asked again right before something is sent: another window may switch accounts meanwhile.
  const mustBeInUse = (): void => {
    if (path.accountId === accounts.active?.id) return;
    throw new LocalError(
      'other_account',
      vscode.l10n.t('This template belongs to another account. Switch to it and save again.'),
    );
  };
  mustBeInUse();
  const isKept = content.docker_login_pass === passwordPlaceholder;
  const password = isKept && newPassword ? await secrets.get(passwordName(path)) : undefined;
  const given = password === undefined ? content : { ...content, docker_login_pass: password };
  if (base) {
    const current = await templates.ask({ templateId: base.id });
    const before = contentOf(base);
    const { mine, theirs, conflicts } =
      current.hash_id === base.hash_id
        ? { mine: changedFields(before, given), theirs: {}, conflicts: [] }
        : mergeTemplate(baseUnknown ? undefined : before, given, contentOf(current));
    if (conflicts.length > 0) throw new EditedElsewhere(current, conflicts);
    mustBeInUse();
    const template = Object.keys(mine).length === 0 ? current : await templates.edit(current, mine);
    return { template, merged: theirs };
  }
  const { name = '', image = '' } = given;
  mustBeInUse();
  const created = await templates.create(
    creationOf({ ...given, name, image, docker_login_pass: password ?? '' }),
  );
  if (password !== undefined) {
    await secrets.set(passwordName(pathOf(path.accountId, created)), password);
    await secrets.delete(passwordName(path));
  }
  return { template: created, merged: {} };
}

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
export const newFile = (content: TemplateContent, newPassword: boolean): UnsentTemplate => ({
  text: printDocument(
    content,
    vscode.l10n.t('New template. Save to create it. Press Ctrl+Space for more fields.'),
  ),
  newPassword,
});

/** What a later window needs of it; undefined if nothing was changed. */
export function unsentDraft({
  text,
  base,
  baseUnknown,
  newPassword,
}: UnsentTemplate): TemplateDraft | undefined {
  const untouched = base ? freshFile(base) : newFile(newTemplate, false);
  if (text === untouched.text && !newPassword) return undefined;
  return {
    text,
    hashId: base?.hash_id,
    base: base && !baseUnknown ? contentOf(base) : undefined,
    newPassword,
  };
}

/** The first line of a template's document. */
export function commentOf({ id }: Template): string {
  return vscode.l10n.t('Template {0}. Save to send your changes; auto-save keeps a draft.', id);
}
