import { basename } from 'node:path';
import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { dateOnly } from '../../ask/timeWords';
import type { LocalKey } from '../../ssh/keys/publicKeyFile';
import type { RegisteredKey, PublicKey } from '../../ssh/keys/publicKey';

/** A registered key and what is known about it here. */
export interface KnownSshKey extends RegisteredKey {
  /** The same key on this computer. */
  here?: LocalKey | undefined;
}

/** Registered keys, each with the matching key on this computer. */
export function withLocal(registered: readonly RegisteredKey[], local: readonly LocalKey[]): KnownSshKey[] {
  return registered.map((one) => ({ ...one, here: local.find(({ text }) => text === one.key?.text) }));
}

/** The name of a registered key for a person: its comment, which the service may not have, else its type or number. */
export function sshKeyName({ id, key, here }: KnownSshKey): string {
  const comment = plainText(key?.comment ?? '', 60) || (here ? localKeyName(here) : '');
  if (comment) return comment;
  if (key) return key.type;
  return id === undefined ? vscode.l10n.t('Unreadable key') : vscode.l10n.t('Unreadable key {0}', id);
}

/** A name with the fingerprint, for questions: `robin@home (SHA256:…)`. */
export function sshKeyWithFingerprint(known: KnownSshKey): string {
  return known.key ? `${sshKeyName(known)} (${known.key.fingerprint})` : sshKeyName(known);
}

export function sshKeyRow(known: KnownSshKey): vscode.QuickPickItem & { known: KnownSshKey } {
  const { key, here, createdAt } = known;
  const facts = [
    here ? vscode.l10n.t('on this computer') : '',
    createdAt === undefined ? '' : vscode.l10n.t('added {0}', dateOnly(createdAt)),
  ];
  return {
    known,
    label: `$(${here?.isOffered ? 'check' : 'key'}) ${sshKeyName(known)}`,
    description: facts.filter(Boolean).join(' · '),
    detail: key ? `${key.fingerprint} · ${key.type}` : vscode.l10n.t('Its public key can’t be read'),
  };
}

/** The name of a key on this computer for a person. */
export function localKeyName({
  comment,
  file,
  type,
}: Pick<PublicKey, 'comment' | 'type'> & { file?: string | undefined }): string {
  return plainText(comment, 60) || (file === undefined ? type : plainText(basename(file), 60));
}
