import * as vscode from 'vscode';
import { plainText } from '../../../api/plainText';
import type { Template } from '../../../api/schemas/templates/template';
import { templateField, withTemplate } from '../../../domain/launch/form/image';
import type { FormState, FormView } from '../../../domain/launch/form/state';
import { launchOfTemplate } from '../../../domain/launch/launchPrecedence';
import { templateName } from '../../../domain/templates/templateName';
import { settings } from '../../../stores/settings';
import { pick, type Step } from '../../steps';
import { type FieldTools, mapStep, titleOf } from './field';

interface TemplateRow extends vscode.QuickPickItem {
  template?: Template;
}

export async function editTemplate(
  view: FormView,
  { services: { templates } }: FieldTools,
): Promise<Step<FormState>> {
  const loaded = templates.load().then(() => templates.known());
  const none: TemplateRow = { label: vscode.l10n.t('$(circle-slash) No Template') };
  const step = await pick<TemplateRow>(
    loaded.then((known) => [none, ...known.map(templateRow)]),
    {
      title: titleOf(templateField),
      placeholder: vscode.l10n.t('Anything not set in the form comes from the template'),
      waiting: vscode.l10n.t('Loading templates…'),
      back: true,
      active: ({ template }) => template?.id === view.template?.id,
    },
  );
  return mapStep(step, ({ item }) => withTemplate(view, item?.template, settings.rent));
}

export function templateRow(template: Template): TemplateRow & { template: Template } {
  return {
    template,
    label: templateName(template),
    description: plainText(launchOfTemplate(template).image ?? '', 80),
    ...(template.desc ? { detail: plainText(template.desc, 120) } : {}),
  };
}
