import { homedir } from 'node:os';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { ApiError, isUnsupported } from '../api/errors';
import { nodeFileSystem } from '../ssh/fileSystem';
import { keygenArguments, newKeyFile, type OwnKey, ownKeys } from '../ssh/keys';
import { parsePublicKeys } from '../ssh/publicKey';
import { signedIn } from '../stores/signedIn';
import type { PrepareServices } from './prepare';

/** `known`: the service has one of the keys that ssh offers, or which keys those are cannot be told. */
export type KeyOutcome = 'known' | 'registered' | 'cancelled';

/**
 * Makes sure that the service knows one of the keys that ssh offers: registers one if the person agrees, after
 * offering to make one where there is none. The private half is never read.
 */
export async function offerKey(
  services: PrepareServices,
  instanceId: number,
  args: readonly string[],
  signal: AbortSignal,
): Promise<KeyOutcome> {
  const keys = await keysOfPerson(services, args, signal);
  if (keys === 'unreadable') return 'known';
  const [key] = keys;
  if (!key) return 'cancelled';
  const known = await registeredKeys(services, signal);
  if (known && keys.some(({ text }) => known.includes(text))) return 'known';
  const missing = known
    ? vscode.l10n.t('Your account has none of your SSH keys, so instance {0} cannot let you in.', instanceId)
    : vscode.l10n.t(
        'Instance {0} let none of your SSH keys in, and which ones your account has cannot be seen with this API key.',
        instanceId,
      );
  const sent = vscode.l10n.t(
    'The public half of {0} ({1}) is sent, and nothing else.',
    key.fingerprint,
    key.file ?? vscode.l10n.t('from the ssh agent'),
  );
  const agreed = await services.dialogs.confirm({
    message: vscode.l10n.t('Register your public key with the service?'),
    detail: `${missing} ${sent}`,
    yes: vscode.l10n.t('Register Key'),
  });
  if (!agreed) return 'cancelled';
  if (await register(services, instanceId, key, signal)) return 'registered';
  await showWhereToPaste(services, key);
  return 'cancelled';
}

/** The keys that ssh offers; a new one when there is none and the person wants one. */
async function keysOfPerson(
  services: PrepareServices,
  args: readonly string[],
  signal: AbortSignal,
): Promise<readonly OwnKey[] | 'unreadable'> {
  const { identityFile } = services.sshSetup();
  const find = () => ownKeys({ fs: nodeFileSystem, home: homedir(), identityFile, args });
  const found = await find();
  if (found.keys.length > 0) return found.keys;
  // There is a key, with a passphrase: ssh may get in with it where a check that asks nothing cannot.
  if (found.unreadable.length > 0) return 'unreadable';
  if (identityFile !== undefined) {
    throw new ApiError(
      'refused',
      vscode.l10n.t(
        '{0}, from the setting gpuRental.ssh.identityFile, is not a key that ssh can use.',
        identityFile,
      ),
    );
  }
  const agreed = await services.dialogs.confirm({
    message: vscode.l10n.t('You have no SSH key. Make one?'),
    detail: vscode.l10n.t('ssh-keygen asks for a passphrase in a terminal; you may leave it empty.'),
    yes: vscode.l10n.t('Make a Key'),
  });
  if (!agreed) return [];
  await makeKey(dirname(services.sshSetup().defaultConfigFile), signal);
  return (await find()).keys;
}

/** Runs ssh-keygen where it can ask for a passphrase by its own rules, and waits until it ends. */
async function makeKey(sshFolder: string, signal: AbortSignal): Promise<void> {
  const file = await newKeyFile(nodeFileSystem, sshFolder);
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
    signal.addEventListener('abort', () => terminal.dispose(), { once: true });
  });
}

/** Undefined where the service does not tell. */
async function registeredKeys(
  services: PrepareServices,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const keys = await signedIn(services.accounts).listSshKeys({ signal });
    return keys.flatMap(({ key }) => parsePublicKeys(key ?? '').map(({ text }) => text));
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return undefined;
  }
}

/**
 * With the account for later instances, and with this one now; an API key may be allowed to do only one of the two.
 * False when it may do neither.
 */
async function register(
  services: PrepareServices,
  instanceId: number,
  key: OwnKey,
  signal: AbortSignal,
): Promise<boolean> {
  const client = signedIn(services.accounts);
  const attempts = [
    await client.registerSshKey(key.text, { signal }).catch(ifRefused),
    await client.registerInstanceSshKey(instanceId, key.text, { signal }).catch(ifRefused),
  ];
  return attempts.some((outcome) => outcome !== 'refused');
}

function ifRefused(error: unknown): 'refused' {
  const isTeam = error instanceof ApiError && error.code === 'team_ssh_keys_not_supported';
  if (!isTeam && !isUnsupported(error)) throw error;
  return 'refused';
}

/** For a service or an API key without those endpoints. */
async function showWhereToPaste({ dialogs }: PrepareServices, { text }: OwnKey): Promise<void> {
  const copy = vscode.l10n.t('Copy Key and Open Web Console');
  const answer = await dialogs.choose({
    message: vscode.l10n.t('Add your public key to your account in the web console, and connect again.'),
    detail: vscode.l10n.t('This API key may not register it. It goes among the SSH keys there:\n\n{0}', text),
    options: [copy],
  });
  if (answer !== copy) return;
  await vscode.env.clipboard.writeText(text);
  await vscode.commands.executeCommand('gpuRental.openConsole');
}
