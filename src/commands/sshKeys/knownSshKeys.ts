import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { keysHere } from '../../connect/keys/keysHere';
import { type ChosenKey, chooseLocalKey } from '../../prompts/account/chooseLocalKey';
import { type KnownSshKey, sshKeyName, withLocal } from '../../prompts/account/sshKeyRows';
import { expandSetting } from '../../ssh/config/configPaths';
import { readPublicKeyFile } from '../../ssh/keys/publicKeyFile';
import type { RegisteredKey } from '../../ssh/keys/registeredKeys';
import { accountKeys } from '../../stores/account/accountKeys';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** A registered public key, for programs. */
export interface ListedSshKey {
  /** Undefined if the service can't remove it separately. */
  id?: number | undefined;
  /** Its name for a person. */
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

/**
 * The public key from the call's `publicKeyFile`, else one that the person chooses; undefined if they chose none.
 * @throws LocalError 'invalid_input' that says what is wrong with the file, without any of its text
 */
export async function wantedPublicKey(
  services: Pick<Services, 'dialogs' | 'sshEntries' | 'sshSetup'>,
  call: Call,
  title: string,
  known: Promise<readonly RegisteredKey[]>,
): Promise<ChosenKey | undefined> {
  const named = read(call.arguments, 'publicKeyFile', z.optional(z.string()));
  if (named === undefined) return chooseLocalKey(services, title, known);
  const file = expandSetting(named, { home: homedir() });
  const chosen = isAbsolute(file)
    ? await readPublicKeyFile(file)
    : { problem: vscode.l10n.t('Enter the absolute path of a public key file.') };
  if ('key' in chosen) return { key: chosen.key, file };
  throw new LocalError('invalid_input', chosen.problem);
}
