import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import { fileOfKey, type OwnKey } from '../../ssh/keys/keys';
import type { SshEntries } from '../entries/sshEntries';
import type { PrepareServices } from '../prepareServices';
import { offeredKeys } from './keysHere';
import { accountKeys, isRegistered } from '../../stores/account/accountKeys';
import { signedIn } from '../../api/localError';
import { ignore } from '../../log/log';

/**
 * For a machine that ended the login because ssh offered too many keys: the person chooses one, which is saved in the
 * setting gpuRental.ssh.identityFile and in the entries. False if they chose none.
 */
export async function chooseKey(
  services: PrepareServices,
  alias: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const setup = services.sshSetup();
  const { keys } = await offeredKeys(setup, args);
  const choose = vscode.l10n.t('Choose Key');
  const answer = await services.dialogs.choose({
    message: vscode.l10n.t('{0} closed the connection because ssh offered too many keys.', alias),
    detail: vscode.l10n.t(
      'ssh offers all its keys, but most machines check only six. Choose the key for your instances. It’s saved in the setting gpuRental.ssh.identityFile.',
    ),
    options: keys.length > 0 ? [choose] : [],
  });
  if (answer !== choose) return false;
  const asked = accountKeys(signedIn(services.accounts), { signal });
  const known = await asked.catch(ignore(services.log, 'the list is then just not sorted'));
  const isKnown = ({ text }: OwnKey): boolean => isRegistered(known?.keys ?? [], text);
  const sorted = [...keys.filter(isKnown), ...keys.filter((key) => !isKnown(key))];
  const index = await services.dialogs.select({
    title: vscode.l10n.t('SSH key for your instances'),
    placeholder: vscode.l10n.t('Select the key that ssh offers'),
    rows: sorted.map((key) => ({
      label: key.file === undefined ? key.type : plainText(basename(key.file)),
      description: isKnown(key) ? vscode.l10n.t('registered in your account') : '',
      detail: key.fingerprint,
    })),
  });
  const key = index === undefined ? undefined : sorted[index];
  if (!key) return false;
  const file = await fileOfKey(nodeFileSystem, dirname(setup.defaultConfigFile), key);
  await useKey(services, file);
  return true;
}

/** From now on, ssh offers only this key to instances. @param file its private half, or the public one of an agent's */
export async function useKey(
  { sshEntries }: { sshEntries: Pick<SshEntries, 'sync'> },
  file: string,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('gpuRental');
  await configuration.update('ssh.identityFile', file, vscode.ConfigurationTarget.Global);
  await sshEntries.sync();
}
