import { plainText } from './plainText';

/** Shorter ones would mask ordinary words. */
const minSecretLength = 6;
const mask = '•••';
const searched = 20_000;

/** Text from outside, fit to stand within a sentence of ours: one short line, without secrets. */
export function cleanServerText(text: unknown, secrets: readonly string[]): string | undefined {
  if (typeof text !== 'string') return undefined;
  // Twice: a secret may come to light once the characters between its halves are gone.
  const clean = plainText(masked(text.slice(0, searched), secrets), searched);
  return plainText(masked(clean, secrets)) || undefined;
}

function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= minSecretLength)
    .toSorted((a, b) => b.length - a.length)
    .reduce((result, secret) => result.replaceAll(secret, mask), text);
}
