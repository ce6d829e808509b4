import type { EpochMs } from '../../clock';
import { burnRate, type Rate } from '../../domain/money/rate';
import { type Lifecycle, lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { totalRate, type VolumeCost } from '../../domain/volumes/volumeCost';

/** What an account's instances and volumes cost, according to its last lists. */
export interface AccountRate {
  /** Undefined before the first list of instances. */
  rate?: Rate | undefined;
  running: number;
  /** Those of which the service doesn't tell whether they run. */
  unclear: number;
  instances: number;
  /** Undefined before the first list. */
  volumes?: VolumeCost | undefined;
  /** When the list of instances was requested. */
  at?: EpochMs | undefined;
  /** Why the last attempt failed. The other values are then from an earlier one. */
  error?: unknown;
}

/** The last lists of an account. */
export interface KnownCosts {
  list?: ListCost & { at: number };
  volumes?: { at: number; cost: VolumeCost };
  error?: unknown;
}

/** What a list of instances costs now. */
interface ListCost {
  rate: Rate;
  running: number;
  unclear: number;
  instances: number;
}

export function costOf(list: Iterable<SharedInstance>): ListCost {
  const instances = [...list];
  const counted = (billing: Lifecycle['billing']): number =>
    instances.filter((instance) => lifecycleOf(instance).billing === billing).length;
  return {
    rate: burnRate(instances),
    running: counted('compute'),
    unclear: counted('unknown'),
    instances: instances.length,
  };
}

export function rateOf({ list, volumes, error }: KnownCosts): AccountRate {
  return {
    rate: list && totalRate(list.rate, volumes?.cost),
    running: list ? list.running : 0,
    unclear: list ? list.unclear : 0,
    instances: list ? list.instances : 0,
    volumes: volumes?.cost,
    at: list?.at,
    error,
  };
}
