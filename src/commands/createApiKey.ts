import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { describeError } from '../api/describeError';
import { ApiError } from '../api/errors';
import { leastPermissions, permissionCategories, permissionSet } from '../domain/keyPermissions';
import { signedIn } from '../stores/signedIn';
import { ask, pickMany, type Step } from '../views/wizard/steps';
import { type Call, read } from './call';
import type { Services } from './services';

export interface ApiKeyCreated {
  id?: number;
  /** The key's value, which the service shows this once. Secret. */
  key: string;
}

/** Creates an API key, with as few permissions as this extension needs unless told otherwise. */
export async function createApiKey(services: Services, call: Call): Promise<ApiKeyCreated | undefined> {
  const wanted = call.interactive ? await askForKey() : readKey(call);
  if (!wanted) return undefined;
  const { apiKeys } = signedIn(services.accounts);
  // Another account may be in use by the time the person has answered.
  const accountId = services.accounts.active?.id;
  // A service that lists keys has them: a refusal is then about this one.
  await services.features.use('apiKeys', () => apiKeys.list());
  const { id, key } = await apiKeys.create({
    name: wanted.name,
    permissions: permissionSet(wanted.permissions),
  });
  if (key === undefined)
    throw new ApiError(
      'invalid_response',
      vscode.l10n.t('The key was created, but the service did not show it.'),
    );
  if (!call.interactive) return { key, ...(id === undefined ? {} : { id }) };
  void handOver(services, key, accountId);
  return undefined;
}

interface WantedKey {
  name: string;
  permissions: readonly string[];
}

function readKey({ arguments: object }: Call): WantedKey {
  return {
    name: read(object, 'name', z.optional(z.string())) ?? defaultName(),
    permissions: read(object, 'permissions', z.optional(z.array(z.string()))) ?? leastPermissions,
  };
}

function defaultName(): string {
  return vscode.l10n.t('GPU Rental in VS Code');
}

async function askForKey(): Promise<WantedKey | undefined> {
  for (;;) {
    const name = await ask({
      title: vscode.l10n.t('Create API Key'),
      prompt: vscode.l10n.t('A name to know it by; one key for each place it is used'),
      value: defaultName(),
    });
    if (name.kind !== 'done') return undefined;
    const permissions = await askForPermissions();
    if (permissions.kind === 'cancelled') return undefined;
    if (permissions.kind === 'done') return { name: name.value.trim(), permissions: permissions.value };
  }
}

function askForPermissions(): Promise<Step<readonly string[]>> {
  const rows = permissionCategories.map((category) => ({ label: category, detail: purposeOf(category) }));
  return pickMany(rows, {
    title: vscode.l10n.t('Create API Key: Permissions'),
    placeholder: vscode.l10n.t('What is checked is all this extension needs; less leaves some of it out'),
    back: true,
    selected: ({ label }) => leastPermissions.some((category) => category === label),
  }).then((step) =>
    step.kind === 'done' ? { kind: 'done', value: step.value.map(({ label }) => label) } : step,
  );
}

function purposeOf(category: (typeof permissionCategories)[number]): string {
  switch (category) {
    case 'misc':
      return vscode.l10n.t('Search offers');
    case 'user_read':
      return vscode.l10n.t('Sign in, see the credit, search templates');
    case 'user_write':
      return vscode.l10n.t(
        'Register SSH keys, edit templates, manage keys, subaccounts and two-factor settings',
      );
    case 'instance_read':
      return vscode.l10n.t('See your instances');
    case 'instance_write':
      return vscode.l10n.t('Rent, start, stop and destroy');
  }
}

/** The value is in nobody’s hands yet, and comes this once. */
async function handOver(services: Services, key: string, accountId: string | undefined): Promise<void> {
  const copy = vscode.l10n.t('Copy Key');
  const use = vscode.l10n.t('Use It Here');
  const pressed = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The key was created. Its value is shown nowhere again: copy it, or use it here, before you close this.',
    ),
    copy,
    use,
  );
  if (pressed === copy) await copyKey(key);
  if (pressed !== use || accountId === undefined) return;
  const kept = await services.accounts.replaceKey(accountId, key).catch((error: unknown) => {
    void offerCopy(key, vscode.l10n.t('The new key is not in use: {0}', describeError(error).message));
  });
  if (kept === false)
    await offerCopy(
      key,
      vscode.l10n.t(
        'The new key is in use, but this system’s keyring did not take it: it lasts until this window closes. Copy it now.',
      ),
    );
}

async function offerCopy(key: string, message: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Key');
  const pressed = await vscode.window.showWarningMessage(message, copy);
  if (pressed === copy) await copyKey(key);
}

async function copyKey(key: string): Promise<void> {
  try {
    await vscode.env.clipboard.writeText(key);
  } catch (error) {
    await offerCopy(key, vscode.l10n.t('The key was not copied: {0}', describeError(error).message));
  }
}
