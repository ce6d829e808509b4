import * as l10n from '@vscode/l10n';
import type { Offer } from '../../api/schemas/offers/offer';
import { omitUndefined } from '../omitUndefined';
import { formatDollars, unknownDollars } from '../format';
import type { OrUnknown } from '../orUnknown';
import { type HourlyCost, hoursPerMonth, type Rate, storageRate } from './rate';

/**
 * The cost of an offer in dollars per hour with a disk of `disk` GB. `bid` is the price in dollars per hour offered for
 * an interruptible instance, without the disk.
 */
export function offerCost(
  offer: Pick<Offer, 'search' | 'instance' | 'dph_total' | 'dph_base' | 'storage_cost'>,
  disk?: number,
  bid?: number,
): HourlyCost {
  const storage =
    disk === undefined || offer.storage_cost === undefined
      ? undefined
      : storageRate(disk, offer.storage_cost);
  const { dph_base: base, search, instance } = offer;
  const total = search?.totalHour ?? offer.dph_total;
  const stopped = storage ?? instance?.totalHour;
  // Without a price of the disk, what the service adds for it to the price of the GPU.
  const added =
    stopped ?? (total === undefined || base === undefined ? undefined : Math.max(0, total - base));
  const withBid = disk === undefined ? bid : add(bid, added);
  const running = bid === undefined ? (add(base, storage) ?? total) : withBid;
  return omitUndefined({ running, stopped });
}

/** Dollars per hour where every part is known. */
export const exactRate = ({ dollars, isLeast, isMost }: Rate): OrUnknown<number> =>
  isLeast || isMost ? 'unknown' : dollars;

/** The sum of several costs; a member is missing if it is missing in one of them. */
export function sumOfCosts(costs: readonly HourlyCost[]): HourlyCost {
  const sum = (state: 'running' | 'stopped'): number | undefined =>
    costs.reduce<number | undefined>((total, cost) => add(total, cost[state]), 0);
  return omitUndefined({ running: sum('running'), stopped: sum('stopped') });
}

/** The first minus the second, where both are known. */
export function costLess(from: HourlyCost, cost: HourlyCost): HourlyCost {
  const less = (state: 'running' | 'stopped'): number | undefined =>
    add(from[state], cost[state] === undefined ? undefined : -cost[state]);
  return omitUndefined({ running: less('running'), stopped: less('stopped') });
}

const add = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;

/**
 * Whether it now costs more, running or stopped, than what a person agreed to. A price that is known at only one of the
 * two times counts as more, because a person can't agree to a price that they didn't see.
 */
export function isDearer(agreed: HourlyCost, now: HourlyCost): boolean {
  return (['running', 'stopped'] as const).some((state) => isRise(agreed[state], now[state]));
}

/** Dollars per hour; more than a rounding difference. */
export function isRise(before: number | undefined, now: number | undefined): boolean {
  if (before === undefined || now === undefined) return before !== now;
  return now > before + Math.min(0.0005, before / 10);
}

/** `$0.31/h`, `at least $0.31/h`; `$?/h` where no price is known. */
export function formatRate(rate: Rate | undefined): string {
  if (!rate) return formatPerHour(undefined);
  return howSure(rate, formatPerHour(shownDollars(rate)));
}

/** `at least $223/month` */
export function formatRatePerMonth(rate: Rate): string {
  const shown = shownDollars(rate);
  return howSure(rate, perMonth(formatPrice(shown === undefined ? undefined : shown * hoursPerMonth)));
}

/** The dollars of a rate as a person may see them; undefined where nothing but unknown prices is billed. */
export const shownDollars = ({ dollars, isLeast }: Rate): number | undefined =>
  isLeast && dollars === 0 ? undefined : dollars;

/** Says of a text with the dollars of a rate how far they can be relied on. */
export function howSure(rate: Rate, text: string): string {
  if (shownDollars(rate) === undefined || (!rate.isLeast && !rate.isMost)) return text;
  if (rate.isLeast && rate.isMost) return l10n.t('about {0}', text);
  return rate.isLeast ? l10n.t('at least {0}', text) : l10n.t('up to {0}', text);
}

/** `$0.31/h`. Small prices keep two significant digits; an unknown one is `$?/h`. */
export function formatPerHour(dollars: number | undefined): string {
  return perHour(formatPrice(dollars));
}

/** "$0.50 → $0.70/h": the unit once, because a row is narrow. */
export const formatRise = (before: number, after: number): string =>
  perHour(`${formatPrice(before)} → ${formatPrice(after)}`);

/** @param money as `format.ts` writes it */
export const perHour = (money: string): string => l10n.t('{0}/h', money);

/** `$7.44/day` for an hourly price. */
export function formatPerDay(dollarsPerHour: number): string {
  return l10n.t('{0}/day', formatPrice(dollarsPerHour * 24));
}

/** `$223/month` for an hourly price. */
export function formatPerMonth(dollarsPerHour: number): string {
  return perMonth(formatPrice(dollarsPerHour * hoursPerMonth));
}

const perMonth = (money: string): string => l10n.t('{0}/month', money);

function formatPrice(dollars: number | undefined): string {
  if (dollars === undefined || !Number.isFinite(dollars)) return unknownDollars();
  const size = Math.abs(dollars);
  if (size > 0 && size < 0.0005) return `<${formatDollars(0.001, 3)}`;
  return formatDollars(dollars, priceDecimals(dollars));
}

/** The decimals with which a price is shown everywhere. */
export function priceDecimals(dollars: number): number {
  const size = Math.abs(dollars);
  if (size >= 100) return 0;
  return size >= 0.1 || size === 0 ? 2 : 3;
}

/** A sum of money that was spent, in cents: `$2.06`, `<$0.01`; less than nothing is a refund. */
export function formatSum(dollars: number): string {
  return isBelowCent(dollars) ? `<${formatDollars(0.01)}` : formatDollars(dollars);
}

const isBelowCent = (dollars: number): boolean => dollars > 0 && dollars < 0.01;

/** `about $2.06`; `<$0.01` is no more exact than that. */
export const aboutSum = (dollars: number): string =>
  isBelowCent(dollars) ? formatSum(dollars) : l10n.t('about {0}', formatSum(dollars));

/** `at least $2.06` */
export const atLeastSum = (dollars: number): string =>
  l10n.t('at least {0}', formatDollars(isBelowCent(dollars) ? 0 : dollars));
