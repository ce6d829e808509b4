import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { succeeds } from '../../files/disk';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import { ensureDirectory } from '../../ssh/files/atPath';
import { keygenArguments, newKeyFile } from '../../ssh/keys/keys';
import { besideSsh } from '../../ssh/run/besideSsh';
import { sayLate } from '../../ask/notify';
import type { Dialogs } from '../../ask/dialogs';
import type { SshEntries } from '../entries/sshEntries';
import type { SshSetup } from '../entries/sshSetup';
import { useKey } from './chooseKey';
import { offersAny } from './keysHere';

interface KeyServices {
  sshSetup: () => SshSetup;
  dialogs: Pick<Dialogs, 'confirm'>;
  sshEntries: Pick<SshEntries, 'sync'>;
}

/**
 * Asks `question` and creates a new Ed25519 key if the person agrees. ssh-keygen asks for the passphrase in a terminal,
 * so we never see it. It's set as the only key for instances only where ssh has no other: running instances know none
 * but the others.
 * @returns the file of its private half; undefined if no key was created
 */
export async function createKey(
  { sshSetup, dialogs, sshEntries }: KeyServices,
  question: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const setup = sshSetup();
  const { configFile, defaultConfigFile, identityFile } = setup;
  const file = await newKeyFile(nodeFileSystem, dirname(configFile));
  const isDefault = file === join(dirname(defaultConfigFile), 'id_ed25519');
  const isOffered = isDefault && identityFile === undefined;
  const hasOther =
    !isOffered &&
    (identityFile !== undefined ||
      (await sayLate(vscode.l10n.t('Checking your SSH keys…'), offersAny(setup))));
  const written = vscode.l10n.t(
    'An Ed25519 key is written to {0}. ssh-keygen asks for a passphrase in a terminal. You can leave it empty.',
    file,
  );
  const aside = vscode.l10n.t(
    'ssh doesn’t offer it to instances until you set gpuRental.ssh.identityFile to it. ssh then offers only this key, so instances that don’t have it deny the login.',
  );
  const agreed = await dialogs.confirm({
    message: question,
    detail: hasOther ? `${written}\n\n${aside}` : written,
    yes: vscode.l10n.t('Create Key'),
  });
  if (!agreed) return undefined;
  await ensureDirectory(nodeFileSystem, dirname(file));
  await runKeygen(file, setup.program, signal);
  if (!(await succeeds(nodeFileSystem.stat(`${file}.pub`)))) return undefined;
  if (!isOffered && !hasOther) await useKey({ sshEntries }, file);
  return file;
}

/** Runs the ssh-keygen of this ssh in a terminal, where it can ask for a passphrase, and waits until it ends. */
async function runKeygen(file: string, ssh: string, signal?: AbortSignal): Promise<void> {
  const beside = besideSsh(ssh, 'ssh-keygen');
  const terminal = vscode.window.createTerminal({
    name: vscode.l10n.t('New SSH key'),
    // A script may have none beside it.
    shellPath: (await succeeds(nodeFileSystem.stat(beside))) ? beside : 'ssh-keygen',
    shellArgs: keygenArguments(file),
    cwd: vscode.Uri.file(homedir()),
  });
  terminal.show();
  await new Promise<void>((resolve) => {
    const subscription = vscode.window.onDidCloseTerminal((closed) => {
      if (closed !== terminal) return;
      subscription.dispose();
      resolve();
    });
    signal?.addEventListener('abort', () => terminal.dispose(), { once: true });
  });
}
