import * as vscode from 'vscode';
import { callCommand } from '../../commandNames';
import { confirmFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import type { ChosenKey } from '../../prompts/account/chooseLocalKey';
import { sendKey } from '../../prompts/account/sendKey';
import { localKeyName } from '../../prompts/account/sshKeyRows';
import { isRegistered } from '../../stores/account/accountKeys';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { readSshKeys, type SshKeyRegistered, wantedPublicKey } from './knownSshKeys';
import type { Services } from '../../prompts/services';

/**
 * Registers a public key with the account: `{publicKeyFile, confirmed}`; the absolute path of a `.pub` file. A person
 * who names none chooses among the keys of this computer, or creates one.
 */
export async function registerSshKey(services: Services, call: Call): Promise<SshKeyRegistered | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Register SSH Key for {0}', accountName(who.account));
  const known = readSshKeys(services, who);
  // It is awaited below.
  known.catch(() => undefined);
  const chosen = await wantedPublicKey(services, call, title, known);
  if (!chosen) return undefined;
  const { fingerprint, text } = chosen.key;
  if (isRegistered(await known, text)) {
    if (call.interactive)
      void showInfo(vscode.l10n.t('{0} has this key already: {1}', accountName(who.account), fingerprint));
    return { fingerprint, isNew: false };
  }
  // A person who selected it from the list has agreed.
  const confirmed = call.confirmed || (call.interactive && call.arguments.publicKeyFile === undefined);
  const agreed = await confirmFor(services, who, { ...question(chosen), confirmed });
  if (!agreed) return undefined;
  await sendKey(who, chosen.key);
  services.milestones.reached('keyRegistered');
  services.log.info('Registered an SSH key with the account.');
  if (call.interactive) void notifyRegistered(services, chosen);
  return { fingerprint, isNew: true };
}

function question({ key, file }: ChosenKey) {
  return {
    message: vscode.l10n.t('Register this SSH key with your account?'),
    detail: vscode.l10n.t(
      '{0}, {1}. Whoever has its private half can log in to the instances you rent from now on. Only the public half is sent.',
      localKeyName({ ...key, file }),
      key.fingerprint,
    ),
    yes: vscode.l10n.t('Register Key'),
  };
}

/** Instances that exist already don't get the key by themselves. */
async function notifyRegistered(
  { instances }: Pick<Services, 'instances'>,
  { key, file }: ChosenKey,
): Promise<void> {
  const add = vscode.l10n.t('Add to Instance…');
  const pressed = await showInfo(
    vscode.l10n.t('{0} was registered. New instances accept it.', localKeyName({ ...key, file })),
    ...(instances.state.instances.size > 0 ? [add] : []),
  );
  if (pressed === add) await callCommand('addInstanceSshKey');
}
