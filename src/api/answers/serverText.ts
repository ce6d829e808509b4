import { plainText } from '../plainText';

/** Shorter secrets would mask ordinary words. */
const minSecretLength = 6;
const mask = '•••';
const searched = 20_000;
/** Searching for more secrets than any request needs would take long, so nothing is shown. */
const maxSecrets = 5000;

/** Text from outside, safe to use in a sentence: one short line, without secrets. */
export function cleanServerText(text: unknown, secrets: readonly string[]): string | undefined {
  if (typeof text !== 'string') return undefined;
  const long = [...new Set(secrets)].filter(({ length }) => length >= minSecretLength && length <= searched);
  if (long.length > maxSecrets) return undefined;
  long.sort((a, b) => b.length - a.length);
  // Twice: a secret may appear once the characters between its halves are removed.
  const clean = plainText(masked(text.slice(0, searched), long), searched);
  return plainText(masked(clean, long)) || undefined;
}

function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce((result, secret) => result.replaceAll(secret, mask), text);
}
