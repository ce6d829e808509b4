import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { Template } from '../../../api/schemas/templates/template';
import { omitUndefined } from '../../omitUndefined';
import type { LaunchDraft } from '../launchDraft';
import { launchOfTemplate, volumeHint } from '../launchPrecedence';
import { templateName } from '../../templates/templateName';
import { groups, type LaunchField, withOrigin, withoutTyped } from './field';
import { type FormState, type FormView, withField } from './state';

export const templateField: LaunchField = {
  key: 'template_hash_id',
  icon: 'notebook-template',
  label: l10n.t('Template'),
  group: groups.runs,
  value: ({ template }) => (template ? templateName(template) : l10n.t('none')),
  control: { kind: 'template' },
};

export const imageField: LaunchField = {
  key: 'image',
  icon: 'package',
  label: l10n.t('Image'),
  group: groups.runs,
  value: (view) => withOrigin(view, 'image', plainText(view.resolved.values.image ?? '', 100)),
  control: { kind: 'image' },
};

/** What a launch without a template begins with, from the person's settings. */
export type UsualLaunch = Required<Pick<LaunchDraft, 'image' | 'runtype' | 'disk'>>;

/**
 * The state for renting from this template, or from none. Fills in the volume that a template suggests, so that the
 * person sees it.
 */
export function withTemplate(
  state: FormState,
  template: Template | undefined,
  usual: UsualLaunch,
): FormState {
  const { template: _, ...others } = state;
  if (!template) return { ...others, draft: { ...usual, ...others.draft } };
  // The form's initial values weren't chosen by the person and must not override the template.
  const draft = without(others.draft, usual);
  const volume = draft.volume_info ?? volumeHint(template);
  return { ...others, template, draft: { ...draft, ...omitUndefined({ volume_info: volume }) } };
}

/** The draft without members that are just these. */
function without(draft: LaunchDraft, values: LaunchDraft): LaunchDraft {
  const known = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => known.get(name) !== value));
}

/** An image to choose, with where it comes from. */
export interface KnownImage {
  image: string;
  from: string;
}

/** Images that are at hand: the template's, the usual one, recently used ones. */
export function knownImages({ template }: FormView, usual: string, recent: readonly string[]): KnownImage[] {
  const own = template && launchOfTemplate(template).image;
  const images: KnownImage[] = [
    ...(own ? [{ image: own, from: l10n.t('from the template') }] : []),
    { image: usual, from: l10n.t('default') },
    ...recent.map((image) => ({ image, from: l10n.t('recently used') })),
  ];
  return images.filter(({ image }, index) => images.findIndex((one) => one.image === image) === index);
}

export const imagesOf = (templates: readonly Template[]): KnownImage[] =>
  templates.flatMap((template) => {
    const { image } = launchOfTemplate(template);
    return image ? [{ image, from: l10n.t('from template {0}', templateName(template)) }] : [];
  });

/** The password is stored in the secret storage; the draft contains the user and the registry. */
export const loginField: LaunchField = {
  key: 'image_login',
  icon: 'key',
  label: l10n.t('Registry login'),
  title: l10n.t('Registry Login'),
  group: groups.runs,
  value: ({ resolved: { values, templateLogin } }) => {
    const { image_login: login } = values;
    if (login) return l10n.t('{0} at {1}', plainText(login.user, 60), plainText(login.registry, 60));
    if (!templateLogin) return l10n.t('none (public image)');
    return l10n.t(
      '{0} at {1} · from the template',
      plainText(templateLogin.user, 60),
      plainText(templateLogin.registry, 60),
    );
  },
  control: { kind: 'login' },
};

/** The registry that most images come from. */
export const usualRegistry = 'docker.io';

/** What is wrong with a registry, a user or a password. */
export const oneWordProblem = (text: string): string | undefined =>
  /^\S+$/.test(text.trim()) ? undefined : l10n.t('Enter one word without spaces.');

/** The name that a password is stored under, if it is free. */
export const passwordName = ({ registry, user }: { registry: string; user: string }): string =>
  `registry:${registry}:${user}`.replace(/[^\w.:/ -]/g, '_').slice(0, 150);

/** The state with this login, or with none. Nothing typed for it is left. */
export const withLogin = (state: FormState, login: LaunchDraft['image_login']): FormState =>
  withoutTyped(withField(state, 'image_login', login), (key) => key.startsWith('image_login.'));
