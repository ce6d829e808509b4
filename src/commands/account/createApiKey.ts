import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { outcomeUnknown } from '../../api/errors';
import { describeError } from '../../api/describeError';
import { LocalError } from '../../api/localError';
import { saidOrUnknown } from '../../api/saidOrUnknown';
import { plainText } from '../../api/plainText';
import { sayLate, showInfo, withNotice } from '../../ask/notify';
import { omitUndefined } from '../../domain/omitUndefined';
import { accountName } from '../../domain/account/accountName';
import {
  missingAbilities,
  permissionCategories,
  permissionSet,
  purposeOf,
  recommendedPermissions,
} from '../../domain/account/keyPermissions';
import type { Account } from '../../stores/account/accountFiles';
import { ask, pickMany, type Step } from '../../prompts/steps';
import { handOverOnce } from '../../prompts/account/oneTimeValue';
import { type Call, read } from '../call';
import { accountInUse } from '../../stores/account/accountInUse';
import { putInUse } from '../../prompts/account/putInUse';
import type { Services } from '../../prompts/services';
import { callCommand } from '../../commandNames';
import { formatLines, formatList, formatParagraphs } from '../../domain/format';

export interface ApiKeyCreated {
  id?: number;
  /** The key's value, which the service shows only once. Secret. */
  key: string;
}

/** Creates an API key, by default with only the permissions that this extension needs. */
export async function createApiKey(services: Services, call: Call): Promise<ApiKeyCreated | undefined> {
  // Another account may be in use when the person has answered.
  const { account } = accountInUse(services.accounts);
  const wanted = call.interactive ? await askForKey(account) : readKey(call);
  if (!wanted) return undefined;
  const problem = nameProblem(wanted.name) ?? permissionsProblem(wanted.permissions);
  if (problem) throw new LocalError('invalid_input', problem);
  const { apiKeys } = services.accounts.clientOf(account.id);
  if (!call.interactive && !call.confirmed && !(await mayCreate(services, account, wanted))) return undefined;
  const creating = async () => {
    // If the service lists keys, it supports them, so a refusal is about this one.
    await services.features.use('apiKeys', () => apiKeys.list());
    const request = { name: wanted.name.trim(), permissions: permissionSet(wanted.permissions) };
    return saidOrUnknown(
      apiKeys.create(request),
      vscode.l10n.t(
        'The service’s response was lost, and the key may have been created. Look at the list of keys before you create another one.',
      ),
    );
  };
  const title = vscode.l10n.t('Creating API key…');
  const { id, key } = await sayLate(call.interactive && title, creating());
  if (key === undefined)
    throw outcomeUnknown(vscode.l10n.t('The key was created, but the service didn’t return it.'));
  const created = { key, ...omitUndefined({ id }) };
  if (!call.interactive) return created;
  void handOver(services, account, created, cannotDo(wanted.permissions));
  return undefined;
}

/** A program gets the key’s value and so the key's permissions. */
function mayCreate(
  { dialogs }: Pick<Services, 'dialogs'>,
  account: Account,
  { name, permissions }: WantedKey,
): Promise<boolean> {
  return dialogs.confirm({
    message: vscode.l10n.t('Create the API key {0} for {1}?', plainText(name, 60), accountName(account)),
    detail: formatParagraphs(
      vscode.l10n.t(
        'Another extension asked for it and will get its value. Permissions: {0}.',
        plainText(formatList(permissions), 200),
      ),
      cannotDo(permissions),
    ),
    yes: vscode.l10n.t('Create Key'),
  });
}

interface WantedKey {
  name: string;
  permissions: readonly string[];
}

function readKey({ arguments: object }: Call): WantedKey {
  return {
    name: read(object, 'name', z.optional(z.string())) ?? defaultName(),
    permissions: read(object, 'permissions', z.optional(z.array(z.string()))) ?? recommendedPermissions,
  };
}

function defaultName(): string {
  return vscode.l10n.t('GPU Rental in VS Code');
}

function nameProblem(name: string): string | undefined {
  return name.trim() ? undefined : vscode.l10n.t('Enter a name for the key.');
}

function permissionsProblem(permissions: readonly string[]): string | undefined {
  return permissions.length > 0
    ? undefined
    : vscode.l10n.t('Select at least one permission. A key without permissions can’t do anything.');
}

async function askForKey(account: Account): Promise<WantedKey | undefined> {
  const title = vscode.l10n.t('Create API Key for {0}', accountName(account));
  let name = defaultName();
  for (;;) {
    const step = await ask({
      title,
      prompt: vscode.l10n.t('Key name. Use a separate key for each computer or script.'),
      value: name,
      validate: nameProblem,
    });
    if (step.kind !== 'done') return undefined;
    name = step.value;
    const permissions = await askForPermissions(title);
    if (permissions.kind === 'cancelled') return undefined;
    if (permissions.kind === 'done') return { name, permissions: permissions.value };
  }
}

function askForPermissions(title: string): Promise<Step<readonly string[]>> {
  const rows = permissionCategories.map((category) => ({ label: category, detail: purposeOf(category) }));
  return pickMany(rows, {
    title: vscode.l10n.t('{0}: Permissions', title),
    placeholder: vscode.l10n.t('Everything this extension needs is selected'),
    back: true,
    selected: ({ label }) => recommendedPermissions.includes(label),
    validate: (picked) => permissionsProblem(picked.map(({ label }) => label)),
  }).then((step) =>
    step.kind === 'done' ? { kind: 'done', value: step.value.map(({ label }) => label) } : step,
  );
}

/** Undefined for a key that can do everything. */
function cannotDo(permissions: readonly string[]): string | undefined {
  const missing = missingAbilities(permissions);
  return missing.length === 0 ? undefined : vscode.l10n.t('This key can’t {0}.', missing.join('; '));
}

/** The person doesn't have the value yet, and it comes only once. */
async function handOver(
  services: Pick<Services, 'accounts' | 'clock' | 'createClient' | 'users'>,
  account: Account,
  created: ApiKeyCreated,
  limits: string | undefined,
): Promise<void> {
  const use = vscode.l10n.t('Use It Here');
  const text = vscode.l10n.t(
    'Its value won’t be shown again. Copy it, or use it here in place of the stored key.',
  );
  const pressed = await handOverOnce({
    message: vscode.l10n.t('The key was created for {0}.', accountName(account)),
    detail: formatLines(text, limits),
    value: created.key,
    copy: vscode.l10n.t('Copy Key'),
    options: [use],
  });
  if (pressed === use) await useHere(services, account, created);
}

/** The stored key is replaced only after the new one was checked. */
async function useHere(
  services: Pick<Services, 'accounts' | 'clock' | 'createClient' | 'users'>,
  account: Account,
  { key, id }: ApiKeyCreated,
): Promise<void> {
  try {
    const result = await withNotice(vscode.l10n.t('Checking the key…'), () =>
      putInUse(services, account, { apiKey: key, keyId: id, interactive: true }),
    );
    if (!result) await offerCopy(key, vscode.l10n.t('The new key isn’t in use. The stored key was kept.'));
    else if (result.kept) await offerDeletion(account);
    else
      await offerCopy(
        key,
        vscode.l10n.t(
          'The new key is in use, but it couldn’t be saved in this system’s keyring. It lasts until this window closes. Copy it now.',
        ),
      );
  } catch (error) {
    const { message } = describeError(error);
    await offerCopy(key, vscode.l10n.t('The new key isn’t in use: {0} The stored key was kept.', message));
  }
}

async function offerDeletion(account: Account): Promise<void> {
  const manage = vscode.l10n.t('Manage API Keys…');
  const pressed = await showInfo(
    vscode.l10n.t(
      'The new key is in use for {0}. The previous key works until you delete it.',
      accountName(account),
    ),
    manage,
  );
  if (pressed === manage) await callCommand('listApiKeys');
}

async function offerCopy(value: string, message: string): Promise<void> {
  const detail = vscode.l10n.t('The value of the new key won’t be shown again.');
  await handOverOnce({ message, detail, value, copy: vscode.l10n.t('Copy Key') });
}
