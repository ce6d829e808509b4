import type { SharedInstance } from '../domain/instances/sharedInstance';
import { sshAddresses, usedAddress } from '../ssh/address';
import type { ListedEntry } from '../ssh/config/owners';
import type { AccountFiles } from '../stores/account/accountFiles';
import type { AccountStore } from '../stores/account/accountStore';
import type { Clock } from '../clock';
import type { MarkerFiles } from '../stores/rentals/markerFiles';
import type { SnapshotFiles } from '../stores/instances/snapshotFiles';

/** Where the lists come from. */
export interface ListServices {
  files: AccountFiles;
  accounts: Pick<AccountStore, 'accounts'>;
  snapshots: SnapshotFiles;
  /** Instances whose direct address didn't respond, so their entry uses the proxy. */
  viaProxy: MarkerFiles;
  clock: Clock;
}

/** The last complete list of one account. */
export interface LastList {
  accountId: string;
  /** Its service. */
  baseUrl: string;
  /** The same array as long as nothing in it changes. */
  instances: readonly SharedInstance[];
  /** Milliseconds since the epoch. */
  listedAt: number;
  viaProxy: ReadonlySet<number>;
}

/**
 * After how many milliseconds a list no longer counts if its account has no key here. Another window with the key in
 * memory would reload the list at least every minute.
 */
const abandonedAfter = 10 * 60_000;
/** The last lists of all accounts, in a stable order. */
export async function lastLists({
  files,
  accounts,
  snapshots,
  viaProxy,
  clock,
}: ListServices): Promise<LastList[]> {
  const signedIn = new Set(accounts.accounts.map(({ id }) => id));
  const lists: LastList[] = [];
  for (const { id: accountId, baseUrl } of await files.list()) {
    const marked = await viaProxy.list(accountId);
    const snapshot = await snapshots.read(accountId);
    if (!snapshot || (!signedIn.has(accountId) && clock.now() - snapshot.at > abandonedAfter)) continue;
    const { at: listedAt, instances } = snapshot;
    lists.push({ accountId, baseUrl, instances, listedAt, viaProxy: new Set(marked.keys()) });
  }
  return lists;
}

/** Everything that entries are made of, compared by identity. The time of the list only counts if something changes. */
export const partsOf = ({ accountId, instances, viaProxy }: LastList): unknown[] => [
  accountId,
  instances,
  [...viaProxy].join(),
];

/** Entries of running instances, and since when others have none. `clashes`: ids of a second list. */
export function entriesOf(
  lists: readonly LastList[],
  user: string,
  identityFile: string | undefined,
): { entries: ListedEntry[]; without: Map<number, number>; clashes: number[] } {
  const entries: ListedEntry[] = [];
  const without = new Map<number, number>();
  const clashes: number[] = [];
  const seen = new Set<number>();
  for (const { instances, viaProxy, listedAt } of lists)
    for (const instance of instances) {
      if (seen.has(instance.id)) {
        clashes.push(instance.id);
        continue;
      }
      seen.add(instance.id);
      const entry = entryFor(instance, viaProxy.has(instance.id), user, identityFile);
      if (entry) entries.push({ ...entry, listedAt });
      else without.set(instance.id, listedAt);
    }
  return { entries, without, clashes };
}

/** Whether the alias of this id is one of this service, rather than of another one that comes first. */
export async function isAliasOf(services: ListServices, baseUrl: string, id: number): Promise<boolean> {
  const lists = await lastLists(services);
  const first = lists.find(({ instances }) => instances.some((instance) => instance.id === id));
  return !first || first.baseUrl === baseUrl;
}

/** For a running instance with an address. Its values are checked when it is written. */
function entryFor(
  instance: SharedInstance,
  viaProxy: boolean,
  user: string,
  identityFile: string | undefined,
): ListedEntry | undefined {
  const address = usedAddress(instance, viaProxy);
  if (!address) return undefined;
  const found = sshAddresses(instance);
  const addresses = 'addresses' in found ? found.addresses : [address];
  return { instanceId: instance.id, host: address.host, port: address.port, user, identityFile, addresses };
}
