import { plainText } from '../../api/plainText';

/** The name of an account for a person: its email address, or its number. */
export function accountName({ email, userId }: { email?: string | undefined; userId: number }): string {
  return plainText(email ?? '', 80) || String(userId);
}
