import * as z from 'zod/mini';
import { longestName } from '../../domain/offers/savedSearch';
import { accountInUse } from '../../stores/account/accountInUse';
import { saveSearchAs } from '../../prompts/searches/saveSearch';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { lastSearchOf, searchOfCall } from './searchArguments';

const nameSchema = z.string().check(z.minLength(1), z.maxLength(longestName));

/**
 * Saves a search: `{name, query}`, in place of one of the same name. A person names it; without a query, it is what they
 * searched last.
 */
export async function saveSearch(
  services: Pick<Services, 'accounts' | 'dialogs' | 'globalState' | 'searches'>,
  call: Call,
): Promise<{ name: string } | undefined> {
  const query = searchOfCall(call);
  if (call.interactive || !query) {
    const name = await saveSearchAs(services, query ?? lastSearchOf(services));
    return name === undefined ? undefined : { name };
  }
  const name = read(call.arguments, 'name', nameSchema);
  await services.searches.save(accountInUse(services.accounts).account.id, { name, query });
  return { name };
}
