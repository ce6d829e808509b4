import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { sayLate, showInfo } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import { accountName } from '../../domain/account/accountName';
import { sendKey } from '../../prompts/account/chooseLocalKey';
import {
  type KnownSshKey,
  sshKeyName,
  sshKeyRow,
  sshKeyWithFingerprint,
} from '../../prompts/account/sshKeyRows';
import type { Services } from '../../prompts/services';
import { type Action, pickAction } from '../../prompts/steps';
import { accountInUse, type AccountInUse } from '../../stores/account/accountInUse';
import { SshKeyNode } from '../../views/account/accountNodes';
import { type Call, read } from '../call';
import {
  isAgreedKey,
  isLastOffered,
  listed,
  type ListedSshKey,
  readKnownSshKeys,
  readSshKeys,
  removableId,
  saying,
  type SshKeyRegistered,
  type SshKeyRemoved,
  wantedPublicKey,
} from './knownSshKeys';
import { browseSshKeys, pickKeyToRemove } from './pickSshKey';
import { formatLines } from '../../domain/format';

/** The account's SSH keys. Selecting one shows its actions. */
export async function listSshKeys(
  services: Pick<Services, 'accounts' | 'features' | 'milestones' | 'sshSetup'>,
  call: Call,
): Promise<ListedSshKey[]> {
  const who = accountInUse(services.accounts);
  const reading = readKnownSshKeys(services, who);
  if (!call.interactive) return (await reading).map(listed);
  await browseSshKeys({
    title: vscode.l10n.t('SSH Keys of {0}', accountName(who.account)),
    rows: reading.then((keys) => keys.map(sshKeyRow)),
    add: { label: vscode.l10n.t('$(add) Register Key…'), run: () => callCommand('registerSshKey') },
    actOn,
  });
  return (await reading).map(listed);
}

/** Removing comes last and is never the selected row. */
function actOn(known: KnownSshKey): Promise<'done' | 'back'> {
  const { id, key } = known;
  const copies: Action[] = key
    ? [
        {
          label: vscode.l10n.t('$(copy) Copy Public Key'),
          run: () => vscode.env.clipboard.writeText(key.text),
        },
        {
          label: vscode.l10n.t('$(copy) Copy Fingerprint'),
          run: () => vscode.env.clipboard.writeText(key.fingerprint),
        },
      ]
    : [{ label: vscode.l10n.t('$(link-external) Open Web Console'), run: () => callCommand('openConsole') }];
  const remove: Action = {
    label: vscode.l10n.t('$(trash) Remove Key…'),
    run: () => callCommand('removeSshKey', new SshKeyNode(id, key?.text)),
  };
  return pickAction(sshKeyName(known), [...copies, remove]);
}

/**
 * Registers a public key with the account: `{publicKeyFile, confirmed}`; the absolute path of a `.pub` file. A person
 * who names none chooses among the keys of this computer, or creates one.
 */
export async function registerSshKey(services: Services, call: Call): Promise<SshKeyRegistered | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Register SSH Key for {0}', accountName(who.account));
  const chosen = await wantedPublicKey(services, call, title, readSshKeys(services, who));
  if (!chosen) return undefined;
  const { name, key } = chosen;
  const { fingerprint } = key;
  if (chosen.isKnown) {
    if (call.interactive)
      void showInfo(vscode.l10n.t('{0} has this key already: {1}', accountName(who.account), fingerprint));
    return { fingerprint, isNew: false };
  }
  const agreed = await confirmFor(services, who, {
    confirmed: isAgreedKey(call),
    message: vscode.l10n.t('Register this SSH key with your account?'),
    detail: vscode.l10n.t(
      '{0}, {1}. Whoever has its private half can log in to the instances you rent from now on. Only the public half is sent.',
      name,
      fingerprint,
    ),
    yes: vscode.l10n.t('Register Key'),
  });
  if (!agreed) return undefined;
  await sendKey(who, key);
  services.milestones.reached('keyRegistered');
  services.log.info('Registered an SSH key with the account.');
  if (call.interactive) void notifyRegistered(services, name);
  return { fingerprint, isNew: true };
}

/** Instances that exist already don't get the key by themselves. */
async function notifyRegistered({ instances }: Pick<Services, 'instances'>, name: string): Promise<void> {
  const add = vscode.l10n.t('Add to Instance…');
  const pressed = await showInfo(
    vscode.l10n.t('{0} was registered. New instances accept it.', name),
    ...(instances.state.instances.size > 0 ? [add] : []),
  );
  if (pressed === add) await callCommand('addInstanceSshKey');
}

/** Removes a public key from the account: `{id, confirmed}`. The key's files on this computer stay. */
export async function removeSshKey(services: Services, call: Call): Promise<SshKeyRemoved | undefined> {
  const who = accountInUse(services.accounts);
  const listed = readKnownSshKeys(services, who);
  const wanted = await wantedKey(who, call, listed);
  if (!wanted) return undefined;
  const keys = await listed;
  const { key } = wanted;
  const id = removableId(wanted);
  const agreed = await confirmFor(services, who, {
    confirmed: call.confirmed,
    message: vscode.l10n.t(
      'Remove the SSH key {0} from {1}?',
      sshKeyWithFingerprint(wanted),
      accountName(who.account),
    ),
    detail: consequences(wanted, keys),
    yes: vscode.l10n.t('Remove Key'),
    warns: true,
  });
  if (!agreed) return undefined;
  const removing = who.client.sshKeys.remove(id);
  await sayLate(call.interactive && vscode.l10n.t('Removing the SSH key…'), removing);
  services.log.info(`Removed SSH key ${id} from the account.`);
  if (call.interactive)
    void showInfo(
      vscode.l10n.t('The SSH key {0} was removed from {1}.', sshKeyName(wanted), accountName(who.account)),
    );
  return { id, fingerprint: key?.fingerprint };
}

async function wantedKey(
  who: AccountInUse,
  call: Call,
  listed: Promise<KnownSshKey[]>,
): Promise<KnownSshKey | undefined> {
  const { row } = call.arguments;
  if (row instanceof SshKeyNode) {
    const found = (await saying(call, listed)).find(({ id, key }) => id === row.id && key?.text === row.text);
    if (found) return found;
    throw new LocalError('not_found', vscode.l10n.t('The account no longer has this SSH key.'));
  }
  const id = read(call.arguments, 'id', z.optional(z.int()));
  if (id === undefined)
    return pickKeyToRemove(vscode.l10n.t('Remove SSH Key of {0}', accountName(who.account)), listed);
  const known = (await saying(call, listed)).find((one) => one.id === id);
  if (known) return known;
  throw new LocalError('not_found', vscode.l10n.t('The account has no SSH key with ID {0}.', id));
}

function consequences(known: KnownSshKey, keys: readonly KnownSshKey[]): string {
  return formatLines(
    vscode.l10n.t(
      'Instances you rent from now on won’t accept it. Instances that have it may accept it until you remove it there or destroy them.',
    ),
    isLastOffered(known, keys)
      ? vscode.l10n.t('It’s the only key that ssh on this computer can log in with. You’ll need another one.')
      : '',
    known.here ? vscode.l10n.t('The key’s files on this computer stay.') : '',
  );
}
