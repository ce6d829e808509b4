import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../../api/plainText';
import { longestName, type SavedSearch, searchWords } from '../../domain/offers/savedSearch';
import { accountInUse } from '../../stores/account/accountInUse';
import { pickSearch } from '../../prompts/searches/pickSearch';
import { watchName, watchSearch } from '../../prompts/searches/watchSearch';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { lastSearchOf, searchOfCall } from '../offers/searchArguments';

const nameSchema = z.optional(z.string().check(z.minLength(1), z.maxLength(longestName)));
const priceSchema = z.number().check(z.positive());

/**
 * Tells for a day when an offer costs at most `price` dollars per hour with its disk: `{query, price, name?}`. Nothing is
 * rented. A watch of the same name is replaced. A person is asked for the price, and for the search if none is given.
 */
export async function watchOffers(
  services: Pick<Services, 'accounts' | 'globalState' | 'searches' | 'watches'>,
  call: Call,
): Promise<{ watchId: string } | undefined> {
  const query = searchOfCall(call);
  const name = read(call.arguments, 'name', nameSchema);
  if (query && !call.interactive) {
    const limit = read(call.arguments, 'price', priceSchema);
    const { id } = accountInUse(services.accounts).account;
    const store = await services.watches.load();
    const watch = await store.begin(id, { name: name ?? watchName(query), query, limit });
    return { watchId: watch.id };
  }
  const cheapest = read(call.arguments, 'cheapest', z.optional(z.number()));
  const search = query ? { query, name, cheapest } : await searchToWatch(services);
  const watchId = search && (await watchSearch(services, search));
  return watchId === undefined ? undefined : { watchId };
}

/** What was searched last, or a saved search. */
async function searchToWatch(
  services: Pick<Services, 'accounts' | 'globalState' | 'searches'>,
): Promise<SavedSearch | undefined> {
  const query = lastSearchOf(services);
  const saved = await services.searches.list(accountInUse(services.accounts).account.id);
  const search = { name: watchName(query), query };
  if (saved.length === 0) return search;
  const last = {
    search,
    label: `$(history) ${vscode.l10n.t('Last Search')}`,
    description: plainText(searchWords(query)),
  };
  return pickSearch(services, vscode.l10n.t('Watch Offers'), [last]);
}
