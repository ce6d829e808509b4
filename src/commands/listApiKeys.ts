import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import type { ApiKey } from '../api/schemas/apiKey';
import { signedIn } from '../stores/signedIn';
import { ApiKeyNode } from '../views/accountNodes';
import { pick } from '../views/wizard/steps';
import type { Call } from './call';
import type { Services } from './services';

/** The account's API keys, without their values: those were shown once. A person may delete one from the list. */
export async function listApiKeys(services: Services, call: Call): Promise<ApiKey[] | undefined> {
  const keys = await readKeys(services);
  if (!call.interactive) return keys;
  const create = { label: vscode.l10n.t('$(add) Create a key…') };
  const step = await pick<vscode.QuickPickItem & { key?: ApiKey }>([...keys.map(keyRow), create], {
    title: vscode.l10n.t('API Keys'),
    placeholder: vscode.l10n.t('Pick a key to delete it'),
    matchOnDetail: true,
  });
  const item = step.kind === 'done' ? step.value.item : undefined;
  if (item?.key) await vscode.commands.executeCommand('gpuRental.deleteApiKey', new ApiKeyNode(item.key));
  else if (item) await vscode.commands.executeCommand('gpuRental.createApiKey');
  return keys;
}

export function readKeys({ accounts, features }: Services): Promise<ApiKey[]> {
  return features.use('apiKeys', () => signedIn(accounts).apiKeys.list());
}

export function keyRow(key: ApiKey): vscode.QuickPickItem & { key: ApiKey } {
  const { id, name, permissions, created_at } = key;
  const permitted = permissions?.api;
  const categories = typeof permitted === 'object' && permitted !== null ? Object.keys(permitted) : [];
  return {
    key,
    label: `$(key) ${plainText(name ?? '', 60) || vscode.l10n.t('Key without a name')}`,
    description: [id === undefined ? '' : String(id), created(created_at)].filter(Boolean).join(' · '),
    detail: plainText(categories.join(', ')) || vscode.l10n.t('Permissions are not told'),
  };
}

function created(at: ApiKey['created_at']): string {
  const date = new Date(typeof at === 'number' ? at * 1000 : (at ?? NaN));
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleDateString();
}
