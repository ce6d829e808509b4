import * as vscode from 'vscode';
import { callCommand } from '../../commandNames';
import { PersonCall } from '../../ask/personCall';
import { type KnownSshKey, sshKeyName, sshKeyRow } from '../../prompts/account/sshKeyRows';
import { ignore } from '../../log/log';
import { type Action, pickAction } from '../../prompts/pickAction';
import { pick } from '../../prompts/steps';
import { accountKeys, isRegistered } from '../../stores/account/accountKeys';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { listed } from './knownSshKeys';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from '../instances/eachInstance';
import { type ListedInstanceKey, readInstanceKeys } from './instanceKeys';
import { targetInstance } from '../instances/targetInstance';

type Row = vscode.QuickPickItem & { known?: KnownSshKey };

/** The SSH keys that log in to an instance: `{instanceId}`. Selecting one shows its actions. */
export async function listInstanceSshKeys(
  services: Services,
  call: Call,
): Promise<ListedInstanceKey[] | undefined> {
  const who = accountInUse(services.accounts);
  const instanceId = await targetInstance(services, call, vscode.l10n.t('Manage SSH Keys of Instance'));
  if (instanceId === undefined) return undefined;
  const reading = read(services, who, instanceId);
  if (!call.interactive) return (await reading).map(({ listedKey }) => listedKey);
  const add: Row = { label: vscode.l10n.t('$(add) Add Key…') };
  for (;;) {
    const step = await pick<Row>(
      reading.then((keys) => [...keys.map(({ row }) => row), add]),
      {
        title: vscode.l10n.t('SSH Keys of {0}', nameOf(services, instanceId)),
        placeholder: vscode.l10n.t('Select a key to see its actions'),
        waiting: vscode.l10n.t('Loading…'),
        matchOnDetail: true,
      },
    );
    const keys = (await reading).map(({ listedKey }) => listedKey);
    const item = step.kind === 'done' ? step.value.item : undefined;
    if (!item) return keys;
    if (!item.known) {
      await callCommand('addInstanceSshKey', new PersonCall({ instanceId }));
      return keys;
    }
    if ((await actOn(instanceId, item.known)) === 'done') return keys;
  }
}

/** Each key as a row and as programs get it. */
async function read(
  services: Pick<Services, 'features' | 'log' | 'sshSetup'>,
  who: AccountInUse,
  instanceId: number,
): Promise<{ row: Row; listedKey: ListedInstanceKey }[]> {
  const why = 'then no key is marked as the account’s';
  const [keys, account] = await Promise.all([
    readInstanceKeys(services, who, instanceId),
    accountKeys(who.client).catch(ignore(services.log, why)),
  ]);
  return keys.map((known) => {
    const ofAccount = known.key !== undefined && isRegistered(account?.keys ?? [], known.key.text);
    const { description = '', ...others } = sshKeyRow(known);
    const facts = [ofAccount ? vscode.l10n.t('from your account') : '', description];
    return {
      row: { ...others, description: facts.filter(Boolean).join(' · ') },
      listedKey: { ...listed(known), ofAccount },
    };
  });
}

/** Removing comes last and is never the selected row. */
function actOn(instanceId: number, known: KnownSshKey): Promise<'done' | 'back'> {
  const { id, key } = known;
  const actions: Action[] = [
    {
      label: vscode.l10n.t('$(copy) Copy Fingerprint'),
      run: () => vscode.env.clipboard.writeText(key?.fingerprint ?? ''),
    },
    {
      label: vscode.l10n.t('$(trash) Remove from Instance…'),
      run: () => callCommand('removeInstanceSshKey', new PersonCall({ instanceId, keyId: id })),
    },
  ];
  return pickAction(sshKeyName(known), key ? actions : actions.slice(1));
}
