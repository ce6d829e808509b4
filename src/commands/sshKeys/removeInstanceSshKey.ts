import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import {
  type KnownSshKey,
  sshKeyName,
  sshKeyRow,
  sshKeyWithFingerprint,
} from '../../prompts/account/sshKeyRows';
import { pick } from '../../prompts/steps';
import { accountKeys } from '../../stores/account/accountKeys';
import { accountInUse } from '../../stores/account/accountInUse';
import { removableId, type SshKeyRemoved } from './knownSshKeys';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from '../instances/eachInstance';
import { readChangeableKeys, whyNotRemoved } from './instanceKeys';
import { targetInstance } from '../instances/targetInstance';

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
  try {
    await who.client.sshKeys.removeFromInstance(instanceId, id);
  } catch (error) {
    throw await whyNotRemoved(error, known, () => accountKeys(who.client));
  }
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
    const known = (await reading).find((one) => one.id === id);
    if (known) return known;
    throw new LocalError('not_found', vscode.l10n.t('{0} has no SSH key with ID {1}.', name, id));
  }
  const step = await pick(
    reading.then((keys) => keys.map(sshKeyRow)),
    {
      title: vscode.l10n.t('Remove SSH Key from {0}', name),
      placeholder: vscode.l10n.t('Select the key to remove. You’ll be asked to confirm'),
      waiting: vscode.l10n.t('Loading…'),
      matchOnDetail: true,
    },
  );
  return step.kind === 'done' ? step.value.item?.known : undefined;
}

function consequences(known: KnownSshKey, keys: readonly KnownSshKey[]): string {
  const offered = keys.filter(({ here }) => here?.isOffered);
  const isLastOne = known.here?.isOffered === true && offered.length === 1;
  return [
    vscode.l10n.t('It can no longer log in to this instance. Open sessions may continue.'),
    isLastOne ? vscode.l10n.t('You won’t be able to log in from this computer.') : '',
    vscode.l10n.t('The keys in your account aren’t changed.'),
  ]
    .filter(Boolean)
    .join('\n');
}
