import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import { confirmFor } from '../../ask/confirmFor';
import { inView } from '../../ask/notify';
import { accountInUse } from '../../stores/account/accountInUse';
import { closeTabs, isShown } from '../../views/texts/textFiles';
import { passwordName, pathOf } from '../../views/templates/templatePath';
import type { Call } from '../call';
import { mustBeMine, targetTemplate } from './targetTemplate';
import type { Services } from '../../prompts/services';
import { counted, formatLines } from '../../domain/format';

/** Deletes a template by its numeric id. Instances created from it aren't affected. */
export async function deleteTemplate(
  services: Services,
  call: Call,
): Promise<{ templateId: number } | undefined> {
  const { templates, templateFiles, launchSecrets, accounts } = services;
  const isMine = (template: Template): boolean => templates.isMine(template);
  const who = accountInUse(accounts);
  const template = await targetTemplate(services, call, vscode.l10n.t('Delete Template'), isMine);
  if (!template) return undefined;
  mustBeMine(services, template);
  const { confirmed } = call;
  if (!(await confirmFor(services, who, { ...question(template), confirmed }))) return undefined;
  const uri = templateFiles.uriOf(template);
  await inView(call.interactive && 'templates', () => templates.delete(template.id));
  await closeDocument(uri);
  await templateFiles.discardDraft(uri);
  await launchSecrets.delete(passwordName(pathOf(who.account.id, template)));
  return { templateId: template.id };
}

/** Even with changes: there is no template left to save them to. */
async function closeDocument(uri: vscode.Uri): Promise<void> {
  const isDirty = vscode.workspace.textDocuments.some(
    (one) => one.isDirty && one.uri.toString() === uri.toString(),
  );
  if (isDirty && isShown(uri)) {
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await closeTabs(uri);
}

function question({ name, count_created: uses }: Template) {
  return {
    message: vscode.l10n.t('Delete the template {0}?', plainText(name ?? '', 60)),
    detail: formatLines(
      vscode.l10n.t('This can’t be undone. Instances created from it aren’t affected.'),
      uses === undefined ? '' : usesSentence(uses),
    ),
    yes: vscode.l10n.t('Delete'),
    warns: true,
  };
}

function usesSentence(uses: number): string {
  return counted(
    uses,
    vscode.l10n.t('{0} instance was created from it.|{0} instances were created from it.'),
  );
}
