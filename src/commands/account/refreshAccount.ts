import type { Services } from '../../prompts/services';

/** Loads the account in use again: credit, two-factor state. */
export async function refreshAccount({ users }: Pick<Services, 'users'>): Promise<void> {
  await users.refresh();
}
