import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { createKey } from '../../connect/keys/createKey';
import { keysHere } from '../../connect/keys/keysHere';
import { showErrorMessage, withNotice } from '../../ask/notify';
import type { PrepareServices } from '../../connect/prepareServices';
import type { RegisteredKey, PublicKey } from '../../ssh/keys/publicKey';
import { type LocalKey, type LocalKeys, readPublicKeyFile } from '../../ssh/keys/publicKeyFile';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { isRegistered } from '../../stores/account/accountKeys';
import { pick } from '../steps';
import { localKeyName } from './sshKeyRows';

/** A public key to send, and its file. */
export interface ChosenKey {
  key: PublicKey;
  file?: string | undefined;
}

export type KeyChoiceServices = Pick<PrepareServices, 'sshSetup' | 'dialogs' | 'sshEntries'>;

type Act = { key: ChosenKey } | 'create' | 'choose';
type Row = vscode.QuickPickItem & { act?: Act };

/**
 * Lets the person choose a public key on this computer, create one, or select a file. Keys in `known` are marked and
 * come last. Undefined if they chose none.
 */
export async function chooseLocalKey(
  services: KeyChoiceServices,
  title: string,
  known: Promise<readonly RegisteredKey[]>,
): Promise<ChosenKey | undefined> {
  for (;;) {
    const rows = Promise.all([keysHere(services.sshSetup), known]).then(([here, registered]) =>
      rowsOf(here, registered),
    );
    const step = await pick<Row>(rows, {
      title,
      placeholder: vscode.l10n.t('Select a key. Only its public half is sent'),
      waiting: vscode.l10n.t('Loading…'),
      matchOnDetail: true,
    });
    const act = step.kind === 'done' ? step.value.item?.act : undefined;
    if (step.kind !== 'done') return undefined;
    // A row with a problem of a file does nothing.
    if (act === undefined) continue;
    const chosen = typeof act === 'object' ? act.key : await (act === 'create' ? create : browse)(services);
    if (chosen) return chosen;
  }
}

function rowsOf({ keys, unusable }: LocalKeys, registered: readonly RegisteredKey[]): Row[] {
  const isNew = ({ text }: LocalKey): boolean => !isRegistered(registered, text);
  const separator: Row = { label: '', kind: vscode.QuickPickItemKind.Separator };
  return [
    ...keys.filter(isNew).map((key) => keyRow(key, false)),
    ...keys.filter((key) => !isNew(key)).map((key) => keyRow(key, true)),
    ...unusable.map(({ file, problem }) => ({
      label: `$(warning) ${plainText(basename(file), 60)}`,
      detail: plainText(problem),
    })),
    ...(keys.length + unusable.length > 0 ? [separator] : []),
    { label: vscode.l10n.t('$(add) Create New Key…'), act: 'create' },
    { label: vscode.l10n.t('$(folder-opened) Choose Public Key File…'), act: 'choose' },
  ];
}

function keyRow(key: LocalKey, registered: boolean): Row {
  const { file } = key;
  const facts = [
    registered ? vscode.l10n.t('registered already') : '',
    key.isOffered ? '' : vscode.l10n.t('not offered by ssh'),
    // The end is cut off in a narrow window.
    file === undefined ? vscode.l10n.t('from the SSH agent') : plainText(file, 100),
  ];
  return {
    label: `$(${registered ? 'check' : 'key'}) ${localKeyName(key)}`,
    description: facts.filter(Boolean).join(' · '),
    detail: `${key.fingerprint} · ${key.type}`,
    act: { key: { key, file } },
  };
}

async function create(services: KeyChoiceServices): Promise<ChosenKey | undefined> {
  const file = await createKey(services, vscode.l10n.t('Create a new SSH key?'));
  return file === undefined ? undefined : readChosen(`${file}.pub`);
}

async function browse({ sshSetup }: KeyChoiceServices): Promise<ChosenKey | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Public Key File'),
      openLabel: vscode.l10n.t('Select'),
      defaultUri: vscode.Uri.file(dirname(sshSetup().defaultConfigFile)),
    })) ?? [];
  return file && readChosen(file.fsPath);
}

async function readChosen(file: string): Promise<ChosenKey | undefined> {
  const read = await readPublicKeyFile(file);
  if ('key' in read) return { key: read.key, file };
  void showErrorMessage(read.problem);
  return undefined;
}

/** Registers a key with an account and shows progress, because these calls are seconds apart. */
export async function sendKey({ client }: AccountInUse, { text }: PublicKey): Promise<void> {
  await withNotice(vscode.l10n.t('Registering the SSH key…'), () => client.sshKeys.register(text));
}
