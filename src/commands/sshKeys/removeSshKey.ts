import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { showInfo } from '../../ask/notify';
import { accountName } from '../../domain/account/accountName';
import {
  type KnownSshKey,
  sshKeyName,
  sshKeyRow,
  sshKeyWithFingerprint,
} from '../../prompts/account/sshKeyRows';
import { pick } from '../../prompts/steps';
import { accountInUse, type AccountInUse } from '../../stores/account/accountInUse';
import { SshKeyNode } from '../../views/account/accountNodes';
import { type Call, read } from '../call';
import { readKnownSshKeys, removableId, type SshKeyRemoved } from './knownSshKeys';
import type { Services } from '../../prompts/services';

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
  await who.client.sshKeys.remove(id);
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
    const found = (await listed).find(({ id, key }) => id === row.id && key?.text === row.text);
    if (found) return found;
    throw new LocalError('not_found', vscode.l10n.t('The account no longer has this SSH key.'));
  }
  const id = read(call.arguments, 'id', z.optional(z.int()));
  if (id === undefined) return pickKey(who, listed);
  const known = (await listed).find((one) => one.id === id);
  if (known) return known;
  throw new LocalError('not_found', vscode.l10n.t('The account has no SSH key with ID {0}.', id));
}

async function pickKey(
  { account }: AccountInUse,
  listed: Promise<KnownSshKey[]>,
): Promise<KnownSshKey | undefined> {
  const step = await pick(
    listed.then((keys) => keys.map(sshKeyRow)),
    {
      title: vscode.l10n.t('Remove SSH Key of {0}', accountName(account)),
      placeholder: vscode.l10n.t('Select the key to remove. You’ll be asked to confirm'),
      waiting: vscode.l10n.t('Loading…'),
      matchOnDetail: true,
    },
  );
  return step.kind === 'done' ? step.value.item?.known : undefined;
}

function consequences({ here }: KnownSshKey, keys: readonly KnownSshKey[]): string {
  const offered = keys.filter((one) => one.here?.isOffered);
  const isLastOne = here?.isOffered === true && offered.length === 1;
  return [
    vscode.l10n.t(
      'Instances you rent from now on won’t accept it. Instances that have it may accept it until you remove it there or destroy them.',
    ),
    isLastOne
      ? vscode.l10n.t('It’s the only key that ssh on this computer can log in with. You’ll need another one.')
      : '',
    here ? vscode.l10n.t('The key’s files on this computer stay.') : '',
  ]
    .filter(Boolean)
    .join('\n');
}
