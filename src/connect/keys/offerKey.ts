import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { ApiError, isUnsupported } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { accountName } from '../../domain/account/accountName';
import type { OwnKey } from '../../ssh/keys/keys';
import { registeredKeys } from '../../ssh/keys/publicKey';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { accountKeys, isRegistered } from '../../stores/account/accountKeys';
import { confirmFor } from '../../ask/confirmFor';
import { instanceName } from '../../ask/instanceName';
import { createKey } from './createKey';
import { offeredKeys } from './keysHere';
import type { PrepareServices } from '../prepareServices';
import { callCommand } from '../../commandNames';

/** `known`: the instance gets one of the keys that ssh offers, as far as can be told. */
type KeyOutcome = 'known' | 'registered';

/**
 * Makes sure that one of the keys that ssh offers is registered, also with the instance: offers to create one if there
 * is none, and registers it if the person agrees. The private half is never read. Undefined if the person stopped.
 *
 * @param hasWaited whether an instance that lists no key has had the time in which keys of the account reach it
 */
export async function offerKey(
  services: PrepareServices,
  instanceId: number,
  args: readonly string[],
  signal: AbortSignal,
  hasWaited = false,
): Promise<KeyOutcome | undefined> {
  const who = accountInUse(services.accounts);
  const keys = await keysOfPerson(services, args, signal);
  if (keys === 'unreadable') return 'known';
  const [key] = keys;
  if (!key) return undefined;
  const { keys: known, refusal } = await accountKeys(who.client, { signal });
  const ofAccount = keys.find(({ text }) => isRegistered(known, text));
  const name = instanceName(services.instances.get(instanceId) ?? { id: instanceId });
  if (ofAccount) {
    if (!(await lacksAll(who.client, instanceId, { keys, hasWaited }, signal))) return 'known';
    return addToInstance(services, who, { id: instanceId, name }, ofAccount, signal);
  }
  const missing =
    refusal === undefined
      ? vscode.l10n.t(
          '{0} has none of your SSH keys, so you can’t log in to {1}.',
          accountName(who.account),
          name,
        )
      : vscode.l10n.t(
          '{0} didn’t accept any of your SSH keys, and this API key can’t list those of {1}.',
          name,
          accountName(who.account),
        );
  const sent = onlyPublicHalf(key);
  const agreed = await confirmFor(services, who, {
    message: vscode.l10n.t('Register your public key with the service?'),
    detail: `${missing} ${sent}`,
    yes: vscode.l10n.t('Register Key'),
  });
  if (!agreed) return undefined;
  if (await register(who.client, instanceId, key, signal)) return 'registered';
  await showWhereToPaste(services, key);
  return undefined;
}

const onlyPublicHalf = ({ fingerprint, file }: OwnKey): string =>
  vscode.l10n.t(
    'Only the public half of {0} ({1}) is sent.',
    fingerprint,
    file ?? vscode.l10n.t('from the SSH agent'),
  );

/** False if the instance gets one of these keys, nobody can tell yet, or its keys can't be changed. */
async function lacksAll(
  client: Client,
  instanceId: number,
  { keys, hasWaited }: { keys: readonly OwnKey[]; hasWaited: boolean },
  signal: AbortSignal,
): Promise<boolean> {
  // Nobody can tell, then; the key may be on its way.
  const ifFailed = (error: unknown): undefined => {
    if (!(error instanceof ApiError)) throw error;
  };
  const listed = await client.sshKeys.listOfInstance(instanceId, { signal }).catch(ifFailed);
  if (!listed) return false;
  const known = registeredKeys(listed);
  if (known.length === 0 && !hasWaited) return false;
  if (known.some(({ key }) => !key || keys.some(({ text }) => text === key.text))) return false;
  const instance = await client.instances.get(instanceId, { signal }).catch(ifFailed);
  return instance !== undefined && !instance.is_vm;
}

/** For an instance that was created before its account had the key. Undefined if the person said no. */
async function addToInstance(
  services: PrepareServices,
  who: AccountInUse,
  { id, name }: { id: number; name: string },
  key: OwnKey,
  signal: AbortSignal,
): Promise<KeyOutcome | undefined> {
  const missing = vscode.l10n.t(
    '{0} has none of your SSH keys, so you can’t log in. {1} has this one.',
    name,
    accountName(who.account),
  );
  const agreed = await confirmFor(services, who, {
    message: vscode.l10n.t('Add your public key to {0}?', name),
    detail: `${missing} ${onlyPublicHalf(key)}`,
    yes: vscode.l10n.t('Add Key'),
  });
  if (!agreed) return undefined;
  await who.client.sshKeys.registerWithInstance(id, key.text, { signal });
  return 'registered';
}

/** The keys that ssh offers, or a new one if there is none and the person wants one. */
async function keysOfPerson(
  services: PrepareServices,
  args: readonly string[],
  signal: AbortSignal,
): Promise<readonly OwnKey[] | 'unreadable'> {
  const { identityFile } = services.sshSetup();
  // A new key may have been set since.
  const find = () => offeredKeys(services.sshSetup(), args);
  const found = await find();
  if (found.keys.length > 0) return found.keys;
  // There is, or may be, a key with which ssh can log in and the check can't, such as one with a passphrase.
  if (found.unreadable.length > 0 || found.isUnknown) return 'unreadable';
  if (identityFile !== undefined) {
    throw new LocalError(
      'may_pass',
      vscode.l10n.t(
        '{0}, from the setting gpuRental.ssh.identityFile, isn’t a key that ssh can use.',
        identityFile,
      ),
    );
  }
  const made = await createKey(services, vscode.l10n.t('You have no SSH key. Create one?'), signal);
  return made ? (await find()).keys : [];
}

/** With the account for later instances, and with this one now. False if the key may do neither. */
async function register(
  client: Client,
  instanceId: number,
  key: OwnKey,
  signal: AbortSignal,
): Promise<boolean> {
  const attempts = [
    await client.sshKeys.register(key.text, { signal }).catch(ifRefused),
    await client.sshKeys.registerWithInstance(instanceId, key.text, { signal }).catch(ifRefused),
  ];
  return attempts.some((outcome) => outcome !== 'refused');
}

function ifRefused(error: unknown): 'refused' {
  const isTeam = error instanceof ApiError && error.code === 'team_ssh_keys_not_supported';
  if (!isTeam && !isUnsupported(error)) throw error;
  return 'refused';
}

/** For a service or an API key that can't register keys. */
async function showWhereToPaste({ dialogs }: PrepareServices, { text }: OwnKey): Promise<void> {
  const copy = vscode.l10n.t('Copy Key and Open Web Console');
  const answer = await dialogs.choose({
    message: vscode.l10n.t('Add your public key to your account in the web console, then connect again.'),
    detail: vscode.l10n.t('This API key can’t register it. Add it to the SSH keys there:\n\n{0}', text),
    options: [copy],
  });
  if (answer !== copy) return;
  await vscode.env.clipboard.writeText(text);
  await callCommand('openConsole');
}
