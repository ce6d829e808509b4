import * as l10n from '@vscode/l10n';
import { creationLimits } from '../../api/schemas/instances/creationFields';
import type { Instance } from '../../api/schemas/instances/instance';
import { perHour } from '../money/cost';
import { hourlyCost } from '../money/rate';
import { formatDollars, unknownDollars } from '../format';

/** Bids are shown in thousandths of a dollar per hour, so they are made in thousandths too. */
const steps = 1000;

/** The current bids in dollars per hour: the renter's, and the lowest one of others. */
export interface StandingBids {
  bid: number | undefined;
  lowest: number | undefined;
}

/** Dollars per hour, rounded up to what is shown. Rounded down, the lowest bid as shown would be refused. */
export function roundUpBid(dollars: number): number {
  const nearest = Math.round(dollars * steps);
  return (nearest / steps < dollars ? nearest + 1 : nearest) / steps;
}

/** What is wrong with a bid that the service takes at no offer; undefined for another one. */
export function bidRangeProblem(dollars: number): string | undefined {
  const { leastPrice, mostPrice } = creationLimits;
  return dollars >= leastPrice && dollars <= mostPrice
    ? undefined
    : l10n.t('Enter a bid from {0} to {1}.', formatBid(leastPrice), formatBid(mostPrice));
}

/** The smallest bid above the lowest one, in dollars per hour as shown. */
export function bidAbove(lowest: number): number {
  const least = roundUpBid(lowest);
  return least > lowest ? least : (Math.round(least * steps) + 1) / steps;
}

/** `$0.052/h`, `$0.30/h`. A bid with more digits, made by a program, is shown with all of them. */
export const formatBid = (dollars: number | undefined): string => perHour(bidPrice(dollars));

/** `$0.052` */
export function bidPrice(dollars: number | undefined): string {
  if (dollars === undefined || !Number.isFinite(dollars)) return unknownDollars();
  return formatDollars(dollars, 2, roundUpBid(dollars) === dollars ? 3 : 20);
}

/** The renter's bid for the GPUs in dollars per hour, without the disk; undefined if unknown. */
export function bidOf({
  is_bid,
  dph_base,
  dph_total,
  storage_total_cost,
}: Pick<Instance, 'is_bid' | 'dph_base' | 'dph_total' | 'storage_total_cost'>): number | undefined {
  if (!is_bid) return undefined;
  if (dph_base !== undefined) return dph_base;
  if (dph_total === undefined || storage_total_cost === undefined) return undefined;
  return Number((dph_total - storage_total_cost).toFixed(6));
}

/**
 * The cost of an instance in dollars per hour while it runs, with a bid of `price`; undefined if its parts are unknown.
 */
export function runningCostAt(
  price: number,
  instance: Parameters<typeof bidOf>[0] & Parameters<typeof hourlyCost>[0],
): number | undefined {
  const { running, stopped } = hourlyCost(instance);
  const bid = bidOf(instance);
  // The service's own total may include more than the bid and the disk.
  if (running !== undefined && bid !== undefined) return running - bid + price;
  return stopped === undefined ? undefined : stopped + price;
}

/**
 * A bid to propose: the current one, or the smallest bid above the lowest one if that is higher. All in dollars per
 * hour.
 */
export function proposedBid({ bid, lowest }: StandingBids): number | undefined {
  const least = lowest === undefined ? undefined : bidAbove(lowest);
  return bid === undefined || least === undefined ? (least ?? bid) : Math.max(bid, least);
}

/** Why a bid can't replace the current one, as a sentence. `lowest` is what others bid. All in dollars per hour. */
export function bidProblem(price: number, { bid, lowest }: StandingBids): string | undefined {
  if (!Number.isFinite(price) || price <= 0) return l10n.t('Enter a number greater than 0.');
  if (lowest !== undefined && price <= lowest)
    return l10n.t('Bid more than the lowest bid, at least {0}.', formatBid(bidAbove(lowest)));
  if (bid !== undefined && isSameBid(price, bid)) return l10n.t('You already bid {0}.', formatBid(bid));
  return undefined;
}

/** Dollars per hour; the service may round. */
export const isSameBid = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;
