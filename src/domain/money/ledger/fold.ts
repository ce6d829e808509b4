import { day } from '../../../clock';
import { dayName } from '../charges';
import type { DaySums, Entry, Ledger } from './ledger';
import { spentBy } from './ledger';

/** How much of a ledger is kept in full, and how much in all. */
export const limits = {
  /** Days after its end for which the sightings of something are kept. */
  daysAfterEnd: 100,
  entries: 400,
  /** Days with a sum. */
  days: 1100,
  /** Keys of the entries that were folded. */
  folded: 2000,
  /** Sightings of one thing. */
  sightings: 300,
};

/**
 * Keeps a ledger small: what ended long ago becomes sums by day, the oldest first. What still costs money is kept, but of
 * something that changes all the time, the oldest changes are forgotten.
 *
 * @param now milliseconds since the epoch
 */
export function folded(ledger: Ledger, now: number): Ledger {
  const ended = Object.entries(ledger.entries)
    .flatMap(([key, { sightings }]) => {
      const last = sightings.at(-1);
      return last?.state === 'gone' ? [{ key, at: last.from }] : [];
    })
    .sort((a, b) => a.at - b.at);
  const tooMany = Object.keys(ledger.entries).length - limits.entries;
  const old = ended.filter(({ at }, index) => index < tooMany || now - at > limits.daysAfterEnd * day);
  const isLong = Object.values(ledger.entries).some(({ sightings }) => sightings.length > limits.sightings);
  if (old.length === 0 && !isLong) return ledger;
  const days: Record<string, DaySums> = { ...ledger.days };
  for (const { key } of old) addDays(days, ledger, key, now);
  const gone = new Set(old.map(({ key }) => key));
  const kept = Object.entries(ledger.entries).filter(([key]) => !gone.has(key));
  return {
    ...ledger,
    entries: Object.fromEntries(kept.map(([key, entry]) => [key, shortened(entry)])),
    days: withoutOldest(days),
    folded: [...ledger.folded, ...gone].slice(-limits.folded),
  };
}

function addDays(days: Record<string, DaySums>, ledger: Ledger, key: string, now: number): void {
  const entry = ledger.entries[key];
  const first = entry?.sightings[0]?.from ?? now;
  const begin = Math.min(entry?.created ?? first, first);
  const end = entry?.sightings.at(-1)?.from ?? now;
  for (let at = Math.floor(begin / day) * day; at < end; at += day) {
    const { units, least, most } = spentBy(ledger, key, { from: at, to: at + day }, now);
    const name = dayName(at / 1000);
    const [u, l, m] = days[name] ?? [0, 0, 0];
    days[name] = [u + units, l + least, m + most];
  }
}

/** The oldest days are added to the first one that is kept. */
function withoutOldest(days: Record<string, DaySums>): Record<string, DaySums> {
  const all = Object.entries(days).sort(([a], [b]) => (a < b ? -1 : 1));
  const kept = all.slice(-limits.days);
  const dropped = all.slice(0, all.length - kept.length);
  const [first] = kept;
  if (!first || dropped.length === 0) return days;
  const sum = dropped.reduce<DaySums>(
    ([u, l, m], [, [units, least, most]]) => [u + units, l + least, m + most],
    first[1],
  );
  return Object.fromEntries([[first[0], sum], ...kept.slice(1)]);
}

function shortened(entry: Entry): Entry {
  const { sightings } = entry;
  return sightings.length <= limits.sightings
    ? entry
    : { ...entry, sightings: sightings.slice(-limits.sightings) };
}
