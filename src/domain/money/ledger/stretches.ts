import { lookGap, type Prices, runsOn, type Sighting } from './sightings';

/** Milliseconds since the epoch; the end is not part of it. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** A thing that is billed, as it was seen. */
export interface Seen {
  /** When the service says it began, in milliseconds since the epoch. */
  created?: number | undefined;
  /** When its contract ends. */
  ends?: number | undefined;
  /** Its price can be changed at any time, as a bid can. */
  isBid?: boolean | undefined;
  sightings: readonly Sighting[];
}

/**
 * Why a sum may be off: what it cost before it was first seen isn't known; a price wasn't told; nobody looked for a while;
 * it wasn't seen since; the service didn't tell whether its GPU was billed.
 */
export type Reason = 'beginning' | 'price' | 'gap' | 'notSeen' | 'state';

/** Hundred-millionths of a dollar per hour in a span. */
export interface Stretch extends TimeSpan {
  rate: number;
  least: number;
  most: number;
  isUnpriced?: boolean;
  /** Why `least` and `most` differ, where they do. */
  why: Reason;
}

/** The time before the first sighting of which the costs don't follow from it. */
export function unknownIn(seen: Seen): TimeSpan | undefined {
  const [first] = seen.sightings;
  const start = startOf(seen);
  if (!first) return undefined;
  if (start === undefined) return { from: -Infinity, to: first.from };
  return seen.isBid === true && first.from - start > lookGap ? { from: start, to: first.from } : undefined;
}

/** A beginning that fits what was seen. */
function startOf({ created, sightings: [first] }: Seen): number | undefined {
  return created !== undefined && created > 0 && first ? Math.min(created, first.from) : undefined;
}

/**
 * What it cost per hour in each span since its beginning, one after the other.
 *
 * @param now milliseconds since the epoch
 * @param fresh milliseconds for which the last sighting holds
 */
export function stretchesOf(seen: Seen, now: number, fresh: number): Stretch[] {
  const sightings = withPrices(seen.sightings);
  const first = sightings[0];
  const last = sightings.at(-1);
  if (!first || !last) return [];
  const start = startOf(seen);
  const stretches: Stretch[] = [];
  const add = (stretch: Stretch): void => {
    if (stretch.to > stretch.from) stretches.push(stretch);
  };
  // It begins without its GPU: only the disk is billed while it loads.
  let before: Priced | undefined =
    start === undefined
      ? undefined
      : { ...first, from: start, to: start, state: first.state === 'volume' ? 'volume' : 'disk' };
  for (const sighting of sightings) {
    if (before) between(before, sighting, seen, add);
    if (sighting.state !== 'gone') add(during(sighting));
    before = sighting;
  }
  if (last.state !== 'gone' && now > last.to) {
    const tail = { ...during(last), from: last.to, to: now };
    add(now - last.to <= fresh ? tail : { ...tail, least: 0, most: last.dearest, why: 'notSeen' });
  }
  return stretches;
}

/** A sighting whose prices are known, or taken from others, or unknown altogether. */
interface Priced extends Sighting {
  running: number;
  stopped: number;
  /** Hundred-millionths of a dollar per hour that it may have cost with its GPU, and without. */
  dearest: number;
  cheapest: number;
  isBorrowed: boolean;
  /** No price is known of what is billed, and none for its GPU. */
  isUnpriced: boolean;
  lacksRunning: boolean;
}

/** A price that is missing is the one before it, else the one after it. */
function withPrices(sightings: readonly Sighting[]): Priced[] {
  const around = (of: keyof Prices, index: number): number[] => {
    const told = sightings[index]?.[of];
    if (told !== undefined) return [told];
    const before = sightings.slice(0, index).findLast((one) => one[of] !== undefined)?.[of];
    const after = sightings.slice(index).find((one) => one[of] !== undefined)?.[of];
    return [before, after].filter((price) => price !== undefined);
  };
  return sightings.map((sighting, index) => {
    const [running, stopped] = [around('running', index), around('stopped', index)];
    const billed = ofDisk(sighting) ? stopped : running;
    const told = ofDisk(sighting) ? sighting.stopped : sighting.running;
    return {
      ...sighting,
      // A volume has no price of its own for running.
      running: running[0] ?? stopped[0] ?? 0,
      stopped: stopped[0] ?? 0,
      dearest: Math.max(...running, ...stopped, 0),
      cheapest: stopped.length > 0 ? Math.min(...stopped) : 0,
      isBorrowed: sighting.state !== 'gone' && told === undefined,
      isUnpriced: sighting.state !== 'gone' && billed.length === 0,
      lacksRunning: running.length === 0,
    };
  });
}

const ofDisk = ({ state }: Sighting): boolean => state === 'disk' || state === 'volume';

const rateOf = (one: Priced): number => (one.state === 'gone' ? 0 : ofDisk(one) ? one.stopped : one.running);

function during(sighting: Priced): Stretch {
  const { from, to, state, isBorrowed, isUnpriced } = sighting;
  const rate = rateOf(sighting);
  const least = isBorrowed ? 0 : state === 'unsure' ? Math.min(sighting.cheapest, rate) : rate;
  const why = isBorrowed || isUnpriced ? 'price' : 'state';
  return { from, to, rate, least, most: isBorrowed ? sighting.dearest : rate, isUnpriced, why };
}

/**
 * What was billed between two sightings. The service tells when it started to run; apart from that, what was seen first
 * is taken to have lasted until something else was seen, or until the contract ended.
 */
function between(
  before: Priced,
  after: Priced,
  { ends, isBid, sightings }: Seen,
  add: (stretch: Stretch) => void,
): void {
  const started =
    after.state === 'compute' && after.since !== undefined
      ? Math.min(Math.max(after.since, before.to), after.from)
      : after.from;
  const changed = runsOn(before, after) ? before.to : started;
  const isFirst = after.from === sightings[0]?.from;
  const least =
    isBid && isFirst ? Math.min(after.cheapest, after.running) : Math.min(before.running, after.running);
  const most = Math.max(before.running, after.running);
  const why = 'gap' as const;
  const isUnpriced = after.state !== 'gone' && before.lacksRunning;
  const running = { from: changed, to: after.from, rate: before.running, least, most, isUnpriced, why };
  const isEnd = after.state === 'gone';
  const open = {
    from: before.to,
    to: changed,
    rate: rateOf(before),
    least: isEnd ? 0 : Math.min(before.cheapest, after.cheapest),
    most: Math.max(before.dearest, after.dearest),
    isUnpriced: before.isUnpriced,
    why,
  };
  const end = isEnd && ends !== undefined && ends > before.to ? Math.min(ends, changed) : changed;
  add({ ...open, to: end });
  add({ ...open, from: end, rate: 0 });
  add(running);
}
