import { ApiError } from '../errors';

/** Whether the message of a refusal is about the key's permissions rather than the key itself. */
export function speaksOfPermission(words: string): boolean {
  return /permission|\bscopes?\b|insufficient|not permitted|not allowed|access denied|privilege/i.test(words);
}

/** Whether they say that the key, or the login, is not accepted at all. */
export function speaksOfKey(words: string): boolean {
  return /invalid|not valid|unknown|unrecogni[sz]ed|expired|revoked|deleted|\bwrong\b|missing|unauthori[sz]ed|authenticat|\blog(?:ged)? ?in|\bsign(?:ed)? ?in/i.test(
    words,
  );
}

/**
 * Whether the key was refused for lack of a permission. Not every refusal is, such as one about another person's machine. The message
 * decides.
 */
export function isMissingPermission(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, serverMessage } = error;
  if (serverMessage === undefined) return code === 'forbidden';
  return (code === 'forbidden' || code === 'auth_error') && speaksOfPermission(serverMessage);
}
