import * as l10n from '@vscode/l10n';
import type { Offer } from '../../api/schemas/offers/offer';
import { formatBid, roundUpBid } from '../instances/bid';
import { formatPerHour, formatSum, offerCost } from '../money/cost';
import { type HourlyCost, storageRate } from '../money/rate';
import { numberWords } from './valueTexts';
import type { MarketRow } from './table/marketRow';
import { formatDollars, unknownDollars } from '../format';

/** What a person plans to rent, which every row is priced with. */
export interface Plan {
  /** GB. */
  disk: number;
  /** Hours that it runs. */
  hours: number;
  /** Dollars per hour that the person would bid for the GPUs, without the disk. */
  bid?: number | undefined;
}

/** What a row costs as planned; a member is undefined if unknown. */
export interface PlannedPrice {
  /** Dollars per hour with the disk. Of an interruptible row with the bid, or with the lowest bid. */
  running: number | undefined;
  /** Dollars per hour. */
  stopped: number | undefined;
  /** Dollars for all of the planned hours. */
  total: number | undefined;
  /** Dollars per GB. */
  down: number | undefined;
  /** Dollars per GB. */
  up: number | undefined;
  /** Dollars per hour without the disk, as it is shown. */
  lowestBid: number | undefined;
  /** Of an interruptible row: the bid that it is priced with, in dollars per hour without the disk. */
  bid: number | undefined;
  /** Dollars per hour with the disk for the same offer on demand. */
  onDemand: number | undefined;
  /** The planned bid is less than the lowest one. */
  bidTooLow?: true;
}

/** A negative price or size is a mistake of the service, and counts as unknown: sorted by price it would come first. */
export const believable = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Rows and plans are not changed but replaced, and every column of a row asks for its price. */
const latest = new WeakMap<MarketRow, { plan: Plan; price: PlannedPrice }>();

/** What a row costs with the planned disk, hours and bid. */
export function plannedPrice(row: MarketRow, plan: Plan): PlannedPrice {
  const known = latest.get(row);
  if (known?.plan === plan) return known.price;
  const price = priceOf(row, plan);
  latest.set(row, { plan, price });
  return price;
}

function priceOf({ offer, isBid, onDemandBase }: MarketRow, plan: Plan): PlannedPrice {
  const prices = believablePrices(offer);
  const disk = believable(plan.disk);
  const least = believable(offer.min_bid);
  const lowestBid = least === undefined ? undefined : believable(roundUpBid(least));
  const planned = believable(plan.bid);
  const bid = isBid ? (planned ?? lowestBid) : undefined;
  const { running, stopped } = offerCost(prices, disk, bid);
  const onDemand = isBid ? withDisk(believable(onDemandBase), disk, prices.storage_cost) : running;
  const hours = believable(plan.hours);
  const isTooLow = isBid && planned !== undefined && least !== undefined && planned < least;
  return {
    running: believable(running),
    stopped: believable(stopped),
    total: running === undefined || hours === undefined ? undefined : believable(running * hours),
    down: believable(offer.inet_down_cost),
    up: believable(offer.inet_up_cost),
    lowestBid,
    bid,
    onDemand: believable(onDemand),
    ...(isTooLow ? { bidTooLow: true } : {}),
  };
}

function believablePrices({ dph_base, dph_total, storage_cost, search, instance }: Offer) {
  return {
    dph_base: believable(dph_base),
    dph_total: believable(dph_total),
    storage_cost: believable(storage_cost),
    search: search && { totalHour: believable(search.totalHour) },
    instance: instance && { totalHour: believable(instance.totalHour) },
  };
}

const withDisk = (base: number | undefined, disk: number | undefined, storageCost: number | undefined) =>
  base === undefined || disk === undefined || storageCost === undefined
    ? undefined
    : base + storageRate(disk, storageCost);

/** `$0.3125`: with as many decimals as show which of two rows is the cheaper one; `$?` if unknown. */
export function precisePrice(dollars: number | undefined): string {
  if (dollars === undefined || !Number.isFinite(dollars)) return unknownDollars();
  if (dollars > 0 && dollars < 0.00005) return `<${formatDollars(0.0001, 4)}`;
  return formatDollars(dollars, dollars >= 1000 ? 2 : 4);
}

/** Dollars per GB of traffic: `$0.005`, "free", `$?` if unknown. */
export function trafficPrice(dollars: number | undefined): string {
  if (dollars === undefined) return unknownDollars();
  if (dollars === 0) return l10n.t('free');
  if (dollars < 0.00005) return `<${formatDollars(0.0001, 4)}`;
  return formatDollars(dollars, 0, 4);
}

/** "$0.31/h, $2.48 for 8 h with 100 GB, stopped $0.02/h, traffic $0.01/GB". */
export function priceSentence(row: MarketRow, plan: Plan): string {
  const price = plannedPrice(row, plan);
  return [
    formatPerHour(price.running),
    l10n.t(
      '{0} for {1} h with {2} GB',
      price.total === undefined ? unknownDollars() : formatSum(price.total),
      numberWords(plan.hours),
      numberWords(plan.disk),
    ),
    l10n.t('stopped {0}', formatPerHour(price.stopped)),
    trafficWords(price),
    ...bidWords(row, price),
  ].join(', ');
}

function trafficWords({ down, up }: PlannedPrice): string {
  if (down === up) return down === 0 ? l10n.t('traffic free') : l10n.t('traffic {0}', perGigabyte(down));
  return l10n.t('download {0}, upload {1}', perGigabyte(down), perGigabyte(up));
}

const perGigabyte = (dollars: number | undefined): string =>
  dollars === 0 ? trafficPrice(dollars) : `${trafficPrice(dollars)}/GB`;

function bidWords({ isBid }: MarketRow, { bid, lowestBid, bidTooLow, onDemand }: PlannedPrice): string[] {
  if (!isBid) return [];
  return [
    bidTooLow
      ? l10n.t('a bid of {0} is below the lowest bid of {1}', formatBid(bid), formatBid(lowestBid))
      : bid === lowestBid
        ? l10n.t('with the lowest bid of {0}', formatBid(bid))
        : l10n.t('with a bid of {0}, lowest {1}', formatBid(bid), formatBid(lowestBid)),
    ...(onDemand === undefined ? [] : [l10n.t('on demand {0}', formatPerHour(onDemand))]),
  ];
}

/** The lowest possible bid for an offer, in dollars per hour, as shown everywhere. */
export const lowestBid = ({ min_bid }: Pick<Offer, 'min_bid'>): number | undefined =>
  min_bid === undefined ? undefined : roundUpBid(min_bid);

/** The parts of an interruptible offer's price: "bid $0.052/h + disk $0.014/h". */
export function bidParts(bid: number | undefined, { stopped }: HourlyCost): string {
  return stopped === undefined
    ? l10n.t('bid {0}', formatBid(bid))
    : l10n.t('bid {0} + disk {1}', formatBid(bid), formatPerHour(stopped));
}
