import { hour, minute } from '../../../clock';
import { loadIn } from '../../../domain/instances/load';
import type { SharedInstance } from '../../../domain/instances/sharedInstance';
import { burnRate } from '../../../domain/money/rate';
import { type WarningState, nameOf } from '../../../domain/money/warnings/warningState';
import type { Situation } from '../../../domain/money/warnings/warning';
import { costOfVolumes, totalRate } from '../../../domain/volumes/volumeCost';
import type { FreshLists } from '../../polling/freshLists';
import type { WarningStoreOptions } from './warningStore';
import { isWithin } from '../../polling/requests';

/** Milliseconds for which a reported credit, or a failed request for it, counts. */
const creditHolds = 25 * minute;

/** What is known of an account, for the rules of warnings. */
export function situationOf(
  options: WarningStoreOptions,
  lists: Pick<FreshLists, 'instancesOf' | 'volumesOf'>,
  { accountId, state, awaited }: { accountId: string; state: WarningState; awaited: ReadonlySet<number> },
): Situation {
  const { accounts, instances, rates, spending, scheduledStops, clock } = options;
  const isInUse = accounts.active?.id === accountId;
  const idle = isInUse ? options.idle : options.idleElsewhere;
  const figures = (id: number) => (isInUse ? instances.figures(id) : rates.figures(accountId, id));
  const rows = lists.instancesOf(accountId);
  const volumes = lists.volumesOf(accountId);
  return {
    now: clock.now(),
    instances: rows,
    volumes: typeof volumes === 'string' ? undefined : volumes,
    ledger: spending.ledgerOf(accountId),
    diskUsageOf: (id) => {
      const { disk_usage: used = -1 } = figures(id) ?? {};
      return used < 0 ? 'unknown' : used;
    },
    loadOf: (id) => loadIn(figures(id)?.gpu_util),
    lowestBidOf: (id) => figures(id)?.min_bid,
    idleSince: (id) => idle.since(accountId, id),
    isAwaited: (id) => awaited.has(id),
    stopOf: (id) => scheduledStops.known(accountId).get(id),
    begunAt: (kind, key) => state.begun[nameOf(kind, key)],
    agreedPriceOf: (key) => state.agreed[key],
    credit: isInUse && rows ? creditOf(options, rows) : undefined,
  };
}

/** The credit reported last, less what was spent since. */
function creditOf(
  { credit: store, volumes, clock }: WarningStoreOptions,
  rows: readonly SharedInstance[],
): Situation['credit'] {
  const told = store.credit;
  const now = clock.now();
  if (!told || !isWithin(told.at, creditHolds, now)) return undefined;
  const { fetchedAt, missing, refused, volumes: listed } = volumes.state;
  const isListed = fetchedAt !== undefined || missing === true;
  const rate = totalRate(burnRate(rows), isListed ? costOfVolumes(listed, !refused) : undefined);
  return { left: told.credit - (rate.dollars * (now - told.at)) / hour, rate };
}
