import * as vscode from 'vscode';
import { type KnownSshKey, sshKeyRow } from '../../prompts/account/sshKeyRows';
import { type Action, pickOne } from '../../prompts/steps';

type Row = vscode.QuickPickItem & { known?: KnownSshKey };

interface KeyList {
  title: string;
  rows: Promise<readonly Row[]>;
  /** The row below the keys, which ends it. */
  add: Action;
  /** Shows what can be done with a key. */
  actOn: (known: KnownSshKey) => Promise<'done' | 'back'>;
}

/** Shows keys, and what can be done with the one that is selected, until the person is done. */
export async function browseSshKeys({ title, rows, add, actOn }: KeyList): Promise<void> {
  for (;;) {
    const item = await pickOne<Row>(
      rows.then((all) => [...all, add]),
      {
        title,
        placeholder: vscode.l10n.t('Select a key to see its actions'),
        waiting: vscode.l10n.t('Loading…'),
        matchOnDetail: true,
      },
    );
    if (!item) return;
    if (!item.known) {
      await add.run();
      return;
    }
    if ((await actOn(item.known)) === 'done') return;
  }
}

/** Undefined if the person picked none. */
export async function pickKeyToRemove(
  title: string,
  reading: Promise<readonly KnownSshKey[]>,
): Promise<KnownSshKey | undefined> {
  const picked = await pickOne(
    reading.then((keys) => keys.map(sshKeyRow)),
    {
      title,
      placeholder: vscode.l10n.t('Select the key to remove. You’ll be asked to confirm'),
      waiting: vscode.l10n.t('Loading…'),
      matchOnDetail: true,
    },
  );
  return picked?.known;
}
