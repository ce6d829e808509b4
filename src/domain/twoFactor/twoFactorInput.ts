/** Converts what a person types or pastes into a two-factor form to the service's format. */

/** Longest label of a method (specification, Limits). */
export const maxMethodLabel = 30;

/** The one 6-digit code in a text such as `123 456` or "Your code is 123456."; undefined when there is none or two. */
export function readCode(text: string): string | undefined {
  const found = text.match(/(?<![\d+])\d{3}[\s-]?\d{3}(?!\d)/gu) ?? [];
  const codes = new Set(found.map((code) => code.replace(/\D/g, '')));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/**
 * A backup code: three groups of four characters (specification, Shared body fields of verification calls). The hyphens
 * may be missing or be spaces; upper and lower case stay as typed.
 */
export function readBackupCode(text: string): string | undefined {
  const match = /^\W*([a-z0-9]{4})[\s-]?([a-z0-9]{4})[\s-]?([a-z0-9]{4})\W*$/iu.exec(text);
  return match ? match.slice(1).join('-') : undefined;
}

/** `ABCD EFGH …`: easier to compare and to type. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/gu)?.join(' ') ?? '';
}

/** `r•••@example.com`: enough to know which address it is. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? address : `${address.slice(0, 1)}•••${address.slice(at)}`;
}
