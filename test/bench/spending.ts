import { emptyLedger, type Ledger } from '../../src/domain/money/ledger/ledger';
import { reportOf } from '../../src/domain/money/ledger/report';
import { beside, best, say } from './figures';

const [day, hour] = [86_400_000, 3_600_000];
const rentals = 400;
const changes = 300;
/** Milliseconds since the epoch. */
export const now = Date.UTC(2026, 6, 1);

/** The report of 400 rentals whose price changed 300 times each, most of them over, beside `JSON.parse` of the record. */
export function measureSpending(): void {
  const text = JSON.stringify(longLedger());
  const parse = (): Ledger => JSON.parse(text) as Ledger;
  const report = (ledger: Ledger) => reportOf(ledger, undefined, 'last90Days', now);
  const ledger = parse();
  const what = `a report of ${rentals} rentals with ${changes} prices each`;
  say(`${what}, the first / JSON.parse of the record`, (beside(() => report(parse()), parse) - 1).toFixed(2));
  say(`${what}, each further one / JSON.parse of the record`, beside(() => report(ledger), parse).toFixed(2));
  say(`${what}, each further one, ms, fastest`, best(() => report(ledger)).toFixed(0));
}

/** The record of 400 rentals whose price changed 300 times each. */
export function longLedger(): Ledger {
  const entries = Array.from({ length: rentals }, (_, index) => {
    const begin = now - 90 * day + (index % 60) * day;
    const sightings: Ledger['entries'][string]['sightings'][number][] = Array.from(
      { length: changes },
      (_each, change) => ({
        from: begin + change * hour,
        to: begin + (change + 1) * hour - 60_000,
        state: change % 40 === 39 ? 'disk' : 'compute',
        running: 40_000_000 + ((change * 7919) % 1000) * 1000,
        stopped: 1_000_000,
        since: begin,
      }),
    );
    const end = begin + (changes + 1) * hour;
    const gone = { from: end, to: end, state: 'gone' as const };
    const all = index % 20 === 0 ? sightings : [...sightings, gone];
    return [`instance-${index}`, { title: `rental ${index}`, created: begin, isBid: true, sightings: all }];
  });
  return { ...emptyLedger, entries: Object.fromEntries(entries) as Ledger['entries'] };
}
