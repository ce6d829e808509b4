import type { Snapshot } from '../../domain/instances/sharedInstance';
import { lazyObject } from '../../lazyObject';
import type { Stores } from '../../stores/backgroundStores';
import { StopKeeper } from '../../stores/stops/stopKeeper';
import { tellMachines } from './tellMachines';

/** Carries out scheduled stops, by their machines where they can. @param lists the last ones of the accounts not in use */
export function keepStops(
  stores: Stores,
  ready: Promise<unknown>,
  lists: ReadonlyMap<string, Snapshot>,
): StopKeeper {
  const { leases, starts } = stores;
  const reports = lazyObject(async () => new (await import('./stopTeller')).StopTeller(stores));
  const machines = tellMachines({ ...stores, lease: leases.for('machineStops') }, lists);
  const own = { pendingStart: starts, lease: leases.for('stops'), machines };
  return new StopKeeper({ ...stores, ...own }, reports, ready, lists);
}
