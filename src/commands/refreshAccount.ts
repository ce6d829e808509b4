import type { Services } from './services';

/** Asks the service anew for the account in use: credit, two-factor state. */
export async function refreshAccount({ users }: Services): Promise<void> {
  await users.refresh();
}
