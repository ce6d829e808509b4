import { day, hour, minute } from '../../../clock';
import { bidOf } from '../../instances/bid';
import { toDollars } from '../units';
import { isRise } from '../cost';
import { type Ledger, spentBy } from '../ledger/ledger';
import { instanceKey } from '../ledger/rows';
import type { Sighting } from '../ledger/sightings';
import { lifecycleOf, type Phase } from '../../instances/lifecycle';
import { isBusy } from '../../instances/load';
import type { SharedInstance } from '../../instances/sharedInstance';
import { endsIdling } from '../../stops/scheduledStop';
import type { Rule, Situation, Verdict, WarningKind, WarningLimits } from './warning';

/** In these phases it's unclear whether it runs. */
const unclear: readonly Phase[] = ['unreadable', 'unknown', 'offline', 'other'];

const startingUp: readonly Phase[] = ['provisioning', 'loading', 'scheduling', 'other'];

type Look<K extends WarningKind> = (
  instance: SharedInstance,
  about: { situation: Situation; limits: WarningLimits; key: string; phase: Phase },
) => Verdict<K> | undefined;

function ofInstances<K extends WarningKind>(
  kind: K,
  isOn: (limits: WarningLimits) => boolean,
  look: Look<K>,
): Rule<K> {
  return (situation, limits) => {
    if (!isOn(limits) || !situation.instances) return [];
    return situation.instances.flatMap((instance) => {
      const { phase } = lifecycleOf(instance);
      if (instance.id < 0 || phase === 'unreadable') return [];
      const key = instanceKey(instance.id);
      const verdict = look(instance, { situation, limits, key, phase });
      return verdict === undefined ? [] : [{ kind, key, verdict }];
    });
  };
}

/** Percent of a disk by which its usage has to fall before it is warned about again. */
const lessFull = 5;

/** Its disk is almost full: what it computes may not be saved. Unknown where the service doesn't report the usage. */
const fullDisk = ofInstances(
  'fullDisk',
  ({ diskPercent }) => diskPercent > 0,
  (instance, { situation, limits, phase }) => {
    if (phase !== 'running') return unclear.includes(phase) ? undefined : 'over';
    const used = situation.diskUsageOf(instance.id);
    const { disk_space: size } = instance;
    if (used === 'unknown' || size === undefined || !(size > 0)) return undefined;
    const percent = (used / size) * 100;
    if (percent >= limits.diskPercent) return { warn: { instance, used, size } };
    return percent < limits.diskPercent - lessFull ? 'over' : undefined;
  },
);

/** It runs and doesn't use its GPU. Unknown where the service doesn't report the load. */
const idleHere = ofInstances(
  'idleGpu',
  ({ idleMinutes }) => idleMinutes > 0,
  (instance, { situation, limits, key, phase }) => {
    if (phase !== 'running') return unclear.includes(phase) ? undefined : 'over';
    if (isBusy(situation.loadOf(instance.id))) return 'over';
    const idleSince = situation.idleSince(instance.id);
    if (idleSince === undefined || endsIdling(situation.stopOf(instance.id), situation.now)) return undefined;
    const since = Math.max(idleSince, busyAt(key, situation) ?? -Infinity);
    const dueAt = since + limits.idleMinutes * minute;
    return situation.now >= dueAt ? { warn: { instance, since } } : { dueAt };
  },
);

/** Tells other windows that it works, now and then, so that none of them takes it for idle between two of its lists. */
const busyHere: Rule<'idleGpu'> = (situation, { idleMinutes }) => {
  if (!situation.instances || !situation.hasOtherWindows || idleMinutes <= 0) return [];
  const kind = 'idleGpu';
  return situation.instances.flatMap((instance) => {
    const key = instanceKey(instance.id);
    const isTold = situation.now - (busyAt(key, situation) ?? -Infinity) < (idleMinutes * minute) / 2;
    if (instance.id < 0 || isTold || !isBusy(situation.loadOf(instance.id))) return [];
    return [{ kind, key: busyKey(key), verdict: 'begun' }];
  });
};

const idleGpu: Rule<'idleGpu'> = (situation, limits) => [
  ...idleHere(situation, limits),
  ...busyHere(situation, limits),
];

const busyKey = (key: string): string => `${key} busy`;

/** When a window last reported that it works; a time in the future is from before the clock was set back. */
function busyAt(key: string, situation: Situation): number | undefined {
  const at = situation.begunAt('idleGpu', busyKey(key));
  return at !== undefined && at <= situation.now ? at : undefined;
}

/** Between creation and the first look, it may have run unseen if this time is longer. */
const longestUnseen = 30 * minute;
/** The service's clock may differ by this time. */
const clocksDiffer = 10 * minute;

/** It was created and has never run. */
const notRunning = ofInstances(
  'notRunning',
  ({ notRunningMinutes }) => notRunningMinutes > 0,
  (instance, { situation, limits, key, phase }) => {
    if (!startingUp.includes(phase)) return undefined;
    const { created, sightings = [] } = situation.ledger.entries[key] ?? {};
    const [first] = sightings;
    if (created === undefined || first === undefined || situation.isAwaited(instance.id)) return undefined;
    const unseen = first.from - created;
    if (unseen > longestUnseen || unseen < -clocksDiffer) return undefined;
    // Before its first word of a state, the service doesn't tell whether it runs.
    const told = sightings.findIndex(({ state }) => state !== 'unsure');
    const mayHaveRun = told >= 0 && sightings.slice(told).some(({ state }) => state !== 'disk');
    if (mayHaveRun || instance.running_since !== undefined) return undefined;
    const since = first.from;
    const dueAt = since + limits.notRunningMinutes * minute;
    return situation.now >= dueAt ? { warn: { instance, since } } : { dueAt };
  },
);

/**
 * It runs at a bid below the lowest one now. What a service calls the lowest bid of an instance that runs may always be
 * above its own; so it must have been high enough before.
 */
const lowBidNow = ofInstances(
  'lowBid',
  ({ lowBid: isOn }) => isOn,
  (instance, { situation, key, phase }) => {
    if (!instance.is_bid) return undefined;
    if (phase !== 'running') return unclear.includes(phase) ? undefined : 'over';
    const bids = bidsOf(instance, situation);
    if (!bids || isEnough(bids)) return bids && 'over';
    return isKnownEnough(key, situation) ? { warn: { instance, ...bids } } : undefined;
  },
);

const enoughBefore: Rule<'lowBid'> = (situation, { lowBid: isOn }) => {
  if (!isOn || !situation.instances) return [];
  const kind = 'lowBid';
  return situation.instances.flatMap((instance) => {
    const key = instanceKey(instance.id);
    const bids = lifecycleOf(instance).phase === 'running' ? bidsOf(instance, situation) : undefined;
    if (instance.id < 0 || !bids || !isEnough(bids) || isKnownEnough(key, situation)) return [];
    return [{ kind, key: enoughKey(key), verdict: 'begun' }];
  });
};

const lowBid: Rule<'lowBid'> = (situation, limits) => [
  ...lowBidNow(situation, limits),
  ...enoughBefore(situation, limits),
];

const enoughKey = (key: string): string => `${key} enough`;
const isKnownEnough = (key: string, situation: Situation): boolean =>
  situation.begunAt('lowBid', enoughKey(key)) !== undefined;
const isEnough = ({ bid, lowest }: { bid: number; lowest: number }): boolean => !isRise(bid, lowest);

function bidsOf(instance: SharedInstance, situation: Situation): { bid: number; lowest: number } | undefined {
  const bid = bidOf(instance);
  const lowest = situation.lowestBidOf(instance.id);
  return isPrice(bid) && isPrice(lowest) ? { bid, lowest } : undefined;
}

const isPrice = (dollars: number | undefined): dollars is number =>
  dollars !== undefined && Number.isFinite(dollars) && dollars > 0;

/** A rise that was first seen earlier than this is no news. */
const riseIsNews = day;
/** A smaller rise, as a share, is a matter of rounding. */
const leastRise = 0.01;

/**
 * It costs more than before. A bid is the renter's own, and prices are only compared between times at which the same was
 * billed: services differ in what they call the price of a stopped instance. One that the person has accepted is no news.
 */
const priceRise = ofInstances(
  'priceRise',
  ({ priceRise: isOn }) => isOn,
  (instance, { situation, key }) => {
    const { sightings = [], isBid } = situation.ledger.entries[key] ?? {};
    const last = sightings.at(-1);
    if (isBid || instance.is_bid || last?.running === undefined || last.state === 'gone') return undefined;
    const { running: units, state } = last;
    const alike = sightings.filter((one) => one.state === state && one.running !== undefined);
    const index = alike.findLastIndex(({ running }) => running !== units);
    const [before, seen] = [alike[index]?.running, alike[index + 1]?.from];
    if (before === undefined || seen === undefined || before <= 0) return undefined;
    const isNews = situation.now - seen < riseIsNews && seen <= situation.now;
    const [was, price] = [toDollars(before), toDollars(units)];
    if (!isNews || units < before * (1 + leastRise) || !isRise(was, price)) return undefined;
    const agreed = situation.agreedPriceOf(key);
    if (agreed !== undefined && price < agreed * (1 + leastRise)) return undefined;
    return { warn: { instance, before: was, price }, episode: String(units) };
  },
);

/** The rental ends at the agreed time, and its data is lost. */
const endsSoon = ofInstances(
  'endsSoon',
  ({ rentalEndsHours }) => rentalEndsHours > 0,
  (instance, { situation, limits }) => {
    const { start_date: created, end_date: end } = instance;
    const ends = (end ?? NaN) * 1000;
    const left = ends - situation.now;
    const limit = limits.rentalEndsHours * hour;
    if (!(left > 0) || !Number.isFinite(left)) return undefined;
    // A slightly later end is rounding by the service, not a new end.
    if (left > limit) return left > limit * 1.1 ? 'over' : { dueAt: ends - limit };
    // For a short rental, the warning comes at half of its time.
    const half = created !== undefined && end !== undefined && end > created ? (end - created) * 500 : limit;
    return left > half ? { dueAt: ends - half } : { warn: { instance, ends } };
  },
);

/** It is stopped, and its disk has cost a lot since. */
const stoppedDisk = ofInstances(
  'stoppedDisk',
  ({ stoppedDiskCost }) => stoppedDiskCost > 0,
  (instance, { situation, limits, key, phase }) => {
    if (phase !== 'stopped') return unclear.includes(phase) ? undefined : 'over';
    const since = stoppedSince(situation.ledger, key);
    if (since === undefined || since > situation.now) return undefined;
    const { least } = spentBy(situation.ledger, key, { from: since, to: situation.now }, situation.now);
    const cost = toDollars(least);
    return cost < limits.stoppedDiskCost ? undefined : { warn: { instance, since, cost } };
  },
);

/** Since when the ledger has seen nothing but its disk being billed, in milliseconds since the epoch. */
function stoppedSince({ entries }: Ledger, key: string): number | undefined {
  const { sightings = [] } = entries[key] ?? {};
  const isDisk = ({ state }: Sighting): boolean => state === 'disk';
  const before = sightings.findLastIndex((one) => !isDisk(one));
  return sightings[before + 1]?.from;
}

/** The rules about instances. A new one has its row here, its facts and its limit in `warning.ts`. */
export const instanceRules = {
  fullDisk: { find: fullDisk, notAgainFor: 6 * hour },
  idleGpu: { find: idleGpu },
  notRunning: { find: notRunning },
  lowBid: { find: lowBid, notAgainFor: 6 * hour },
  priceRise: { find: priceRise },
  endsSoon: { find: endsSoon, notAgainFor: 6 * hour },
  stoppedDisk: { find: stoppedDisk },
};
