import * as z from 'zod/mini';
import { described } from '../api/schemas/described';

/** The name of a secret. It starts with a scope if the launch came from a file: `project:ab12/TOKEN`. */
const secretName = /^[\w.:/ -]{1,200}$/;

/**
 * Refers to a value stored in the system's secret storage under this name. Launches that are shown, saved or exported
 * contain the reference, never the value.
 */
export const secretReferenceSchema = z.strictObject({
  secret: described(
    z.string().check(z.regex(secretName)),
    "Name under which the value is kept in the system's secret storage. The value itself is never in a file; it is asked for when it is not known.",
  ),
});
export type SecretReference = z.infer<typeof secretReferenceSchema>;

/** A reference in text that a person edits. */
export function printReference({ secret }: SecretReference): string {
  return `\${secret:${secret}}`;
}

/** Undefined unless the text is exactly one reference. */
export function parseReference(text: string): SecretReference | undefined {
  const secret = /^\$\{secret:(.*)\}$/s.exec(text)?.[1];
  return secret !== undefined && secretName.test(secret) ? { secret } : undefined;
}

const secretWord =
  /^(?:keys?|tokens?|secrets?|passwords?|passwd|pass|passphrases?|passcode|pwd|pw|credentials?|creds|o?auth|pat|jwt|bearer)$/;
/** Written without a separator, such as PGPASSWORD or HFTOKEN. Not "key", because too many words end with it. */
const secretEnd =
  /(?:password|passwd|passphrase|pwd|tokens?|secrets?|credentials?|(?:api|access|secret|private|auth|ssh|encryption|signing|license)keys?)$/;
const secretBeginning = /^(?:password|passwd|passphrase|apikey|accesskey|secretkey|privatekey)/;
/** Tokens of a model rather than of a person. */
const counting = new Set([
  'max',
  'min',
  'num',
  'number',
  'count',
  'limit',
  'length',
  'len',
  'size',
  'total',
  'per',
]);

/** Whether a variable with this name is likely to be secret. */
export function looksSecret(name: string): boolean {
  // The words of SNAKE_CASE, kebab-case and camelCase, without the numbers at their ends.
  const words = name
    .slice(0, 500)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/\d{1,9}$/, ''));
  const secret = words.filter(
    (word) => secretWord.test(word) || secretEnd.test(word) || secretBeginning.test(word),
  );
  const isCount = words.some((word) => counting.has(word)) && secret.every((word) => /^tokens?$/.test(word));
  return secret.length > 0 && !isCount;
}
