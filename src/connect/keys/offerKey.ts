import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { ApiError, isUnsupported } from '../../api/errors';
import { LocalError } from '../../api/localError';
import type { OwnKey } from '../../ssh/keys/keys';
import { accountInUse } from '../../stores/account/accountInUse';
import { accountKeys, isRegistered } from '../../stores/account/accountKeys';
import { confirmFor } from '../../ask/confirmFor';
import { createKey } from './createKey';
import { offeredKeys } from './keysHere';
import type { PrepareServices } from '../prepareServices';
import { callCommand } from '../../commandNames';

/** `known`: one of the keys that ssh offers is registered, or the keys that ssh offers are unknown. */
type KeyOutcome = 'known' | 'registered';

/**
 * Makes sure that one of the keys that ssh offers is registered: offers to create one if there is none, and registers
 * it if the person agrees. The private half is never read. Undefined if the person stopped.
 */
export async function offerKey(
  services: PrepareServices,
  instanceId: number,
  args: readonly string[],
  signal: AbortSignal,
): Promise<KeyOutcome | undefined> {
  const who = accountInUse(services.accounts);
  const keys = await keysOfPerson(services, args, signal);
  if (keys === 'unreadable') return 'known';
  const [key] = keys;
  if (!key) return undefined;
  const { keys: known, refusal } = await accountKeys(who.client, { signal });
  if (keys.some(({ text }) => isRegistered(known, text))) return 'known';
  const missing =
    refusal === undefined
      ? vscode.l10n.t(
          'Your account has none of your SSH keys, so you can’t log in to instance {0}.',
          instanceId,
        )
      : vscode.l10n.t(
          'Instance {0} didn’t accept any of your SSH keys, and this API key can’t list the ones in your account.',
          instanceId,
        );
  const sent = vscode.l10n.t(
    'Only the public half of {0} ({1}) is sent.',
    key.fingerprint,
    key.file ?? vscode.l10n.t('from the SSH agent'),
  );
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
