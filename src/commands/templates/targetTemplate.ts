import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import type { Template } from '../../api/schemas/templates/template';
import { inView } from '../../ask/notify';
import type { TemplateKey } from '../../stores/templates/templateStore';
import { showingTemplate } from '../../prompts/launch/launchState';
import { templateRow } from '../../prompts/launch/fields/editField';
import { pickOne } from '../../prompts/steps';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { ignore } from '../../log/log';

/**
 * The template that a command is about: the one of the call (`templateId` or `hashId`), else one that the person picks
 * from those that `suits`. Undefined when they picked none. @throws LocalError 'not_found'
 */
export async function targetTemplate(
  { templates, log }: Pick<Services, 'log' | 'templates'>,
  call: Call,
  title: string,
  suits: (template: Template) => boolean = () => true,
): Promise<Template | undefined> {
  const key = readKey(call);
  // Editing a template in another window or the console keeps its id but changes its hash, which all actions need.
  if (key) {
    const asked = key.templateId === undefined ? templates.find(key) : templates.ask(key);
    if (!call.interactive) return asked;
    // From a link, which comes while the view may be closed.
    if (key.templateId === undefined) return showingTemplate(asked);
    const ignored = ignore(log, 'the caller gets the error');
    // The service requires a few seconds between two such requests.
    void inView('templates', () => asked.catch(ignored));
    return asked;
  }
  const rows = templates.load().then(() => templates.known().filter(suits).map(templateRow));
  const candidates = rows.then((found) => {
    if (found.length > 0) return found;
    const { error } = [templates.list('mine'), templates.list('recommended')].find((one) => one.error) ?? {};
    if (error instanceof Error) throw error;
    throw new LocalError('not_found', vscode.l10n.t('No template supports this right now.'));
  });
  const picked = await pickOne(candidates, {
    title,
    placeholder: vscode.l10n.t('Select a template'),
    waiting: vscode.l10n.t('Loading templates…'),
    matchOnDetail: true,
  });
  return picked?.template;
}

function readKey({ arguments: given }: Call): TemplateKey | undefined {
  const templateId = read(given, 'templateId', z.optional(z.int()));
  const hashId =
    read(given, 'hashId', z.optional(z.string())) ?? read(given, 'hash_id', z.optional(z.string()));
  return templateId === undefined && hashId === undefined ? undefined : { templateId, hashId };
}

/** @throws LocalError 'not_possible' for another person's template */
export function mustBeMine({ templates }: Pick<Services, 'templates'>, template: Template): Template {
  if (templates.isMine(template)) return template;
  throw new LocalError(
    'not_possible',
    vscode.l10n.t('This template belongs to someone else. Duplicate it to edit your own copy.'),
  );
}
