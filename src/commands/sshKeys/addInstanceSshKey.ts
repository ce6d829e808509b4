import * as vscode from 'vscode';
import { confirmFor } from '../../ask/confirmFor';
import { showInfo, withProgress } from '../../ask/notify';
import { localKeyName } from '../../prompts/account/sshKeyRows';
import { isRegistered } from '../../stores/account/accountKeys';
import { accountInUse } from '../../stores/account/accountInUse';
import { type SshKeyRegistered, wantedPublicKey } from './knownSshKeys';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from '../instances/eachInstance';
import { readChangeableKeys } from './instanceKeys';
import { targetInstance } from '../instances/targetInstance';

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
  const known = readChangeableKeys(services, who, instanceId);
  // It is awaited when a key is chosen.
  known.catch(() => undefined);
  const chosen = await wantedPublicKey(services, call, vscode.l10n.t('Add SSH Key to {0}', name), known);
  if (!chosen) return undefined;
  const { fingerprint, text } = chosen.key;
  const keyName = localKeyName({ ...chosen.key, file: chosen.file });
  if (isRegistered(await known, text)) {
    if (call.interactive)
      void showInfo(vscode.l10n.t('{0} accepts this key already: {1}', name, fingerprint));
    return { instanceId, fingerprint, isNew: false };
  }
  // A person who selected it from the list has agreed.
  const confirmed = call.confirmed || (call.interactive && call.arguments.publicKeyFile === undefined);
  const agreed = await confirmFor(services, who, {
    confirmed,
    message: vscode.l10n.t('Add this SSH key to {0}?', name),
    detail: vscode.l10n.t(
      '{0}, {1}. Whoever has its private half can log in to this instance. Only the public half is sent.',
      keyName,
      fingerprint,
    ),
    yes: vscode.l10n.t('Add Key'),
  });
  if (!agreed) return undefined;
  await withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Adding the SSH key…') },
    () => who.client.sshKeys.registerWithInstance(instanceId, text),
  );
  services.log.info(`Added an SSH key to instance ${instanceId}.`);
  if (call.interactive)
    void showInfo(vscode.l10n.t('{0} was added to {1}. It may take a minute to arrive.', keyName, name));
  return { instanceId, fingerprint, isNew: true };
}
