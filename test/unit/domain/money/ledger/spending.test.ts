import { afterEach, describe, expect, it } from 'vitest';
import { startOfDay, startOfMonth } from '../../../../../src/domain/money/ledger/calendar';
import { comparison } from '../../../../../src/domain/money/chargesText';
import { emptyLedger, type Ledger, spentBy, withLook } from '../../../../../src/domain/money/ledger/ledger';
import { lookAtInstances, lookAtVolumes } from '../../../../../src/domain/money/ledger/rows';
import { withSightings } from '../../../../../src/domain/money/ledger/sightings';
import { isEstimate, meterOf } from '../../../../../src/domain/money/ledger/spending';
import fc from '../../../support/fastCheck';
import type { SharedInstance } from '../../../../../src/domain/instances/sharedInstance';

const hour = 3_600_000;
const dollar = 100_000_000;
const start = Date.UTC(2026, 2, 1);

/** 1 $/h while it runs, 0.1 $/h while it does not. */
const base: SharedInstance = {
  id: 1,
  actual_status: 'running',
  search: { totalHour: 1 },
  instance: { totalHour: 0.1 },
  start_date: start / 1000,
  running_since: start / 1000,
};
const stopped: SharedInstance = { ...base, actual_status: 'exited', intended_status: 'stopped' };
delete stopped.running_since;

/** What was seen, each at its hour. */
function seen(...lists: [hours: number, ...rows: SharedInstance[]][]): Ledger {
  return lists.reduce((ledger, [hours, ...rows]) => {
    const at = start + hours * hour;
    return withLook(ledger, lookAtInstances(at, rows), at);
  }, emptyLedger);
}

const spent = (ledger: Ledger, hours: number) =>
  spentBy(ledger, 'instance-1', { from: 0, to: start + hours * hour }, start + hours * hour);

it('a sum is exact where the product of price and time is larger than a number can be', () => {
  const price = fc.integer({ min: 0, max: 1000 * dollar });
  const spans = fc.array(fc.tuple(price, fc.integer({ min: 1, max: 1000 * hour })), {
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(spans, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      let from = start;
      const sightings = all.map(([running, time]) => {
        const one = { from, to: (from += time), state: 'compute' as const, running, stopped: 0 };
        return one;
      });
      const to = start + Math.round((from - start) * share);
      const exact = sightings.reduce(
        (sum, one) => sum + BigInt(one.running) * BigInt(Math.max(0, Math.min(one.to, to) - one.from)),
        0n,
      );
      const { units } = meterOf({ created: start, sightings }, from, 0).spent({ from: 0, to });
      expect(BigInt(units)).toBe((exact + BigInt(hour / 2)) / BigInt(hour));
    }),
  );
});

it('a sighting that is later than all others is added as among others', () => {
  const time = fc.integer({ min: 0, max: 40 }).map((minutes) => start + minutes * 60_000);
  const sighting = fc.record({
    from: time,
    length: fc.integer({ min: 0, max: 5 * 60_000 }),
    state: fc.constantFrom('compute' as const, 'disk' as const, 'gone' as const, 'unsure' as const),
    running: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
    since: fc.option(time, { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 8 }), sighting, (some, last) => {
      const whole = ({ length, ...one }: typeof last) => ({ ...one, to: one.from + length });
      const known = withSightings([], some.map(whole));
      expect(withSightings(known, [whole(last)])).toEqual(withSightings([], [...known, whole(last)]));
    }),
  );
});

it('counts all of it where this computer’s clock is behind the service’s', () => {
  const late = { ...base, start_date: start / 1000 + 600, running_since: start / 1000 + 600 };
  expect(spent(seen([0, late], [1, late]), 1)).toMatchObject({ units: dollar, isLeast: false });
});

describe('a gap between two looks', () => {
  it('is no matter while it runs on', () => {
    expect(spent(seen([0, base], [50, base]), 50)).toEqual({
      units: 50 * dollar,
      least: 50 * dollar,
      most: 50 * dollar,
      isLeast: false,
    });
  });

  it('is closed by the time since when it runs, as far as that goes', () => {
    const restarted = { ...base, running_since: start / 1000 + 40 * 3600 };
    const sum = spent(seen([0, base], [30, base], [50, restarted]), 50);
    // Between hours 30 and 40 it may have run or not.
    expect(sum).toMatchObject({ units: 50 * dollar, least: 41 * dollar, most: 50 * dollar });
    expect(isEstimate(sum)).toBe(true);
  });

  it('counts what was destroyed elsewhere until it was first missing, as assumed', () => {
    const sum = spent(seen([0, base], [10, base], [12], [20]), 20);
    expect(sum).toMatchObject({ units: 12 * dollar, least: 10 * dollar, most: 12 * dollar });
    expect(isEstimate(sum)).toBe(true);
  });

  it('is not certain while lists lack it and nobody answers whether it is gone', () => {
    const missing: SharedInstance = { ...base, missing: true };
    const open = spent(seen([0, base], [10, base], [12, missing], [20, missing]), 20);
    expect(open).toMatchObject({ units: 20 * dollar, least: 10 * dollar, most: 20 * dollar });
    expect(isEstimate(open)).toBe(true);
    const ended = spent(seen([0, base], [10, base], [12, missing], [20]), 20);
    expect(ended).toMatchObject({ least: 10 * dollar, most: 20 * dollar });
    const back = spent(seen([0, base], [10, base], [12, missing], [20, base]), 20);
    expect(back).toMatchObject({ units: 20 * dollar, least: 20 * dollar, most: 20 * dollar });
  });

  it('ends with the contract where the service told its end', () => {
    const ending = { ...base, end_date: start / 1000 + 11 * 3600 };
    expect(spent(seen([0, ending], [10, ending], [20]), 20)).toMatchObject({
      units: 11 * dollar,
      most: 20 * dollar,
    });
  });

  it('is not ended by a list that lacked it for a moment', () => {
    expect(spent(seen([0, base], [1, base], [1.001], [1.002, base], [5, base]), 5)).toMatchObject({
      units: 5 * dollar,
      most: 5 * dollar,
    });
  });

  it('is not ended by a list with a row that cannot be read', () => {
    const unreadable: SharedInstance = { id: -1, unreadable: true };
    expect(spent(seen([0, base], [1, unreadable], [5, base]), 5)).toMatchObject({ units: 5 * dollar });
  });
});

describe('a price', () => {
  it('that changes counts from when it was seen', () => {
    const dearer = { ...base, search: { totalHour: 2 } };
    const sum = spent(seen([0, base], [1, base], [1.01, dearer], [2, dearer]), 2);
    expect(Math.abs(sum.units - 2.99 * dollar)).toBeLessThan(10);
    expect(sum.most - sum.least).toBeLessThanOrEqual(0.011 * dollar);
  });

  it('that is missing is the one before, and the sum is then assumed', () => {
    const { search: _, ...unpriced } = base;
    const sum = spent(seen([0, base], [1, base], [1.01, unpriced], [2, unpriced]), 2);
    expect(sum.units).toBe(2 * dollar);
    expect(isEstimate(sum)).toBe(true);
  });

  it('that was never told makes a sum that says it is the least', () => {
    const { search: _, instance: __, ...unpriced } = base;
    expect(spent(seen([0, unpriced], [2, unpriced]), 2)).toMatchObject({ units: 0, isLeast: true });
  });

  it('of what cannot be read may be that of running or of the disk', () => {
    const unreadable: SharedInstance = { ...base, unreadable: true };
    const sum = spent(seen([0, base], [1, base], [1.01, unreadable], [1.02, unreadable]), 1.02);
    expect(sum.most - sum.least).toBeGreaterThan(0);
  });
});

describe('clocks', () => {
  it('that are set back undo what was seen in a future that was none', () => {
    // The computer's clock was five hours ahead for a while. The service told the time since by that clock.
    const wrong = { ...stopped };
    let ledger = seen([0, stopped], [0.01, stopped], [5.02, wrong], [5.03, wrong]);
    for (let minute = 2; minute <= 120; minute += 1) {
      const at = start + (minute / 60) * hour;
      ledger = withLook(ledger, lookAtInstances(at, [stopped]), at);
    }
    const sum = spent(ledger, 2);
    expect(sum.units).toBe(0.2 * dollar);
    expect(sum.most - sum.least).toBeLessThan(0.02 * dollar);
  });

  it('that run differently from the service’s never make a cost negative', () => {
    const early = { ...base, start_date: start / 1000 + 7200, running_since: start / 1000 + 3600 };
    const sum = spent(seen([0, early], [1, early]), 1);
    expect(sum.units).toBeGreaterThanOrEqual(0);
    expect(sum.least).toBeGreaterThanOrEqual(0);
  });
});

describe('a volume', () => {
  it('costs its price until it is deleted, whether or not anybody looked', () => {
    const volume = { id: 3, name: 'data', storage_total_cost: 0.01, start_date: start / 1000, instances: [] };
    const at = (hours: number) => start + hours * hour;
    let ledger = withLook(emptyLedger, lookAtVolumes(at(1), [volume]), at(1));
    ledger = withLook(ledger, lookAtVolumes(at(100), [volume]), at(100));
    const sum = () => spentBy(ledger, 'volume-3', { from: 0, to: at(100) }, at(100));
    expect(sum()).toMatchObject({ units: dollar, least: dollar, most: dollar });
    // A list of instances says nothing of volumes.
    ledger = withLook(ledger, lookAtInstances(at(100), []), at(100));
    expect(sum().units).toBe(dollar);
  });
});

describe('today', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const todayAt = (time: string, name: string): number => {
    process.env.TZ = name;
    const now = Date.parse(time);
    const running = { ...base, start_date: 1_700_000_000, running_since: 1_700_000_000 };
    const ledger = withLook(emptyLedger, lookAtInstances(now, [running]), now);
    const sum = spentBy(ledger, 'instance-1', { from: startOfDay(now), to: now }, now);
    return sum.units / dollar;
  };

  it('is the day of this computer’s time zone', () => {
    expect(todayAt('2026-01-10T12:00:00Z', 'UTC')).toBe(12);
    expect(todayAt('2026-01-10T12:00:00Z', 'Asia/Tokyo')).toBe(21);
    expect(todayAt('2026-01-10T12:00:00Z', 'America/Los_Angeles')).toBe(4);
    expect(todayAt('2026-01-10T12:00:00Z', 'Asia/Kolkata')).toBe(17.5);
  });

  it('has 23 or 25 hours when the clocks change', () => {
    expect(todayAt('2026-03-29T21:59:59.999Z', 'Europe/Berlin')).toBeCloseTo(23, 5);
    expect(todayAt('2026-10-25T22:59:59.999Z', 'Europe/Berlin')).toBeCloseTo(25, 5);
    expect(todayAt('2026-03-29T00:30:00Z', 'Europe/Berlin')).toBe(1.5);
  });

  it('begins a month with its first day, also where the clocks change within it', () => {
    process.env.TZ = 'Europe/Berlin';
    expect(startOfMonth(Date.parse('2026-03-31T12:00:00Z'))).toBe(Date.parse('2026-02-28T23:00:00Z'));
    expect(startOfMonth(Date.parse('2026-10-31T23:30:00Z'))).toBe(Date.parse('2026-10-31T23:00:00Z'));
  });
});

describe('beside a bill', () => {
  const part = (source: string, units: number) => ({
    day: '2026-03-01',
    source,
    type: 'gpu',
    description: '',
    units,
  });
  const day = { start: start / 1000, end: start / 1000 + 86_400 };

  it('only what was seen is compared', () => {
    const ledger = seen([0, base], [30, base]);
    const parts = [part('instance-1', 23 * dollar), part('instance-9', 5 * dollar)];
    expect(comparison(ledger, parts, day, start + 30 * hour)).toMatchObject({
      counted: { units: 24 * dollar },
      charged: 23 * dollar,
    });
    expect(comparison(ledger, parts, day, start + 12 * hour)?.counted.units).toBe(12 * dollar);
    expect(comparison(ledger, [part('instance-9', 1)], day, start)).toBeUndefined();
  });
});
