import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { keysHere } from '../../connect/keys/keysHere';
import { type KnownSshKey, withLocal } from '../../prompts/account/sshKeyRows';
import { registeredKeys } from '../../ssh/keys/registeredKeys';
import { type AccountKeys, isRegistered } from '../../stores/account/accountKeys';
import type { AccountInUse } from '../../stores/account/accountInUse';
import type { ListedSshKey } from './knownSshKeys';
import type { Services } from '../../prompts/services';

/** A public key that logs in to an instance, as programs get it. */
export interface ListedInstanceKey extends ListedSshKey {
  /** The account has it, too: new instances get it. */
  ofAccount: boolean;
}

/** The keys of an instance, each with the key of this computer that it is. @throws ApiError where they cannot be read */
export async function readInstanceKeys(
  { features, sshSetup }: Pick<Services, 'features' | 'sshSetup'>,
  { client }: AccountInUse,
  instanceId: number,
): Promise<KnownSshKey[]> {
  const [own, local] = await Promise.all([
    features.use('sshKeys', () => client.sshKeys.listOfInstance(instanceId)),
    keysHere(sshSetup),
  ]);
  return withLocal(registeredKeys(own), local.keys);
}

/** The same of an instance whose keys can be changed. @throws LocalError 'not_possible' for a virtual machine */
export async function readChangeableKeys(
  services: Pick<Services, 'features' | 'sshSetup'>,
  who: AccountInUse,
  instanceId: number,
): Promise<KnownSshKey[]> {
  const [keys, { is_vm: isVm }] = await Promise.all([
    readInstanceKeys(services, who, instanceId),
    who.client.instances.get(instanceId),
  ]);
  if (!isVm) return keys;
  throw new LocalError(
    'not_possible',
    vscode.l10n.t('The SSH keys of a virtual machine can’t be changed after it was created.'),
  );
}

/** Why a key was not removed: the service may keep those of the account on its instances. */
export async function whyNotRemoved(
  error: unknown,
  { key }: KnownSshKey,
  ask: () => Promise<AccountKeys>,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'not_found' || !key) return error;
  const { keys } = await ask();
  if (!isRegistered(keys, key.text)) return error;
  return new LocalError(
    'not_possible',
    vscode.l10n.t('The instance has this key from your account. Remove it from the account instead.'),
    { cause: error },
  );
}
