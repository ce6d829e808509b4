import { createHash } from 'node:crypto';
import { endOfLine } from '../../domain/lines';
import type { SshKey } from '../../api/schemas/account/sshKey';

/** The public half of a key, as in a `.pub` file or an `authorized_keys` file. */
export interface PublicKey {
  /** Such as `ssh-ed25519`. */
  type: string;
  /** `<type> <base64>`, without the comment, which often names a person or a machine. */
  text: string;
  /** In ssh's format: `SHA256:…`. */
  fingerprint: string;
  /** The text after the key, such as a name, or an empty text. Only shown, never sent. */
  comment: string;
}

const line = /^\s*([a-z0-9@.-]{1,64})\s+([A-Za-z0-9+/]{20,16000}={0,2})(?:\s+(\S[^]*))?\s*$/;

/** Reads one line; undefined if it isn't a public key, for example a private key. */
export function parsePublicKey(text: string): PublicKey | undefined {
  const [, type, base64, comment = ''] = line.exec(text) ?? [];
  if (type === undefined || base64 === undefined) return undefined;
  const blob = Buffer.from(base64, 'base64');
  // The blob starts with its own type, preceded by a length of four bytes.
  const named = blob.length > 4 && blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1');
  if (named !== type) return undefined;
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return {
    type,
    text: `${type} ${base64}`,
    fingerprint: `SHA256:${digest}`,
    comment: comment.trim().replace(/\s+/g, ' '),
  };
}

/** Characters: less is no key. */
const shortest = 22;

/** All public keys in a text with one key per line. */
export function parsePublicKeys(text: string): PublicKey[] {
  const keys: PublicKey[] = [];
  for (let from = 0, end: number; from < text.length; from = end + 1) {
    end = endOfLine(text, from);
    const key = end - from < shortest ? undefined : parsePublicKey(text.slice(from, end));
    if (key) keys.push(key);
  }
  return keys;
}

/** A public key that is registered for an account or an instance. */
export interface RegisteredKey {
  /** The id for removing it; undefined if the service returns none. */
  id?: number | undefined;
  /** Undefined if its text can't be read. */
  key?: PublicKey | undefined;
  /** Unix time in seconds. */
  createdAt?: number | undefined;
}

/** The keys of a list and those of the account itself (`ssh_key`, one per line), each once. */
export function registeredKeys(listed: readonly SshKey[], ofAccount = ''): RegisteredKey[] {
  const own = listed.map(({ id, key = '', created_at }) => ({
    id,
    key: parsePublicKey(key),
    createdAt: created_at,
  }));
  const others = parsePublicKeys(ofAccount).map((key) => ({ key }));
  const all: RegisteredKey[] = [...own, ...others];
  return all.filter(({ key }, index) => !key || all.findIndex((one) => one.key?.text === key.text) === index);
}
