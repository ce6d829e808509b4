import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import type { Template } from '../api/schemas/template';
import type { TemplateKey } from '../stores/templateStore';
import { templateRow } from '../views/launch/imageFields';
import { pick } from '../views/wizard/steps';
import { type Call, read } from './call';
import type { Services } from './services';

/**
 * The template that a command is about: the one of the call (`templateId` or `hashId`), else one that the person picks
 * from those that `suits`. Undefined when they picked none. @throws ApiError 'not_found'
 */
export async function targetTemplate(
  { templates }: Services,
  call: Call,
  title: string,
  suits: (template: Template) => boolean = () => true,
): Promise<Template | undefined> {
  const key = readKey(call);
  // The id stays when another window or the console edits a template; its hash, which all is done by, does not.
  if (key) {
    const asked = key.templateId === undefined ? templates.find(key) : templates.ask(key);
    // The service wants seconds between two such questions.
    if (call.interactive)
      void vscode.window.withProgress({ location: { viewId: 'gpuRental.templates' } }, () =>
        asked.catch(() => undefined),
      );
    return asked;
  }
  const rows = templates.load().then(() => templates.known().filter(suits).map(templateRow));
  const candidates = rows.then((found) => {
    if (found.length > 0) return found;
    const { error } = [templates.list('mine'), templates.list('recommended')].find((one) => one.error) ?? {};
    if (error instanceof Error) throw error;
    throw new ApiError('not_found', vscode.l10n.t('There is no template that this could be done with.'));
  });
  const step = await pick(candidates, {
    title,
    placeholder: vscode.l10n.t('Choose a template'),
    waiting: vscode.l10n.t('Asking for the templates…'),
    matchOnDetail: true,
  });
  return step.kind === 'done' ? step.value.item?.template : undefined;
}

function readKey({ arguments: given }: Call): TemplateKey | undefined {
  const templateId = read(given, 'templateId', z.optional(z.int()));
  const hashId =
    read(given, 'hashId', z.optional(z.string())) ?? read(given, 'hash_id', z.optional(z.string()));
  return templateId === undefined && hashId === undefined ? undefined : { templateId, hashId };
}

/** @throws ApiError 'forbidden' for a template of somebody else */
export function mustBeMine({ templates }: Services, template: Template): Template {
  if (templates.isMine(template)) return template;
  throw new ApiError(
    'forbidden',
    vscode.l10n.t('This template belongs to someone else. Duplicate it to have one of your own.'),
  );
}
