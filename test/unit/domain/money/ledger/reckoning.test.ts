import fc from '../../../support/fastCheck';
import { afterEach, describe, expect, it } from 'vitest';
import type { Charge } from '../../../../../src/api/schemas/account/charge';
import { billFrom } from '../../../../../src/domain/money/ledger/bill';
import { daysIn } from '../../../../../src/domain/money/ledger/calendar';
import { emptyLedger, type Ledger, withLook } from '../../../../../src/domain/money/ledger/ledger';
import { older, Reckoning } from '../../../../../src/domain/money/ledger/reckoning';
import { lookAtInstances } from '../../../../../src/domain/money/ledger/rows';
import { isEstimate } from '../../../../../src/domain/money/ledger/spending';
import type { SharedInstance } from '../../../../../src/domain/instances/sharedInstance';

const hour = 3_600_000;
const dollar = 100_000_000;
const start = Date.UTC(2026, 2, 1);

/** 1 $/h. */
const running: SharedInstance = {
  id: 1,
  actual_status: 'running',
  search: { totalHour: 1 },
  instance: { totalHour: 0.1 },
  start_date: start / 1000,
  running_since: start / 1000,
};

/** Seen at these hours since the start. */
function seen(...lists: [hours: number, ...rows: SharedInstance[]][]): Ledger {
  return lists.reduce((ledger, [hours, ...rows]) => {
    const at = start + hours * hour;
    return withLook(ledger, lookAtInstances(at, rows), at);
  }, emptyLedger);
}

const charge = (dayOfMonth: number, source: string, amount: number, days = 1): Charge => ({
  source,
  start: Date.UTC(2026, 2, dayOfMonth) / 1000,
  end: Date.UTC(2026, 2, dayOfMonth + days) / 1000,
  amount,
});

const span = (from: number, to: number) => ({ from: start + from * hour, to: start + to * hour });

/** The bill as it is so many hours after the start. */
const billAt = (hours: number, ...charges: Charge[]) =>
  billFrom(start + hours * hour, { start: start / 1000, end: start / 1000 + 31 * 86_400 }, charges, 0);

const reckon = (ledger: Ledger, hours: number, ...charges: Charge[]) =>
  new Reckoning(ledger, billAt(hours, ...charges), start + hours * hour);

describe('a charge of the service', () => {
  const ledger = seen([0, running], [60, running]);

  it('counts for a day that is over, and what was counted for the others', () => {
    const reckoning = reckon(ledger, 60, charge(1, 'instance-1', 23.5), charge(3, 'instance-1', 2));
    expect(reckoning.of('instance-1', span(0, 60))).toEqual({
      units: 23.5 * dollar + 36 * dollar,
      least: 23.5 * dollar + 36 * dollar,
      most: 23.5 * dollar + 36 * dollar,
      isLeast: false,
      charged: 23.5 * dollar,
      unseen: 0,
      counted: 24 * dollar,
    });
  });

  it('does not count before its day has been over for an hour', () => {
    const charges = [charge(1, 'instance-1', 20)];
    const first = span(0, 24);
    expect(reckon(seen([0, running], [24.9, running]), 24.9, ...charges).inAll(first)).toMatchObject({
      units: 24 * dollar,
      charged: 0,
    });
    expect(reckon(seen([0, running], [25, running]), 25, ...charges).inAll(first).units).toBe(20 * dollar);
  });

  it('is certain where what was counted is not', () => {
    // Ten hours of which nobody knows.
    const gap = seen([0, running], [10, running], [20], [60]);
    expect(isEstimate(new Reckoning(gap, undefined, start + 60 * hour).inAll(span(0, 60)))).toBe(true);
    const reckoning = reckon(gap, 60, charge(1, 'instance-1', 12));
    expect(reckoning.inAll(span(0, 60))).toMatchObject({ units: 12 * dollar });
    expect(isEstimate(reckoning.inAll(span(0, 60)))).toBe(false);
    expect(reckoning.why('instance-1', span(0, 60))).toEqual([]);
  });

  it('of what was never seen here counts too, also that of today', () => {
    const charges = [charge(1, 'instance-1', 24), charge(1, 'instance-9', 3), charge(3, 'credit-5', 0.25)];
    const reckoning = reckon(ledger, 60, ...charges);
    expect(reckoning.sources).toEqual(['instance-1', 'instance-9', 'credit-5']);
    expect(reckoning.of('instance-9', span(0, 12))).toMatchObject({
      units: 1.5 * dollar,
      unseen: 1.5 * dollar,
    });
    // Twelve hours of today have passed.
    expect(reckoning.of('credit-5', span(48, 60)).units).toBe(0.25 * dollar);
    expect(reckoning.inAll(span(0, 60)).units).toBe(63.25 * dollar);
  });

  it('may be for several days, and names its source in words', () => {
    const words = { ...charge(1, '', 50, 2), source: undefined, description: 'Instance 1 Charges - 2 days' };
    const reckoning = reckon(ledger, 60, words);
    expect(reckoning.inAll(span(0, 60)).units).toBe(62 * dollar);
    expect(reckoning.inAll(span(0, 24)).units).toBe(25 * dollar);
  });
});

describe('a bill', () => {
  const ledger = seen([0, running], [60, running]);

  it('that lacks entries is not used', () => {
    const asked = { start: start / 1000, end: start / 1000 + 31 * 86_400 };
    const now = start + 60 * hour;
    const bill = billFrom(now, asked, [charge(1, 'instance-1', 1)], 2);
    const reckoning = new Reckoning(ledger, bill, now);
    expect(reckoning.refused).toBe('incomplete');
    expect(reckoning.inAll(span(0, 60))).toMatchObject({ units: 60 * dollar, charged: 0 });
  });

  it('with an entry that cannot be read counts but for the days that this one is about', () => {
    const { amount: _, ...unreadable } = charge(1, 'instance-1', 0);
    const bill = [charge(1, 'instance-1', 1), unreadable, charge(2, 'instance-1', 23)];
    expect(reckon(ledger, 60, ...bill).inAll(span(0, 60)).units).toBe(59 * dollar);
    const nobodys: Charge = { unreadable: true, source: 'instance-1', amount: 3 };
    expect(reckon(ledger, 60, charge(1, 'instance-1', 1), nobodys).inAll(span(0, 60)).units).toBe(
      37 * dollar,
    );
    expect(billAt(60, nobodys, unreadable).unreadable).toBe(2);
  });

  it('that names nothing of what was seen is not added to it', () => {
    const reckoning = reckon(ledger, 60, charge(1, 'contract 4711', 24));
    expect(reckoning.refused).toBe('foreign');
    expect(reckoning.inAll(span(0, 60)).units).toBe(60 * dollar);
    // Nothing was seen at that time, so that it says what would be missing.
    expect(
      reckon(
        seen([50, { ...running, start_date: start / 1000 + 50 * 3600 }]),
        50,
        charge(1, 'instance-4', 2),
      ).inAll(span(0, 60)).units,
    ).toBe(2 * dollar);
    expect(reckon(ledger, 60).refused).toBeUndefined();
  });

  it('counts instead of the sums of days long ago', () => {
    const old: Ledger = {
      ...ledger,
      days: { '2026-03-01': [5 * dollar, 5 * dollar, 5 * dollar], '2026-03-02': [dollar, 0, dollar] },
      folded: ['instance-4'],
    };
    expect(reckon(old, 60).inAll(span(0, 60)).units).toBe(66 * dollar);
    const reckoning = reckon(old, 60, charge(1, 'instance-4', 4));
    expect(reckoning.of('instance-4', span(0, 60)).units).toBe(4 * dollar);
    expect(reckoning.of(older, span(0, 60)).units).toBe(dollar);
  });
});

describe('sums', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  const looks = fc.array(
    fc.record({
      after: fc.double({ min: 0.01, max: 30, noNaN: true }),
      state: fc.constantFrom('running', 'exited', 'gone'),
      price: fc.constantFrom(0.3, 1 / 3, 2),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const charges = fc.array(
    fc.record({
      dayOfMonth: fc.integer({ min: 27, max: 31 }),
      source: fc.constantFrom('instance-1', 'instance-2', 'volume-8'),
      amount: fc.double({ min: -1, max: 40, noNaN: true }),
      days: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 6 },
  );

  it('of days that follow each other are the whole, charged or counted, in every time zone', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Apia');
    fc.assert(
      fc.property(looks, charges, zones, (list, billed, name) => {
        process.env.TZ = name;
        let at = 26 * 24;
        let ledger = emptyLedger;
        for (const { after, state, price } of list) {
          at += after;
          const intended = state === 'exited' ? 'stopped' : 'running';
          const one = {
            ...running,
            search: { totalHour: price },
            actual_status: state,
            intended_status: intended,
          };
          const now = Math.round(start + at * hour);
          ledger = withLook(ledger, lookAtInstances(now, state === 'gone' ? [] : [one]), now);
        }
        const bill = billed.map(({ dayOfMonth, source, amount, days }) =>
          charge(dayOfMonth, source, Number(amount.toFixed(4)), days),
        );
        const reckoning = reckon(ledger, at, ...bill);
        const whole = { from: new Date(2026, 2, 26).getTime(), to: new Date(2026, 3, 3).getTime() };
        const days = daysIn(whole);
        expect(days.map(({ day: own }) => own)).toEqual([
          ...[26, 27, 28, 29, 30, 31].map((one) => `2026-03-${one}`),
          '2026-04-01',
          '2026-04-02',
        ]);
        for (const field of ['units', 'charged', 'counted'] as const) {
          const sum = days.reduce((all, { span: own }) => all + reckoning.inAll(own)[field], 0);
          expect(sum, field).toBe(reckoning.inAll(whole)[field]);
        }
      }),
    );
  });
});

describe('a record that began anew', () => {
  const ledger = { ...seen([24, running], [60, running]), rebuilt: start + 30 * hour };
  const inAll = (bill: ReturnType<typeof billAt> | undefined, from: number) =>
    new Reckoning(ledger, bill, start + 60 * hour).inAll(span(from, 60));

  it('is a minimum for the time before, and none for the time after', () => {
    expect(inAll(undefined, 0).isLeast).toBe(true);
    expect(inAll(undefined, 29).isLeast).toBe(true);
    expect(inAll(undefined, 31).isLeast).toBe(false);
  });

  it('is made up for by a bill of those days', () => {
    expect(inAll(billAt(60, charge(1, 'instance-1', 1)), 0).isLeast).toBe(false);
    expect(inAll(billAt(47, charge(1, 'instance-1', 1)), 0).isLeast).toBe(true);
    expect(inAll(billAt(60, charge(1, 'instance-9', 1)), 0).isLeast).toBe(true);
  });
});

describe('an instance without a price', () => {
  it('is never counted as nothing', () => {
    const { search: _, ...unpriced } = running;
    const reckoning = new Reckoning(seen([24, unpriced]), undefined, start + 24 * hour);
    expect(reckoning.of('instance-1', span(0, 24)).isLeast).toBe(true);
  });
});
