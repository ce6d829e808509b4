import { type BilledState, type Prices, type Sighting, withSightings } from './sightings';
import { addSpent, type Meter, meterOf, nothingSpent, type Spent } from './spending';
import type { Seen, TimeSpan } from './stretches';

/** An instance or a volume with all that was seen of it. */
export interface Entry extends Seen {
  /** What a person calls it: as the service sent it. */
  title: string;
}

/** The sums of a day (UTC), in hundred-millionths of a dollar: what it cost, at least, at most. */
export type DaySums = readonly [units: number, least: number, most: number];

/**
 * What an account's instances and volumes were seen to do, from which it follows what they have cost. Nothing is added up
 * poll by poll: more of the same changes only until when it was seen.
 */
export interface Ledger {
  /** By `instance-7` or `volume-3`, which is also what the service calls them in a bill. */
  entries: Readonly<Record<string, Entry>>;
  /** What ended long ago, by day. */
  days: Readonly<Record<string, DaySums>>;
  /** What `days` has, so that it is not counted again. */
  folded: readonly string[];
  /** When it was restarted because its file was damaged, in milliseconds since the epoch. */
  rebuilt?: number | undefined;
  /** Its file isn't read yet, or can't be read now. Never written. */
  isPart?: true | undefined;
}

/** A bill may name anything, also what every object has. */
export const entryOf = ({ entries }: Ledger, key: string): Entry | undefined =>
  Object.hasOwn(entries, key) ? entries[key] : undefined;

export type Kind = 'instance' | 'volume';

/** What a complete list says of one thing. */
export interface Row extends Prices {
  key: string;
  title: string;
  state: BilledState;
  /** Milliseconds since the epoch. */
  since?: number | undefined;
  created?: number | undefined;
  ends?: number | undefined;
  isBid?: boolean | undefined;
}

/** What was seen at a time, in milliseconds since the epoch. */
export type Look =
  /**
   * A complete list. With `isPartial`, it has rows that can't be read, so nothing is missing in it. What is `unlisted` is
   * missing, by its keys, but may still be there: it was not seen, and has not ended.
   */
  | { at: number; kind: Kind; rows: readonly Row[]; unlisted?: readonly string[]; isPartial?: boolean }
  /** An action of ours has changed a state. */
  | { at: number; key: string; state: 'disk' | 'gone' };

export const emptyLedger: Ledger = { entries: {}, days: {}, folded: [] };

/** Whether something may have cost money in a span of which the ledger knows nothing. */
export const lacksSome = ({ rebuilt, isPart }: Ledger, { from }: TimeSpan): boolean =>
  isPart === true || (rebuilt !== undefined && from < rebuilt);

/**
 * Adds what was seen. Several windows may report it in any order and more than once.
 *
 * @param now milliseconds since the epoch; what is from later than that is from before the clock was set back
 */
export function withLook(ledger: Ledger, look: Look, now: number): Ledger {
  const entries = { ...untilNow(ledger.entries, now) };
  const add = (key: string, entry: Entry | undefined, sighting: Sighting, about: Partial<Entry> = {}) => {
    const known = entry ?? { title: '', sightings: [] };
    const sightings = withSightings(known.sightings, [sighting]);
    entries[key] = { ...known, ...about, sightings };
  };
  if ('key' in look) {
    const { at, key, state } = look;
    // Its price may have changed since it was seen.
    if (!ledger.folded.includes(key)) add(key, entries[key], { from: at, to: at, state });
    return { ...ledger, entries };
  }
  const { at, kind, rows, unlisted = [], isPartial } = look;
  for (const row of rows) {
    if (ledger.folded.includes(row.key)) continue;
    const entry = entries[row.key];
    add(row.key, entry, { ...seenIn(row), from: at, to: at }, aboutOf(row, entry, at));
  }
  const kept = new Set([...rows.map(({ key }) => key), ...unlisted]);
  for (const [key, entry] of isPartial ? [] : Object.entries(entries)) {
    const last = entry.sightings.at(-1);
    if (key.startsWith(kind) && !kept.has(key) && last && last.to < at && last.state !== 'gone')
      add(key, entry, { from: at, to: at, state: 'gone' });
  }
  return { ...ledger, entries };
}

/** Until when, in milliseconds since the epoch, something was seen of what is still there. */
export function seenUntil({ entries }: Ledger): number {
  const last = Object.values(entries).map(({ sightings }) => sightings.at(-1));
  return Math.max(-Infinity, ...last.flatMap((one) => (one && one.state !== 'gone' ? [one.to] : [])));
}

/**
 * Since when something was noted, in milliseconds since the epoch; undefined where nothing is, or only by a clock that was
 * set back since.
 */
export function seenSince({ entries, days }: Ledger, now: number): number | undefined {
  const first = Object.values(entries).flatMap(({ sightings }) => sightings[0]?.from ?? []);
  const old = Object.keys(days).map((day) => Date.parse(`${day}T00:00:00Z`));
  const since = Math.min(...first, ...old);
  return since <= now ? since : undefined;
}

/** Whether two ledgers differ in more than the time until which the same was seen. */
export function isNews({ entries: before }: Ledger, { entries: after }: Ledger): boolean {
  if (before === after) return false;
  const keys = Object.keys(after);
  return (
    keys.length !== Object.keys(before).length || keys.some((key) => !isSameEntry(before[key], after[key]))
  );
}

function isSameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === other) return true;
  if (!one || one.title !== other?.title || one.ends !== other.ends) return false;
  return (
    one.sightings.length === other.sightings.length &&
    one.sightings.every((a, index) => isSameSighting(a, other.sightings[index]))
  );
}

const isSameSighting = (one: Sighting, other: Sighting | undefined): boolean =>
  one === other ||
  (one.from === other?.from &&
    one.state === other.state &&
    one.running === other.running &&
    one.stopped === other.stopped);

const seenIn = ({ state, running, stopped, since }: Row) => ({
  state,
  running,
  stopped,
  ...(since === undefined ? {} : { since }),
});

function aboutOf(row: Row, entry: Entry | undefined, at: number): Partial<Entry> {
  const isLater = !entry || at >= (entry.sightings.at(-1)?.to ?? -Infinity);
  const created = Math.min(entry?.created ?? Infinity, row.created ?? Infinity);
  return {
    ...(isLater ? { title: row.title } : {}),
    ...(isLater && row.ends !== undefined ? { ends: row.ends } : {}),
    ...(Number.isFinite(created) ? { created } : {}),
    ...(row.isBid ? { isBid: true } : {}),
  };
}

function untilNow(entries: Ledger['entries'], now: number): Ledger['entries'] {
  const isLater = Object.values(entries).some(({ sightings }) => (sightings.at(-1)?.to ?? 0) > now);
  if (!isLater) return entries;
  const cut = (sightings: readonly Sighting[]): Sighting[] =>
    sightings.filter(({ from }) => from <= now).map((one) => ({ ...one, to: Math.min(one.to, now) }));
  return Object.fromEntries(
    Object.entries(entries)
      .map(([key, entry]): [string, Entry] => [key, { ...entry, sightings: cut(entry.sightings) }])
      .filter(([, { sightings }]) => sightings.length > 0),
  );
}

/** Milliseconds for which the last look at something holds, a failed poll or two included. */
const fresh: Record<Kind, number> = { instance: 3 * 60_000, volume: 15 * 60_000 };

/** What one thing has cost in a span. @param now milliseconds since the epoch */
export function spentBy(ledger: Ledger, key: string, span: TimeSpan, now: number): Spent {
  return meterBy(ledger, key, now)?.spent(span) ?? nothingSpent;
}

/** For many spans of one thing; undefined where nothing is known of it. @param now milliseconds since the epoch */
export function meterBy(ledger: Ledger, key: string, now: number): Meter | undefined {
  const entry = entryOf(ledger, key);
  return entry && meterOf(entry, now, fresh[kindOf(key)]);
}

/** Sightings that are counted or read in one piece, which takes some milliseconds. */
export const sightingsOfPart = 2000;

/** Counts what has ended, which is the same for all later sums, in parts of about the same size. */
export function* countedEnds(ledger: Ledger, now: number): Generator<undefined, void> {
  let size = 0;
  for (const [key, { sightings }] of Object.entries(ledger.entries)) {
    if (sightings.at(-1)?.state !== 'gone') continue;
    meterBy(ledger, key, now);
    size += sightings.length;
    if (size < sightingsOfPart) continue;
    size = 0;
    yield;
  }
}

/** What all has cost in a span, what has ended since included. */
export function spentInAll(ledger: Ledger, span: TimeSpan, now: number): Spent {
  const entries = Object.keys(ledger.entries).map((key) => spentBy(ledger, key, span, now));
  const known = entries.reduce(addSpent, spentOfOld(ledger, span));
  return lacksSome(ledger, span) ? { ...known, isLeast: true } : known;
}

/** What ended long ago has cost in a span. Its days count where they begin, but those that begin in a span of `except`. */
export function spentOfOld({ days }: Ledger, span: TimeSpan, except: readonly TimeSpan[] = []): Spent {
  const isIn = (at: number) => (one: TimeSpan) => at >= one.from && at < one.to;
  return Object.entries(days)
    .map(([day, sums]) => ({ at: Date.parse(`${day}T00:00:00Z`), sums }))
    .filter(({ at }) => isIn(at)(span) && !except.some(isIn(at)))
    .map(({ sums: [units, least, most] }) => ({ units, least, most, isLeast: false }))
    .reduce(addSpent, nothingSpent);
}

export const kindOf = (key: string): Kind => (key.startsWith('volume') ? 'volume' : 'instance');
