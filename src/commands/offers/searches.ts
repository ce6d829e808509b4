import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type PanelQuery, panelQuerySchema } from '../../domain/offers/filters/panelQuery';
import {
  givenSearchSchema,
  searchOf,
  longestName,
  type SavedSearch,
  searchWords,
} from '../../domain/offers/savedSearch';
import { PanelMemory, usualHours } from '../../stores/offers/panelMemory';
import { settings } from '../../stores/settings';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import { saveSearchAs, pickSearch, searchNamed } from '../../prompts/searches/savedSearches';
import { plainText } from '../../api/plainText';
import { confirmFor } from '../../ask/confirmFor';
import { watchName, watchSearch, showWatches } from '../../prompts/searches/watches';
import type { ListedWatch } from '../../stores/watches/watchStore';
import { LocalError } from '../../api/localError';
import { callCommand } from '../../commandNames';

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

/** Opens the offers panel with a saved search: `{name}`. */
export async function openSavedSearch(
  services: Pick<Services, 'accounts' | 'offersPanel' | 'searches'>,
  call: Call,
): Promise<SavedSearch | undefined> {
  const search = await chosenSearch(services, call, vscode.l10n.t('Open Saved Search'));
  if (search) await services.offersPanel.show({ bid: undefined, ...search.query });
  return search;
}

/** Deletes a saved search: `{name, confirmed}`. What is watched goes on. */
export async function deleteSavedSearch(
  services: Pick<Services, 'accounts' | 'dialogs' | 'searches'>,
  call: Call,
): Promise<{ name: string } | undefined> {
  const who = accountInUse(services.accounts);
  const search = await chosenSearch(services, call, vscode.l10n.t('Delete Saved Search'));
  if (!search) return undefined;
  const { name } = search;
  const question = {
    message: vscode.l10n.t('Delete saved search {0}?', plainText(name, 60)),
    yes: vscode.l10n.t('Delete'),
    warns: true,
  };
  if (!call.confirmed && !(await confirmFor(services, who, question))) return undefined;
  await services.searches.forget(who.account.id, name);
  return { name };
}

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
  const name = read(call.arguments, 'name', z.optional(nameSchema));
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

/** A watched search as a program gets it. */
export interface WatchInfo {
  watchId: string;
  accountId: string;
  name: string;
  query: PanelQuery;
  /** Dollars per hour. */
  price: number;
  /** Milliseconds since the epoch of the last search that was answered. */
  searchedAt: number | undefined;
  /** The last search failed. */
  failing: boolean;
  /** 0 once it has ended. */
  secondsLeft: number;
  /** How many offers were found. */
  found: number;
}

/** The watched searches of all signed-in accounts. A person can open, renew and stop them. */
export async function listWatches(
  services: Pick<Services, 'accounts' | 'clock' | 'offersPanel' | 'watches'>,
  call: Call,
): Promise<WatchInfo[]> {
  if (call.interactive) await showWatches(services, (listed) => openSearch(services, listed));
  const store = await services.watches.load();
  return (await store.list()).map(infoOf);
}

async function openSearch(
  services: Pick<Services, 'accounts' | 'offersPanel'>,
  { account, watch }: ListedWatch,
): Promise<void> {
  const { accounts, offersPanel } = services;
  if (accounts.active?.id !== account.id) await accounts.switchTo(account.id);
  await offersPanel.show({ bid: undefined, ...watch.query });
}

const infoOf = ({ account, watch, left }: ListedWatch): WatchInfo => ({
  watchId: watch.id,
  accountId: account.id,
  name: watch.name,
  query: watch.query,
  price: watch.limit,
  searchedAt: watch.looked,
  failing: watch.failures !== undefined,
  secondsLeft: watch.ended ? 0 : Math.round(left / 1000),
  found: watch.told.length,
});

/** Stops watching a search: `{watchId}`. A person gets the list of all. */
export async function stopWatching(
  services: Pick<Services, 'watches'>,
  call: Call,
): Promise<{ watchId: string } | undefined> {
  const watchId = read(call.arguments, 'watchId', z.optional(z.string()));
  if (watchId === undefined) {
    await callCommand('listWatches');
    return undefined;
  }
  const store = await services.watches.load();
  const listed = (await store.list()).find(({ watch }) => watch.id === watchId);
  if (!listed || !(await store.stop(listed.account.id, watchId)))
    throw new LocalError('not_found', vscode.l10n.t('This search isn’t watched.'));
  return { watchId };
}

/** The saved search that a call names, or that a person picks. @throws LocalError 'not_found' */
function chosenSearch(
  services: Pick<Services, 'accounts' | 'searches'>,
  call: Call,
  title: string,
): Promise<SavedSearch | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  return name === undefined ? pickSearch(services, title) : searchNamed(services, name);
}

/** The search of a call; undefined if it has none. @throws LocalError 'invalid_input' */
function searchOfCall(call: Call): PanelQuery | undefined {
  if (call.arguments.query === undefined) return undefined;
  const given = read(call.arguments, 'query', givenSearchSchema);
  const query = searchOf(given, { disk: settings.rent.disk, hours: usualHours });
  return read({ query }, 'query', panelQuerySchema);
}

/** What was searched last in this window or another one. */
const lastSearchOf = ({ globalState }: Pick<Services, 'globalState'>): PanelQuery =>
  new PanelMemory(globalState).query;
