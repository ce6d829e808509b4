import { emptyLedger, type Ledger } from '../../src/domain/ledger/ledger';
import { reportOf } from '../../src/domain/ledger/report';
import { best, ratio, say } from './figures';

const [day, hour] = [86_400_000, 3_600_000];
const rentals = 400;
const changes = 300;

/** The report of 400 rentals whose price changed 300 times each, most of them over, beside `JSON.parse` of the record. */
export function measureSpending(): void {
  const now = Date.UTC(2026, 6, 1);
  const text = JSON.stringify(ledgerUntil(now));
  const parse = best(() => JSON.parse(text) as Ledger);
  const first = best(() => reportOf(JSON.parse(text) as Ledger, undefined, 'last90Days', now)) - parse;
  const ledger = JSON.parse(text) as Ledger;
  const next = best(() => reportOf(ledger, undefined, 'last90Days', now));
  const what = `a report of ${rentals} rentals with ${changes} prices each`;
  say(`${what}, the first / JSON.parse of the record`, ratio(first, parse));
  say(`${what}, each further one / JSON.parse of the record`, ratio(next, parse));
  say(`${what}, each further one, ms, fastest`, next.toFixed(0));
}

function ledgerUntil(now: number): Ledger {
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
