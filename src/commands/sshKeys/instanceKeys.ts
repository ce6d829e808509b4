import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { sayLate, showInfo, withNotice } from '../../ask/notify';
import { PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import { ignore } from '../../log/log';
import {
  type KnownSshKey,
  sshKeyName,
  sshKeyRow,
  sshKeyWithFingerprint,
} from '../../prompts/account/sshKeyRows';
import type { Services } from '../../prompts/services';
import { type Action, pickAction } from '../../prompts/steps';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { accountKeys, isRegistered } from '../../stores/account/accountKeys';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { targetInstance } from '../instances/targetInstance';
import {
  isAgreedKey,
  isLastOffered,
  listed,
  type ListedInstanceKey,
  readChangeableKeys,
  readInstanceKeys,
  removableId,
  saying,
  type SshKeyRegistered,
  type SshKeyRemoved,
  wantedPublicKey,
  whyNotRemoved,
} from './knownSshKeys';
import { browseSshKeys, pickKeyToRemove } from './pickSshKey';
import { formatLines } from '../../domain/format';

/** The SSH keys that log in to an instance: `{instanceId}`. Selecting one shows its actions. */
export async function listInstanceSshKeys(
  services: Services,
  call: Call,
): Promise<ListedInstanceKey[] | undefined> {
  const who = accountInUse(services.accounts);
  const instanceId = await targetInstance(services, call, vscode.l10n.t('Manage SSH Keys of Instance'));
  if (instanceId === undefined) return undefined;
  const reading = readRows(services, who, instanceId);
  if (!call.interactive) return (await reading).map(({ listedKey }) => listedKey);
  await browseSshKeys({
    title: vscode.l10n.t('SSH Keys of {0}', nameOf(services, instanceId)),
    rows: reading.then((keys) => keys.map(({ row }) => row)),
    add: {
      label: vscode.l10n.t('$(add) Add Key…'),
      run: () => callCommand('addInstanceSshKey', new PersonCall({ instanceId })),
    },
    actOn: (known) => actOn(instanceId, known),
  });
  return (await reading).map(({ listedKey }) => listedKey);
}

/** Each key as a row and as programs get it. */
async function readRows(
  services: Pick<Services, 'features' | 'log' | 'sshSetup'>,
  who: AccountInUse,
  instanceId: number,
): Promise<{ row: ReturnType<typeof sshKeyRow>; listedKey: ListedInstanceKey }[]> {
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

interface InstanceSshKeyAdded extends SshKeyRegistered {
  instanceId: number;
}

/**
 * Lets one more SSH key log in to an instance: `{instanceId, publicKeyFile, confirmed}`, the absolute path of a `.pub`
 * file. The account keeps the keys it has.
 */
export async function addInstanceSshKey(
  services: Services,
  call: Call,
): Promise<InstanceSshKeyAdded | undefined> {
  const who = accountInUse(services.accounts);
  const instanceId = await targetInstance(services, call, vscode.l10n.t('Add SSH Key to Instance'));
  if (instanceId === undefined) return undefined;
  const name = nameOf(services, instanceId);
  const title = vscode.l10n.t('Add SSH Key to {0}', name);
  const reading = readChangeableKeys(services, who, instanceId);
  const chosen = await wantedPublicKey(services, call, title, reading);
  if (!chosen) return undefined;
  const { name: keyName, key } = chosen;
  const { fingerprint, text } = key;
  if (chosen.isKnown) {
    if (call.interactive)
      void showInfo(vscode.l10n.t('{0} accepts this key already: {1}', name, fingerprint));
    return { instanceId, fingerprint, isNew: false };
  }
  const agreed = await confirmFor(services, who, {
    confirmed: isAgreedKey(call),
    message: vscode.l10n.t('Add this SSH key to {0}?', name),
    detail: vscode.l10n.t(
      '{0}, {1}. Whoever has its private half can log in to this instance. Only the public half is sent.',
      keyName,
      fingerprint,
    ),
    yes: vscode.l10n.t('Add Key'),
  });
  if (!agreed) return undefined;
  await withNotice(vscode.l10n.t('Adding the SSH key…'), () =>
    who.client.sshKeys.registerWithInstance(instanceId, text),
  );
  services.log.info(`Added an SSH key to instance ${instanceId}.`);
  if (call.interactive)
    void showInfo(vscode.l10n.t('{0} was added to {1}. It may take a minute to arrive.', keyName, name));
  return { instanceId, fingerprint, isNew: true };
}

interface InstanceSshKeyRemoved extends SshKeyRemoved {
  instanceId: number;
}

/** Lets an SSH key no longer log in to an instance: `{instanceId, keyId, confirmed}`. The account keeps its keys. */
export async function removeInstanceSshKey(
  services: Services,
  call: Call,
): Promise<InstanceSshKeyRemoved | undefined> {
  const who = accountInUse(services.accounts);
  const instanceId = await targetInstance(services, call, vscode.l10n.t('Remove SSH Key from Instance'));
  if (instanceId === undefined) return undefined;
  const name = nameOf(services, instanceId);
  const reading = readChangeableKeys(services, who, instanceId);
  const known = await wantedKey(call, name, reading);
  if (!known) return undefined;
  const { key } = known;
  const id = removableId(known);
  const agreed = await confirmFor(services, who, {
    confirmed: call.confirmed,
    message: vscode.l10n.t('Remove the SSH key {0} from {1}?', sshKeyWithFingerprint(known), name),
    detail: consequences(known, await reading),
    yes: vscode.l10n.t('Remove Key'),
    warns: true,
  });
  if (!agreed) return undefined;
  const removing = who.client.sshKeys.removeFromInstance(instanceId, id).catch(async (error: unknown) => {
    throw await whyNotRemoved(error, known, () => accountKeys(who.client));
  });
  await sayLate(call.interactive && vscode.l10n.t('Removing the SSH key…'), removing);
  services.log.info(`Removed SSH key ${id} from instance ${instanceId}.`);
  if (call.interactive)
    void showInfo(vscode.l10n.t('The SSH key {0} was removed from {1}.', sshKeyName(known), name));
  return { instanceId, id, fingerprint: key?.fingerprint };
}

async function wantedKey(
  call: Call,
  name: string,
  reading: Promise<KnownSshKey[]>,
): Promise<KnownSshKey | undefined> {
  const id = read(call.arguments, 'keyId', z.optional(z.int()));
  if (id !== undefined) {
    const known = (await saying(call, reading)).find((one) => one.id === id);
    if (known) return known;
    throw new LocalError('not_found', vscode.l10n.t('{0} has no SSH key with ID {1}.', name, id));
  }
  return pickKeyToRemove(vscode.l10n.t('Remove SSH Key from {0}', name), reading);
}

function consequences(known: KnownSshKey, keys: readonly KnownSshKey[]): string {
  return formatLines(
    vscode.l10n.t('It can no longer log in to this instance. Open sessions may continue.'),
    isLastOffered(known, keys) ? vscode.l10n.t('You won’t be able to log in from this computer.') : '',
    vscode.l10n.t('The keys in your account aren’t changed.'),
  );
}
