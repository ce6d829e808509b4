import type { Entry, Ledger } from './ledger';
import { withSightings } from './sightings';

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
