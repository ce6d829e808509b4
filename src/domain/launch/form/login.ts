import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { LaunchDraft } from '../launchDraft';
import { groups, type LaunchField, withoutTyped } from './field';
import { type FormState, withField } from './state';

/** The password is stored in the secret storage; the draft contains the user and the registry. */
export const loginField: LaunchField = {
  key: 'image_login',
  icon: 'key',
  label: l10n.t('Registry login'),
  title: l10n.t('Registry Login'),
  group: groups.runs,
  isRare: true,
  value: ({ resolved: { values, templateLogin } }) => {
    const { image_login: login } = values;
    if (login) return l10n.t('{0} at {1}', plainText(login.user, 60), plainText(login.registry, 60));
    if (!templateLogin) return l10n.t('None (public image)');
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
