import type { Entry, Ledger } from './ledger';
import { type Sighting, withSightings } from './sightings';

/** What two windows noted, together. The order does not matter. */
export function merged(one: Ledger, other: Ledger): Ledger {
  if (one === other) return one;
  // Only one window at a time folds, after it has read what the others folded.
  const { days, folded } = one.folded.length >= other.folded.length ? one : other;
  const isFolded = new Set(folded);
  const keys = [...new Set([...Object.keys(one.entries), ...Object.keys(other.entries)])];
  const entries = keys
    .filter((key) => !isFolded.has(key))
    .map((key): [string, Entry] => [key, together(one.entries[key], other.entries[key])]);
  const rebuilt = Math.max(one.rebuilt ?? -Infinity, other.rebuilt ?? -Infinity);
  return {
    entries: Object.fromEntries(entries),
    days,
    folded,
    ...(Number.isFinite(rebuilt) ? { rebuilt } : {}),
  };
}

const none: Entry = { title: '', sightings: [] };

function together(one: Entry = none, other: Entry = none): Entry {
  // Costs are cached by this object and counted again for any other.
  if (isSame(one, other)) return one;
  const lastOf = ({ sightings }: Entry): number => sightings.at(-1)?.to ?? -Infinity;
  const [older, newer] = lastOf(one) <= lastOf(other) ? [one, other] : [other, one];
  const created = Math.min(one.created ?? Infinity, other.created ?? Infinity);
  return {
    ...older,
    ...newer,
    title: newer.title || older.title,
    ...(Number.isFinite(created) ? { created } : {}),
    sightings: withSightings(one.sightings, other.sightings),
  };
}

const isSame = (one: Entry, other: Entry): boolean =>
  one.title === other.title &&
  one.created === other.created &&
  one.ends === other.ends &&
  one.isBid === other.isBid &&
  one.sightings.length === other.sightings.length &&
  one.sightings.every((sighting, index) => isSameSighting(sighting, other.sightings[index]));

const isSameSighting = (one: Sighting, other: Sighting | undefined): boolean =>
  one.from === other?.from &&
  one.to === other.to &&
  one.state === other.state &&
  one.running === other.running &&
  one.stopped === other.stopped &&
  one.since === other.since;
