import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { succeeds } from '../../files/disk';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import { ensureDirectory } from '../../ssh/files/atPath';
import { keygenArguments, newKeyFile } from '../../ssh/keys/keys';
import type { Dialogs } from '../../ask/dialogs';
import type { SshEntries } from '../entries/sshEntries';
import type { SshSetup } from '../entries/sshSetup';

interface KeyServices {
  sshSetup: () => Pick<SshSetup, 'configFile' | 'defaultConfigFile' | 'identityFile'>;
  dialogs: Pick<Dialogs, 'confirm'>;
  sshEntries: Pick<SshEntries, 'sync'>;
}

/**
 * Asks `question` and creates a new Ed25519 key if the person agrees. ssh-keygen asks for the passphrase in a terminal,
 * so we never see it. From then on, ssh offers the key to instances, unless a setting names another one.
 * @returns the file of its private half; undefined if no key was created
 */
export async function createKey(
  { sshSetup, dialogs, sshEntries }: KeyServices,
  question: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { configFile, defaultConfigFile, identityFile } = sshSetup();
  const file = await newKeyFile(nodeFileSystem, dirname(configFile));
  const agreed = await dialogs.confirm({
    message: question,
    detail: vscode.l10n.t(
      'An Ed25519 key is written to {0}. ssh-keygen asks for a passphrase in a terminal. You can leave it empty.',
      file,
    ),
    yes: vscode.l10n.t('Create Key'),
  });
  if (!agreed) return undefined;
  await ensureDirectory(nodeFileSystem, dirname(file));
  await runKeygen(file, signal);
  if (!(await succeeds(nodeFileSystem.stat(`${file}.pub`)))) return undefined;
  const isDefault = file === join(dirname(defaultConfigFile), 'id_ed25519');
  if (!isDefault && identityFile === undefined) {
    const settings = vscode.workspace.getConfiguration('gpuRental');
    await settings.update('ssh.identityFile', file, vscode.ConfigurationTarget.Global);
    await sshEntries.sync();
  }
  return file;
}

/** Runs ssh-keygen in a terminal, where it can ask for a passphrase, and waits until it ends. */
async function runKeygen(file: string, signal?: AbortSignal): Promise<void> {
  const terminal = vscode.window.createTerminal({
    name: vscode.l10n.t('New SSH key'),
    shellPath: 'ssh-keygen',
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
