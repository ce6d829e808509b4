import * as vscode from 'vscode';
import { PersonCall } from '../../ask/caller';
import { sayLate } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import { ApiKeyNode } from '../../views/account/accountNodes';
import { type Action, pickAction, pickOne } from '../../prompts/steps';
import type { Call } from '../call';
import { keyName, keyRow, type ListedKey, readKeys } from '../../prompts/account/knownKeys';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Services } from '../../prompts/services';
import { callCommand, type CommandName } from '../../commandNames';

/** The account's API keys, without their values, which were shown only once. Selecting one shows its actions. */
export async function listApiKeys(
  services: Pick<Services, 'accounts' | 'features'>,
  call: Call,
): Promise<ListedKey[] | undefined> {
  const { account } = accountInUse(services.accounts);
  const reading = readKeys(services, account);
  const keys = await sayLate(call.interactive && vscode.l10n.t('Loading API keys…'), reading);
  if (!call.interactive) return keys;
  const create = { label: vscode.l10n.t('$(add) Create Key…') };
  for (;;) {
    const item = await pickOne<vscode.QuickPickItem & { key?: ListedKey }>([...keys.map(keyRow), create], {
      title: vscode.l10n.t('API Keys of {0}', accountName(account)),
      placeholder: keys.some(({ inUse }) => inUse)
        ? vscode.l10n.t('Select a key to see its actions')
        : vscode.l10n.t('Select a key. It’s not known which one is in use here'),
      matchOnDetail: true,
    });
    if (!item) return keys;
    if (!item.key) {
      await callCommand('createApiKey', new PersonCall({}));
      return keys;
    }
    if ((await actOn(item.key)) === 'done') return keys;
  }
}

/** Deleting comes last and is never the selected row. */
function actOn(key: ListedKey): Promise<'done' | 'back'> {
  const { id, inUse } = key;
  const action = (label: string, command: CommandName, argument: unknown = new PersonCall({})): Action => ({
    label,
    run: () => callCommand(command, argument),
  });
  const own =
    inUse === false
      ? []
      : [
          action(vscode.l10n.t('$(replace) Replace Key in Use Here…'), 'replaceApiKey'),
          action(vscode.l10n.t('$(sync) Reset Key in Use Here…'), 'resetApiKey'),
        ];
  const known =
    id === undefined
      ? []
      : [
          {
            label: vscode.l10n.t('$(copy) Copy ID {0}', id),
            run: () => vscode.env.clipboard.writeText(String(id)),
          },
          ...own,
          action(vscode.l10n.t('$(trash) Delete Key…'), 'deleteApiKey', new ApiKeyNode(key)),
        ];
  return pickAction(keyName(key), known, inUse ? vscode.l10n.t('This key is in use here') : undefined);
}
