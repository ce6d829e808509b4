import * as vscode from 'vscode';
import { callCommand, commandId } from '../../commandNames';
import { accountName } from '../../domain/account/accountName';
import { type KnownSshKey, sshKeyName, sshKeyRow } from '../../prompts/account/sshKeyRows';
import { type Action, pickAction } from '../../prompts/pickAction';
import { pick } from '../../prompts/steps';
import { accountInUse } from '../../stores/account/accountInUse';
import { SshKeyNode } from '../../views/account/accountNodes';
import type { Call } from '../call';
import { listed, type ListedSshKey, readKnownSshKeys } from './knownSshKeys';
import type { Services } from '../../prompts/services';

/** The account's SSH keys. Selecting one shows its actions. */
export async function listSshKeys(
  services: Pick<Services, 'accounts' | 'features' | 'milestones' | 'sshSetup'>,
  call: Call,
): Promise<ListedSshKey[]> {
  const who = accountInUse(services.accounts);
  const reading = readKnownSshKeys(services, who);
  if (!call.interactive) return (await reading).map(listed);
  const register = { label: vscode.l10n.t('$(add) Register Key…') };
  for (;;) {
    const step = await pick<vscode.QuickPickItem & { known?: KnownSshKey }>(
      reading.then((keys) => [...keys.map(sshKeyRow), register]),
      {
        title: vscode.l10n.t('SSH Keys of {0}', accountName(who.account)),
        placeholder: vscode.l10n.t('Select a key to see its actions'),
        waiting: vscode.l10n.t('Loading…'),
        matchOnDetail: true,
      },
    );
    const keys = (await reading).map(listed);
    const item = step.kind === 'done' ? step.value.item : undefined;
    if (!item) return keys;
    if (!item.known) {
      await callCommand('registerSshKey');
      return keys;
    }
    if ((await actOn(item.known)) === 'done') return keys;
  }
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
    run: () => vscode.commands.executeCommand(commandId('removeSshKey'), new SshKeyNode(id, key?.text)),
  };
  return pickAction(sshKeyName(known), [...copies, remove]);
}
