import type { PanelQuery } from '../../domain/offers/filters/panelQuery';
import { showWatches } from '../../prompts/searches/showWatches';
import type { ListedWatch } from '../../stores/watches/watchStore';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';

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
