import type { Services } from '../services';

/** Loads the account in use again: credit, two-factor state. */
export async function refreshAccount({ users }: Services): Promise<void> {
  await users.refresh();
}
