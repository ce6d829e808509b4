import * as vscode from 'vscode';
import { plainText } from '../../../api/plainText';
import {
  loginField,
  oneWordProblem,
  passwordName,
  usualRegistry,
  withLogin,
} from '../../../domain/launch/form/image';
import type { FormState, FormView } from '../../../domain/launch/form/state';
import { pick, type Step } from '../../steps';
import { askHeld, askKept, done, type FieldTools, titleOf, withoutHeld } from './field';

const title = titleOf(loginField);

export async function editLogin(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  if (!view.draft.image_login) return askLogin(view, tools);
  const change = { label: vscode.l10n.t('$(edit) Edit…') };
  const remove = { label: vscode.l10n.t('$(trash) Remove Registry Login') };
  const step = await pick([change, remove], { title, back: true });
  if (step.kind !== 'done') return step;
  return step.value.item === remove ? done(withLogin(view, undefined)) : askLogin(view, tools);
}

async function askLogin(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { launchSecrets } = tools.services;
  const before = view.draft.image_login;
  const registry = await askKept(view, tools, 'image_login.registry', {
    title,
    prompt: vscode.l10n.t('Registry host, such as ghcr.io'),
    value: before?.registry ?? usualRegistry,
    validate: oneWordProblem,
  });
  if (registry.kind !== 'done') return registry;
  const user = await askKept(view, tools, 'image_login.user', {
    title,
    prompt: vscode.l10n.t('User name at {0}', plainText(registry.value, 60)),
    value: before?.user ?? '',
    validate: oneWordProblem,
  });
  if (user.kind !== 'done') return user;
  const key = 'image_login.password';
  const token = await askHeld(view, tools, key, {
    title,
    prompt: before
      ? vscode.l10n.t('Password or access token (leave empty to keep the stored one)')
      : vscode.l10n.t('Password or access token. Kept in the system’s secret storage'),
    password: true,
    validate: (text) => (before && text === '' ? undefined : oneWordProblem(text)),
  });
  if (token.kind !== 'done') return token;
  const login = { user: user.value.trim(), registry: registry.value.trim() };
  const value = token.value.trim();
  const keeps = value === '' && before;
  const secret = keeps ? before.secret : await launchSecrets.freeName(passwordName(login), value);
  if (value !== '') await launchSecrets.set(secret, value);
  return done(withLogin(await withoutHeld(view, launchSecrets, key), { ...login, secret }));
}
