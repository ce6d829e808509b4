import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/template';
import type { LaunchDraft } from '../../domain/launchDraft';
import { launchOfTemplate, volumeHint } from '../../domain/launchPrecedence';
import { settings } from '../../stores/settings';
import { pick, type Step } from '../wizard/steps';
import {
  askHeld,
  askKept,
  done,
  type Field,
  type FieldTools,
  mapStep,
  problemWith,
  titleOf,
  withOrigin,
  withoutHeld,
} from './field';
import { type FormState, type FormView, withField } from './formState';

const group = vscode.l10n.t('what runs');

interface TemplateRow extends vscode.QuickPickItem {
  template?: Template;
}

export const templateField: Field = {
  key: 'template_hash_id',
  icon: 'notebook-template',
  label: vscode.l10n.t('Template'),
  group,
  value: ({ template }) => (template ? templateName(template) : vscode.l10n.t('none')),
  edit: async (view, { services: { templates } }) => {
    const loaded = templates.load().then(() => templates.known());
    const none: TemplateRow = { label: vscode.l10n.t('$(circle-slash) No template') };
    const step = await pick<TemplateRow>(
      loaded.then((known) => [none, ...known.map(templateRow)]),
      {
        title: titleOf(vscode.l10n.t('Template')),
        placeholder: vscode.l10n.t('What the form does not say is taken from the template'),
        waiting: vscode.l10n.t('Asking for the templates…'),
        back: true,
        active: ({ template }) => template?.id === view.template?.id,
      },
    );
    return mapStep(step, ({ item }) => withTemplate(view, item?.template));
  },
};

/** A state that rents from this template, or from none. The volume that a template hints at is filled in, to be seen. */
export function withTemplate(state: FormState, template: Template | undefined): FormState {
  const { template: _, ...others } = state;
  const { image, runtype, disk } = settings.rent;
  if (!template) return { ...others, draft: { image, runtype, disk, ...others.draft } };
  // The form's own beginning is nothing that the person chose, and must not stand above the template.
  const draft = without(others.draft, { image, runtype, disk });
  const volume = draft.volume_info ?? volumeHint(template);
  return { ...others, template, draft: { ...draft, ...(volume ? { volume_info: volume } : {}) } };
}

/** The draft without members that are just these. */
function without(draft: LaunchDraft, values: LaunchDraft): LaunchDraft {
  const known = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => known.get(name) !== value));
}

export function templateName({ name, hash_id }: Template): string {
  return plainText(name ?? '', 60) || hash_id;
}

export function templateRow(template: Template): TemplateRow & { template: Template } {
  return {
    template,
    label: templateName(template),
    description: plainText(launchOfTemplate(template).image ?? '', 80),
    ...(template.desc ? { detail: plainText(template.desc, 120) } : {}),
  };
}

export const imageField: Field = {
  key: 'image',
  icon: 'package',
  label: vscode.l10n.t('Image'),
  group,
  value: (view) => withOrigin(view, 'image', plainText(view.resolved.values.image ?? '', 100)),
  edit: async (view, { services }) => {
    const rows = imageRows(view, services.launches.recentImages);
    const known = new Set(rows.map(({ label }) => label));
    const fromTemplates = services.templates.load().then(() =>
      services.templates
        .known()
        .map(templateImageRow)
        .filter(({ label }) => label !== '' && !known.has(label)),
    );
    const step = await pick(rows, {
      title: titleOf(vscode.l10n.t('Image')),
      placeholder: vscode.l10n.t('Choose, or type a Docker image with its tag'),
      back: true,
      active: ({ label }) => label === view.resolved.values.image,
      more: fromTemplates,
      typed: (text) => {
        const image = text.trim();
        if (image === '' || known.has(image)) return undefined;
        return {
          label: image,
          description: problemWith(view, 'image', image) ?? vscode.l10n.t('this image'),
        };
      },
    });
    return mapStep(step, ({ item }) => withField(view, 'image', item?.label ?? view.draft.image));
  },
};

interface ImageRow extends vscode.QuickPickItem {
  label: string;
}

function imageRows({ template }: FormView, recent: readonly string[]): ImageRow[] {
  const own = template && launchOfTemplate(template).image;
  const rows: ImageRow[] = [
    ...(own ? [{ label: own, description: vscode.l10n.t('of the template') }] : []),
    { label: settings.rent.image, description: vscode.l10n.t('default') },
    ...recent.map((label) => ({ label, description: vscode.l10n.t('used lately') })),
  ];
  return rows.filter(({ label }, index) => rows.findIndex((row) => row.label === label) === index);
}

function templateImageRow(template: Template): ImageRow {
  return {
    label: plainText(launchOfTemplate(template).image ?? '', 200),
    description: vscode.l10n.t('of the template {0}', templateName(template)),
  };
}

/** The password goes to the secret storage; the draft holds who logs in where. */
export const loginField: Field = {
  key: 'image_login',
  icon: 'key',
  label: vscode.l10n.t('Registry login'),
  group,
  value: ({ resolved: { values, templateLogin } }) => {
    const { image_login: login } = values;
    if (login) return vscode.l10n.t('{0} at {1}', login.user, login.registry);
    if (!templateLogin) return vscode.l10n.t('none: the image is public');
    return vscode.l10n.t('{0} at {1} · from the template', templateLogin.user, templateLogin.registry);
  },
  edit: async (view, tools) => {
    if (!view.draft.image_login) return askLogin(view, tools);
    const change = { label: vscode.l10n.t('$(edit) Change…') };
    const remove = { label: vscode.l10n.t('$(trash) Log in nowhere') };
    const step = await pick([change, remove], {
      title: titleOf(vscode.l10n.t('Registry Login')),
      back: true,
    });
    if (step.kind !== 'done') return step;
    return step.value.item === remove
      ? done(withField(view, 'image_login', undefined))
      : askLogin(view, tools);
  },
};

async function askLogin(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { launchSecrets } = tools.services;
  const before = view.draft.image_login;
  const title = titleOf(vscode.l10n.t('Registry Login'));
  const oneWord = (text: string): string | undefined =>
    /^\S+$/.test(text.trim()) ? undefined : vscode.l10n.t('One word without spaces is needed.');
  const registry = await askKept(view, tools, 'image_login.registry', {
    title,
    prompt: vscode.l10n.t('Host of the registry, such as ghcr.io'),
    value: before?.registry ?? 'docker.io',
    validate: oneWord,
  });
  if (registry.kind !== 'done') return registry;
  const user = await askKept(view, tools, 'image_login.user', {
    title,
    prompt: vscode.l10n.t('User name at {0}', registry.value.trim()),
    value: before?.user ?? '',
    validate: oneWord,
  });
  if (user.kind !== 'done') return user;
  const key = 'image_login.password';
  const token = await askHeld(view, tools, key, {
    title,
    prompt: before
      ? vscode.l10n.t('Password or access token; empty keeps the one that is stored')
      : vscode.l10n.t('Password or access token; it is kept in the system’s secret storage'),
    password: true,
    validate: (text) => (before && text === '' ? undefined : oneWord(text)),
  });
  if (token.kind !== 'done') return token;
  const login = { user: user.value.trim(), registry: registry.value.trim() };
  const value = token.value.trim();
  const wanted = `registry:${login.registry}:${login.user}`.replace(/[^\w.:/ -]/g, '_').slice(0, 150);
  const secret = value === '' && before ? before.secret : await launchSecrets.freeName(wanted, value);
  if (value !== '') await launchSecrets.set(secret, value);
  const state = await withoutHeld(view, launchSecrets, key);
  const typed = Object.fromEntries(
    Object.entries(state.typed).filter(([name]) => !name.startsWith('image_login.')),
  );
  return done({ ...withField(state, 'image_login', { ...login, secret }), typed });
}
