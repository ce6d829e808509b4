import * as vscode from 'vscode';
import type { Template } from '../../api/schemas/template';
import type { LaunchDraft } from '../../domain/launchDraft';
import { previewLaunch } from '../../domain/launchPreview';
import type { ReadOnlyTexts } from '../readOnlyTexts';
import { pick } from '../wizard/steps';
import { templateName } from './imageFields';

/** Shows the template and the request, each beside what both come to. */
export async function showPreview(
  texts: ReadOnlyTexts,
  draft: LaunchDraft,
  template: Template,
): Promise<void> {
  const preview = previewLaunch(draft, template);
  const put = (name: string, text: string): vscode.Uri => texts.put(`launch/${name}.jsonc`, text);
  const fromTemplate = put(vscode.l10n.t('template'), preview.template);
  const fromRequest = put(vscode.l10n.t('request'), preview.request);
  // Two names for one text, because an editor of several comparisons shows each resource once.
  const result = put(vscode.l10n.t('template ↔ result'), preview.result);
  const sameResult = put(vscode.l10n.t('request ↔ result'), preview.result);
  await vscode.commands.executeCommand(
    'vscode.changes',
    vscode.l10n.t('Launch from {0}', templateName(template)),
    [
      [result, fromTemplate, result],
      [sameResult, fromRequest, sameResult],
    ],
  );
}

/** With the preview in sight: whether to go on to the price. */
export async function agreeOnPreview(title: string, goOn: string): Promise<boolean> {
  const yes = { label: `$(rocket) ${goOn}` };
  const back = { label: vscode.l10n.t('$(arrow-left) Back to the form') };
  const step = await pick([yes, back], {
    title,
    placeholder: vscode.l10n.t('This is what the template and your changes come to'),
    back: true,
  });
  return step.kind === 'done' && step.value.item === yes;
}
