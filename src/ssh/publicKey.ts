import { createHash } from 'node:crypto';

/** The public half of a key, as it stands in a `.pub` file or an `authorized_keys` file. */
export interface PublicKey {
  /** Such as `ssh-ed25519`. */
  type: string;
  /** `<type> <base64>`, without the comment, which often names a person or a machine. */
  text: string;
  /** As ssh prints it: `SHA256:…`. */
  fingerprint: string;
}

/** Reads one line; undefined when it is not a public key. A private key is never one. */
export function parsePublicKey(line: string): PublicKey | undefined {
  const [type = '', base64 = ''] = line.trim().split(/\s+/);
  if (!/^[a-z0-9@.-]{1,64}$/.test(type) || !/^[A-Za-z0-9+/]{20,16000}={0,2}$/.test(base64)) return undefined;
  const blob = Buffer.from(base64, 'base64');
  // The blob starts with its own type, with a length of four bytes before it.
  const named = blob.length > 4 && blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1');
  if (named !== type) return undefined;
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { type, text: `${type} ${base64}`, fingerprint: `SHA256:${digest}` };
}

/** All public keys of a text with one key a line. */
export function parsePublicKeys(text: string): PublicKey[] {
  return text.split('\n').flatMap((line) => parsePublicKey(line) ?? []);
}
