import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { ApiError } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { sayLate } from '../../ask/notify';
import { keysHere } from '../../connect/keys/keysHere';
import { chooseLocalKey, type ChosenKey } from '../../prompts/account/chooseLocalKey';
import { type KnownSshKey, localKeyName, sshKeyName, withLocal } from '../../prompts/account/sshKeyRows';
import type { Services } from '../../prompts/services';
import { expandSetting } from '../../ssh/config/configPaths';
import { readPublicKeyFile } from '../../ssh/keys/publicKeyFile';
import { type RegisteredKey, registeredKeys } from '../../ssh/keys/publicKey';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { accountKeys, type AccountKeys, isRegistered } from '../../stores/account/accountKeys';
import { type Call, read } from '../call';

/** A registered public key, for programs. */
export interface ListedSshKey {
  /** Undefined if the service can't remove it separately. */
  id?: number | undefined;
  name: string;
  /** `SHA256:…`; undefined, like the next, if its text can't be read. */
  fingerprint?: string | undefined;
  /** `<type> <base64>`. */
  publicKey?: string | undefined;
  /** Unix time in seconds. */
  created_at?: number | undefined;
  /** Whether it is also on this computer. */
  here: boolean;
  /** Its public key can't be read. */
  unreadable?: true;
}

export interface SshKeyRegistered {
  /** `SHA256:…` */
  fingerprint: string;
  /** False if the account already had it. */
  isNew: boolean;
}

export interface SshKeyRemoved {
  id: number;
  /** `SHA256:…`; undefined if its text can't be read. */
  fingerprint?: string | undefined;
}

/** The id to remove a key by. @throws LocalError 'not_possible' if the service can't remove it separately */
export function removableId({ id }: KnownSshKey): number {
  if (id !== undefined) return id;
  throw new LocalError(
    'not_possible',
    vscode.l10n.t('The service doesn’t list this key separately. Remove it in the web console.'),
  );
}

/** Whether no other of these keys logs in from this computer. */
export const isLastOffered = ({ here }: KnownSshKey, keys: readonly KnownSshKey[]): boolean =>
  here?.isOffered === true && keys.filter((one) => one.here?.isOffered).length === 1;

/** The registered keys of an account. @throws ApiError that says why if they can't be read */
export async function readSshKeys(
  { features, milestones }: Pick<Services, 'features' | 'milestones'>,
  who: AccountInUse,
): Promise<readonly RegisteredKey[]> {
  return features.use('sshKeys', async () => {
    const { keys, refusal } = await accountKeys(who.client);
    if (refusal !== undefined) throw refusal;
    if (keys.length > 0) milestones.reached('keyRegistered');
    return keys;
  });
}

/** The same, each with the matching key on this computer. */
export async function readKnownSshKeys(
  services: Pick<Services, 'features' | 'milestones' | 'sshSetup'>,
  who: AccountInUse,
): Promise<KnownSshKey[]> {
  const [keys, local] = await Promise.all([readSshKeys(services, who), keysHere(services.sshSetup)]);
  return withLocal(keys, local.keys);
}

export function listed(known: KnownSshKey): ListedSshKey {
  const { id, key, createdAt, here } = known;
  return {
    id,
    name: sshKeyName(known),
    fingerprint: key?.fingerprint,
    publicKey: key?.text,
    created_at: createdAt,
    here: here !== undefined,
    ...(key ? {} : { unreadable: true }),
  };
}

/** A public key of this computer that is to be given to an account or an instance. */
interface WantedKey extends ChosenKey {
  name: string;
  /** It is there already. */
  isKnown: boolean;
}

/** Says to a person that keys are loaded. */
export const saying = <T>({ interactive }: Call, loading: Promise<T>): Promise<T> =>
  sayLate(interactive && vscode.l10n.t('Loading SSH keys…'), loading);

/**
 * The public key from the call's `publicKeyFile`, else one that the person chooses; undefined if they chose none.
 *
 * @param reading what is there already, which is loaded while they choose
 * @throws LocalError 'invalid_input' that says what is wrong with the file, without any of its text
 */
export async function wantedPublicKey(
  services: Pick<Services, 'dialogs' | 'sshEntries' | 'sshSetup'>,
  call: Call,
  title: string,
  reading: Promise<readonly RegisteredKey[]>,
): Promise<WantedKey | undefined> {
  // Its failure is thrown once a key is chosen.
  reading.catch(() => undefined);
  const named = read(call.arguments, 'publicKeyFile', z.optional(z.string()));
  const chosen =
    named === undefined ? await chooseLocalKey(services, title, reading) : await publicKeyOf(named);
  if (!chosen) return undefined;
  const { key, file } = chosen;
  return {
    key,
    file,
    name: localKeyName({ ...key, file }),
    isKnown: isRegistered(await saying(call, reading), key.text),
  };
}

/** Whether nothing more is asked: a person who selected the key from the list has agreed. */
export const isAgreedKey = ({ confirmed, interactive, arguments: given }: Call): boolean =>
  confirmed || (interactive && given.publicKeyFile === undefined);

async function publicKeyOf(named: string): Promise<ChosenKey> {
  const file = expandSetting(named, { home: homedir() });
  const chosen = isAbsolute(file)
    ? await readPublicKeyFile(file)
    : { problem: vscode.l10n.t('Enter the absolute path of a public key file.') };
  if ('key' in chosen) return { key: chosen.key, file };
  throw new LocalError('invalid_input', chosen.problem);
}

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
