import * as z from 'zod/mini';

/**
 * Stands in place of a value that is kept in the system's secret storage under this name. Launches that are shown,
 * saved or exported hold the reference, never the value.
 */
export interface SecretReference {
  secret: string;
}

/** What a secret may be called. A scope comes first where a launch was brought along by a file: `project:ab12/TOKEN`. */
const secretName = /^[\w.:/ -]{1,200}$/;

export const secretReferenceSchema = z.strictObject({ secret: z.string().check(z.regex(secretName)) });

/** A reference within text that a person edits. */
export function printReference({ secret }: SecretReference): string {
  return `\${secret:${secret}}`;
}

/** Undefined when the text is anything else than one reference. */
export function parseReference(text: string): SecretReference | undefined {
  const secret = /^\$\{secret:(.*)\}$/s.exec(text)?.[1];
  return secret !== undefined && secretName.test(secret) ? { secret } : undefined;
}

/** Whether a variable of this name is likely to hold something that nobody else should see. */
export function looksSecret(name: string): boolean {
  return /(^|[_-])(key|token|secret|password|passwd|pass|pwd|credentials?|auth)([_-]|$)/i.test(name);
}
