import * as l10n from '@vscode/l10n';
import type { Instance } from '../../api/schemas/instances/instance';
import { omitUndefined } from '../omitUndefined';
import { type HourlyCost, hourlyCost } from '../money/rate';

type Spending = Parameters<typeof hourlyCost>[0] &
  Pick<Instance, 'start_date'> & { running_since?: number | undefined };

export interface CostSoFar {
  /** Dollars since it was started the last time. */
  run?: number;
  /** Dollars since it was created. */
  total?: number;
  /** It may have run before, which isn't known. The total is a minimum. */
  isLeast: boolean;
}

/** What an instance has cost so far at its current prices. @param now epoch seconds */
export function costSoFar(instance: Spending, now: number): CostSoFar {
  const { running, stopped }: HourlyCost = hourlyCost(instance);
  const { start_date: created, running_since: since } = instance;
  const hours = (from: number, to: number): number => Math.max(0, to - from) / 3600;
  const run = since === undefined || running === undefined ? undefined : hours(since, now) * running;
  const before =
    created === undefined || stopped === undefined ? undefined : hours(created, since ?? now) * stopped;
  const total =
    before === undefined || (since !== undefined && run === undefined) ? undefined : before + (run ?? 0);
  // An instance that started within half an hour of the rental hasn't run before.
  const isFirst = since !== undefined && created !== undefined && since - created < 30 * 60;
  return {
    ...omitUndefined({ run, total }),
    isLeast: !isFirst,
  };
}

/** "5 min", "2 h", "2 h 5 min", "3 d 4 h". */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  if (minutes < 60) return l10n.t('{0} min', minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24)
    return minutes % 60 === 0 ? l10n.t('{0} h', hours) : l10n.t('{0} h {1} min', hours, minutes % 60);
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? l10n.t('{0} d', days) : l10n.t('{0} d {1} h', days, hours % 24);
}
