import { burnRate } from '../domain/cost';
import { lifecycleOf } from '../domain/lifecycle';
import type { SharedInstance } from '../domain/sharedInstance';
import { totalRate, type VolumeCost } from '../domain/volume';

/** What an account's instances and volumes cost, according to its last lists. */
export interface AccountRate {
  /** Dollars per hour of both; undefined while unknown. */
  rate?: number | undefined;
  running: number;
  instances: number;
  /** Undefined before the first list. */
  volumes?: VolumeCost | undefined;
  /** When the list of instances was requested, in milliseconds since the epoch. */
  at?: number | undefined;
  /** Why the last attempt failed. The other values are then from an earlier one. */
  error?: unknown;
}

/** The last lists of an account. */
export interface KnownCosts {
  list?: { at: number; rate: number; running: number; instances: number };
  volumes?: { at: number; cost: VolumeCost };
  error?: unknown;
}

/** What a list of instances costs now. */
export function costOf(list: Iterable<SharedInstance>): { rate: number; running: number; instances: number } {
  const instances = [...list];
  const running = instances.filter((instance) => lifecycleOf(instance).billing === 'compute').length;
  return { rate: burnRate(instances), running, instances: instances.length };
}

export function rateOf({ list, volumes, error }: KnownCosts): AccountRate {
  return {
    rate: list && totalRate(list.rate, volumes?.cost),
    running: list?.running ?? 0,
    instances: list?.instances ?? 0,
    volumes: volumes?.cost,
    at: list?.at,
    error,
  };
}
