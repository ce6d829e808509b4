import type { Services } from '../services';

/** Forgets the session key of the account in use, so that calls use its API key again. The service isn't notified. */
export async function endTwoFactorSession({
  accounts,
  users,
}: Services): Promise<{ accountId: string } | undefined> {
  const account = accounts.active;
  if (!account || !accounts.hasSession) return undefined;
  await accounts.endSession(account.id);
  users.wake();
  return { accountId: account.id };
}
