import * as vscode from 'vscode';
import { plainText } from '../../../api/plainText';
import type { Template } from '../../../api/schemas/templates/template';
import {
  type ChoiceControl,
  type LaunchField,
  type LineControl,
  problemWith,
  withLine,
} from '../../../domain/launch/form/field';
import {
  imageField,
  imagesOf,
  type KnownImage,
  knownImages,
  templateField,
  withTemplate,
} from '../../../domain/launch/form/image';
import { scriptFile, takeScript } from '../../../domain/launch/form/script';
import { type FormState, type FormView, withField } from '../../../domain/launch/form/state';
import { launchOfTemplate } from '../../../domain/launch/launchPrecedence';
import { templateName } from '../../../domain/templates/templateName';
import { instead } from '../../../log/log';
import { settings } from '../../../stores/settings';
import { pick, type Step } from '../../steps';
import { editLogin } from './editLogin';
import { editVariables } from './editVariables';
import { editVolume } from './editVolume';
import { askKept, done, type FieldTools, mapStep, titleOf } from './field';

export function editField(field: LaunchField, view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { control } = field;
  switch (control.kind) {
    case 'line':
      return editLine(field, control, view, tools);
    case 'flag':
      // Enter toggles it.
      return Promise.resolve(done(control.set(view, !control.isOn(view))));
    case 'choice':
      return editChoice(field, control, view, tools);
    case 'template':
      return editTemplate(view, tools);
    case 'image':
      return editImage(view, tools);
    case 'script':
      return editScript(view, tools);
    case 'variables':
      return editVariables(view, tools);
    case 'login':
      return editLogin(view, tools);
    case 'volume':
      return editVolume(view, tools);
  }
}

async function editLine(
  field: LaunchField,
  control: LineControl,
  view: FormView,
  tools: FieldTools,
): Promise<Step<FormState>> {
  const { prompt, placeholder, proposed, check } = control;
  const step = await askKept(view, tools, field.key, {
    title: titleOf(field, tools),
    prompt: prompt(view),
    ...(placeholder === undefined ? {} : { placeholder }),
    value: proposed(view),
    validate: (text) => check(view, text),
  });
  return mapStep(step, (text) => withLine(control, view, field.key, text));
}

async function editChoice(
  field: LaunchField,
  { options, chosen, set }: ChoiceControl,
  view: FormView,
  tools: FieldTools,
): Promise<Step<FormState>> {
  const rows = options.map((option) => ({ ...option, description: option.value }));
  const step = await pick(rows, {
    title: titleOf(field, tools),
    back: true,
    active: ({ value }) => value === chosen(view),
  });
  return mapStep(step, ({ item }) => set(view, item?.value ?? ''));
}

async function editScript(view: FormView, { services, keepTyped }: FieldTools): Promise<Step<FormState>> {
  const { onstart = '', additions } = view.resolved.values;
  const script = await services.editors.edit({
    file: 'onstart.sh',
    text: view.typed[scriptFile] ?? onstart,
    ...(additions ? { additions } : {}),
    onSave: (saved) => keepTyped(scriptFile, saved),
  });
  return done(takeScript(view, script));
}

interface TemplateRow extends vscode.QuickPickItem {
  template?: Template;
}

async function editTemplate(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { templates } = tools.services;
  const loaded = templates.load().then(() => templates.known());
  const none: TemplateRow = {
    label: tools.changes
      ? vscode.l10n.t('$(discard) Don’t Change the Template')
      : vscode.l10n.t('$(circle-slash) No Template'),
  };
  const step = await pick<TemplateRow>(
    loaded.then((known) => [none, ...known.map(templateRow)]),
    {
      title: titleOf(templateField, tools),
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

interface ImageRow extends vscode.QuickPickItem {
  image: string;
}

async function editImage(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { templates, launches, log } = tools.services;
  const usual = knownImages(view, settings.rent.image, launches.recentImages);
  const now = tools.changes?.image;
  const current = now ? [{ image: now, from: vscode.l10n.t('as it is now') }] : [];
  const rows = [...current, ...usual.filter(({ image }) => image !== now)].map(imageRow);
  const known = new Set(rows.map(({ image }) => image));
  const fromTemplates = templates
    .load()
    .then(() =>
      imagesOf(templates.known())
        .filter(({ image }) => !known.has(image))
        .map(imageRow),
    )
    .catch(instead(log, 'the other images are shown', []));
  const step = await pick(rows, {
    title: titleOf(imageField, tools),
    placeholder: vscode.l10n.t('Select or type a Docker image with its tag'),
    back: true,
    active: ({ image }) => image === view.resolved.values.image,
    more: fromTemplates,
    typed: (text) => {
      const image = text.trim();
      if (image === '' || known.has(image)) return undefined;
      return imageRow({ image, from: problemWith(view, 'image', image) ?? vscode.l10n.t('this image') });
    },
  });
  return mapStep(step, ({ item }) => (item ? withField(view, 'image', item.image) : view));
}

const imageRow = ({ image, from }: KnownImage): ImageRow => ({
  image,
  label: plainText(image),
  description: from,
});
