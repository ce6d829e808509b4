import { hour } from '../../../clock';
import type { Volume } from '../../../api/schemas/volume';
import { burnRate, type Rate } from '../rate';
import { startOfDay } from '../ledger/calendar';
import { type Ledger, spentInAll } from '../ledger/ledger';
import { addSpent, nothingSpent, type Spent } from '../ledger/spending';
import type { SharedInstance } from '../../instances/sharedInstance';
import { costOfVolumes, totalRate } from '../../volumes/volumeCost';

/** What is known of an account soon after VS Code was started. */
export interface AccountAtStart {
  instances: readonly SharedInstance[] | undefined;
  /** `refused` where the key may not list them, `none` where the service has no list. */
  volumes: readonly Volume[] | 'none' | 'refused' | undefined;
  ledger: Ledger;
  /** When any window looked last before this one, in milliseconds since the epoch; undefined if nothing was noted. */
  lastSeen: number | undefined;
}

/** What is billed at a start of VS Code. */
export interface CostAtStart {
  instances: number;
  volumes: number;
  rate: Rate;
  spent: Spent;
  /** When VS Code was last open, in milliseconds since the epoch; undefined if unknown. Then it is counted from yesterday. */
  since: number | undefined;
}

/** Within this time, in milliseconds, it was a reload, or another window is open. */
export const leastAway = hour / 2;

/**
 * What accounts cost together since VS Code was last open. Undefined where nothing is billed, VS Code was open a moment
 * ago, or the clock was set back.
 */
export function costAtStart(accounts: readonly AccountAtStart[], now: number): CostAtStart | undefined {
  const billed = accounts.filter(
    ({ instances, volumes }) => listed(instances).length + listed(volumes).length > 0,
  );
  const seen = billed.flatMap(({ lastSeen }) => lastSeen ?? []);
  if (billed.length === 0 || seen.some((at) => at > now - leastAway)) return undefined;
  const since = seen.length > 0 ? Math.min(...seen) : undefined;
  // Half a day before midnight is yesterday, also where the clocks have changed.
  const from = since ?? startOfDay(startOfDay(now) - 12 * hour);
  const volumes = billed.flatMap((account) => listed(account.volumes));
  const areAll = billed.every((account) => account.volumes !== 'refused');
  const instances = billed.flatMap((account) => listed(account.instances));
  return {
    instances: instances.length,
    volumes: volumes.length,
    rate: totalRate(burnRate(instances), costOfVolumes(volumes, areAll)),
    spent: billed
      .map(({ ledger }) => spentInAll(ledger, { from, to: now }, now))
      .reduce(addSpent, nothingSpent),
    since,
  };
}

const listed = <T>(rows: readonly T[] | string | undefined): readonly T[] =>
  typeof rows === 'object' ? rows : [];
