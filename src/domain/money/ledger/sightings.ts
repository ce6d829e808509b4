export const billedStates = ['compute', 'unsure', 'disk', 'volume', 'gone'] as const;
/**
 * What is billed at a moment: of an instance compute and disk, either of them, or the disk alone; a volume; nothing any
 * more.
 */
export type BilledState = (typeof billedStates)[number];

/** Prices in hundred-millionths of a dollar per hour; missing where the service doesn't report one. */
export interface Prices {
  running?: number | undefined;
  stopped?: number | undefined;
}

/**
 * Something was seen in one state from one time to another, with nothing that speaks against it between them. All times
 * are in milliseconds since the epoch.
 */
export interface Sighting extends Prices {
  from: number;
  to: number;
  state: BilledState;
  /** When it started to run, according to the service. */
  since?: number | undefined;
}

/** Milliseconds between two looks in which a change that was undone at once may be missed: the hidden view's poll. */
export const lookGap = 90_000;
/** How late the start of an instance may be reported, in milliseconds: hosts report it only now and then. */
const startJitter = 60_000;

/** At the same moment, what an action of ours ended comes after what a list still had. */
const order = (state: BilledState): number => billedStates.indexOf(state);

/**
 * Adds sightings. The result does not depend on the order in which consistent ones are added, or how often, so that
 * windows can add what each of them saw.
 */
export function withSightings(known: readonly Sighting[], added: readonly Sighting[]): readonly Sighting[] {
  const [last, next] = [known.at(-1), added[0]];
  // Nearly always, it is later than all others.
  if (last && next && added.length === 1 && isLater(next, last)) {
    if (!isContinued(last, next)) return [...known, { ...next }];
    const joined = { ...last };
    join(joined, next);
    return known.with(-1, joined);
  }
  const open = [...known, ...added].sort(byTime);
  const result: Sighting[] = [];
  for (let next = open.shift(); next; next = open.shift()) {
    const last = result.at(-1);
    if (!last) result.push({ ...next });
    else if (isContinued(last, next)) join(last, next);
    else {
      const end = last.to;
      // A contradiction, such as an own action during a request: the later look counts from its time on.
      last.to = Math.min(end, next.from);
      if (next.to < end && next.state !== 'gone') insert(open, { ...last, from: next.to, to: end });
      result.push({ ...next });
    }
  }
  return withoutEarlyEnds(result);
}

/** After something that ended, what is seen says that it had not. */
const isLater = (next: Sighting, last: Sighting): boolean =>
  last.state !== 'gone' && next.from > last.from && next.from >= last.to;

const byTime = (a: Sighting, b: Sighting): number =>
  a.from - b.from || order(a.state) - order(b.state) || a.to - b.to;

function insert(open: Sighting[], rest: Sighting): void {
  open.push(rest);
  open.sort(byTime);
}

/** Whether nothing else can have been between two sightings, but for less than a look. */
function isContinued(last: Sighting, next: Sighting): boolean {
  if (last.state !== next.state || !isSamePrice(last, next)) return false;
  if (next.state === 'gone' || next.from - last.to <= lookGap) return true;
  return next.state === 'volume' || runsOn(last, next);
}

/** An action of ours has no price, so the last known one is kept. */
const isSamePrice = (one: Prices, other: Prices): boolean =>
  isBlank(one) || isBlank(other) || (one.running === other.running && one.stopped === other.stopped);

const isBlank = ({ running, stopped }: Prices): boolean => running === undefined && stopped === undefined;

/** Whether the service says that what runs now was running already when it was seen before. */
export const runsOn = (before: Sighting, now: Sighting): boolean =>
  before.state === 'compute' &&
  now.state === 'compute' &&
  now.since !== undefined &&
  now.since <= before.to + startJitter;

function join(last: Sighting, next: Sighting): void {
  last.to = last.state === 'gone' ? last.to : Math.max(last.to, next.to);
  if (last.since === undefined && next.since !== undefined) last.since = next.since;
  if (isBlank(last)) Object.assign(last, { running: next.running, stopped: next.stopped });
}

/** A list may lack something for a moment that is there. */
function withoutEarlyEnds(sightings: readonly Sighting[]): readonly Sighting[] {
  const lastAlive = sightings.findLastIndex(({ state }) => state !== 'gone');
  const kept = sightings.filter(({ state }, index) => state !== 'gone' || index > lastAlive);
  // Without an end between them, the sightings before and after it may be one.
  return kept.length === sightings.length || lastAlive < 0 ? kept : withSightings([], kept);
}
