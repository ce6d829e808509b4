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
  const beside = (name: string, part: string): [vscode.Uri, vscode.Uri, vscode.Uri] => {
    const result = texts.put(`${name}.jsonc`, preview.result);
    return [result, texts.put(`${name}.jsonc`, part, 'part'), result];
  };
  await vscode.commands.executeCommand(
    'vscode.changes',
    vscode.l10n.t('Launch from {0}', templateName(template)),
    [
      beside(vscode.l10n.t('template ↔ result'), preview.template),
      beside(vscode.l10n.t('request ↔ result'), preview.request),
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
