import * as vscode from 'vscode';
import type { Template } from '../../api/schemas/templates/template';
import type { LaunchDraft } from '../../domain/launch/launchDraft';
import { previewLaunch } from '../../domain/launch/launchPreview';
import type { ReadOnlyTexts } from '../../views/texts/readOnlyTexts';
import { closeComparisons } from '../../views/texts/textFiles';
import { pick } from '../steps';
import { templateName } from '../../domain/templates/templateName';

/** Shows the template next to the result with the person's changes, and asks whether to continue. */
export async function agreeOnPreview(
  texts: ReadOnlyTexts,
  draft: LaunchDraft,
  template: Template,
  goOn: string,
): Promise<boolean> {
  const preview = previewLaunch(draft, template);
  const name = 'launch.yaml';
  const left = texts.put(name, preview.template, 'template');
  const right = texts.put(name, preview.result, 'result', preview.origins);
  const title = vscode.l10n.t('{0}: template ↔ with your changes', templateName(template));
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
  const yes = { label: `$(rocket) ${goOn}` };
  const back = { label: vscode.l10n.t('$(arrow-left) Back to Form') };
  const step = await pick([yes, back], {
    title: vscode.l10n.t('Rent with These Values'),
    placeholder: vscode.l10n.t('Result of the template and your changes'),
    back: true,
  });
  await closeComparisons(right);
  return step.kind === 'done' && step.value.item === yes;
}
