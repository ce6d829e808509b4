import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import type { Template } from '../api/schemas/template';
import { passwordName, pathOf } from '../views/templates/templatePath';
import type { Call } from './call';
import { mustBeMine, targetTemplate } from './pickTemplate';
import type { Services } from './services';

/** Deletes a template by its numeric id; instances made from it stay as they are. */
export async function deleteTemplate(
  services: Services,
  call: Call,
): Promise<{ templateId: number } | undefined> {
  const { templates, dialogs, launchSecrets, accounts } = services;
  const isMine = (template: Template): boolean => templates.isMine(template);
  const template = await targetTemplate(services, call, vscode.l10n.t('Delete Template'), isMine);
  if (!template) return undefined;
  mustBeMine(services, template);
  if (!call.confirmed && !(await dialogs.confirm(question(template)))) return undefined;
  await templates.delete(template.id);
  await launchSecrets.delete(passwordName(pathOf(accounts.active?.id ?? '', template)));
  return { templateId: template.id };
}

function question({ name, count_created: uses }: Template) {
  return {
    message: vscode.l10n.t('Delete the template {0}?', plainText(name ?? '', 60)),
    detail: [
      vscode.l10n.t('This cannot be undone. Instances made from it stay as they are.'),
      uses === undefined ? '' : usesSentence(uses),
    ]
      .filter(Boolean)
      .join('\n'),
    yes: vscode.l10n.t('Delete'),
  };
}

function usesSentence(uses: number): string {
  return uses === 1
    ? vscode.l10n.t('One instance was made from it.')
    : vscode.l10n.t('{0} instances were made from it.', uses);
}
