import { afterEach, describe, expect, it } from 'vitest';
import {
  type Budget,
  passedLimits,
  type SpendingPlan,
  stopBefore,
} from '../../../../src/domain/money/budget';
import { nothingSpent, type Spent } from '../../../../src/domain/money/ledger/spending';
import fc from '../../support/fastCheck';

const minute = 60_000;
const hour = 60 * minute;
const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const dollars = (sum: number, isLeast = false): Spent => {
  const units = Math.round(sum * 1e8);
  return { units, least: units, most: units, isLeast };
};
const noon = new Date(2026, 10, 22, 12).getTime();
const plan = (more: Partial<SpendingPlan> = {}): SpendingPlan => ({
  now: noon,
  today: dollars(4),
  rate: 1,
  isLeast: false,
  instances: [{ spent: nothingSpent, rate: 1 }],
  ...more,
});

describe('a limit for a day', () => {
  const passed = (perDay: number, more: Partial<SpendingPlan> = {}) => passedLimits({ perDay }, plan(more));

  it('is not mentioned while today and tomorrow stay below it', () => {
    expect(passed(24)).toEqual([]);
    expect(passedLimits({}, plan())).toEqual([]);
    expect(passed(0)).toEqual([]);
  });

  it('tells when it is reached today, and what the day costs at this rate', () => {
    expect(passed(10)).toEqual([
      { of: 'today', limit: 10, spent: 4, at: noon + 6 * hour, spentThen: 16, isLeast: false },
    ]);
  });

  it('tells that it is reached already', () => {
    expect(passed(3)).toMatchObject([{ of: 'today', at: noon, spent: 4 }]);
    // Although nothing more is billed.
    expect(passed(4, { rate: 0 })).toMatchObject([{ of: 'today', at: noon }]);
  });

  it('tells that only tomorrow, which is longer than what is left of today, reaches it', () => {
    const [limit] = passed(18);
    expect(limit).toMatchObject({ of: 'tomorrow', spentThen: 24, spent: 0 });
    expect(new Date(limit?.at ?? 0)).toEqual(new Date(2026, 10, 23, 18));
  });

  it('is never taken as kept to where a price or a part of today is not known', () => {
    const unknown = [{ of: 'today', at: undefined, isLeast: true }];
    expect(passed(1000, { isLeast: true })).toMatchObject(unknown);
    expect(passed(1000, { today: dollars(4, true) })).toMatchObject(unknown);
    expect(passed(10, { isLeast: true })).toMatchObject([{ at: noon + 6 * hour, isLeast: true }]);
  });

  it('is reached when a count by the minute reaches it, in every time zone, also where the clocks change', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Beirut');
    // Around the days on which the clocks change, and midnights.
    const days = fc.constantFrom('2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24');
    const times = fc.tuple(days, fc.nat({ max: 72 * 60 }));
    const cents = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(zones, times, cents, cents, cents, (name, [day, minutes], limit, rate, spent) => {
        process.env.TZ = name;
        const now = Date.parse(`${day}T00:00:00Z`) + minutes * minute;
        const [found] = passedLimits(
          { perDay: limit / 100 },
          plan({ now, today: dollars(spent / 100), rate: rate / 100 }),
        );
        const at = countedUntil(now, spent / 100, rate / 100, limit / 100);
        if (at === undefined) expect(found).toBeUndefined();
        else expect(Math.abs((found?.at ?? NaN) - at)).toBeLessThanOrEqual(minute);
      }),
      { numRuns: 300 },
    );
  });

  /** When the sum of a day reaches the limit, to the minute; undefined if not today or tomorrow. */
  function countedUntil(now: number, spent: number, rate: number, limit: number): number | undefined {
    const dayOf = (at: number): string => new Date(at).toDateString();
    let [sum, at, days] = [spent, now, 0];
    while (days < 2) {
      // Rounding: a sum of many minutes.
      if (sum >= limit - 1e-9) return at;
      at += minute;
      sum += rate / 60;
      if (dayOf(at) === dayOf(at - minute)) continue;
      // Whether it is reached at midnight, or just before, is up to rounding.
      fc.pre(Math.abs(sum - limit) > 1e-6);
      if (sum > limit) return at;
      [sum, days] = [0, days + 1];
    }
    return undefined;
  }
});

describe('a limit for an instance', () => {
  const passed = (perInstance: number, instances: SpendingPlan['instances'], more: Budget = {}) =>
    passedLimits({ perInstance, ...more }, plan({ instances }));

  it('counts what it has cost since it was rented', () => {
    expect(passed(20, [{ spent: dollars(18), rate: 0.5 }])).toMatchObject([
      { of: 'instance', limit: 20, spent: 18, at: noon + 4 * hour },
    ]);
    expect(passed(20, [{ spent: dollars(21), rate: 0.5 }])).toMatchObject([{ at: noon, spent: 21 }]);
  });

  it('is the first of several, and none that is further away than a month', () => {
    const several = [
      { spent: nothingSpent, rate: 1 },
      { spent: dollars(8), rate: 1 },
    ];
    expect(passed(10, several)).toMatchObject([{ at: noon + 2 * hour }]);
    expect(passed(721, several)).toMatchObject([{ at: noon + 713 * hour }]);
    expect(passed(729, several)).toEqual([]);
  });

  it('of an unknown price has no time', () => {
    expect(passed(20, [{ spent: nothingSpent, rate: undefined }])).toMatchObject([
      { at: undefined, isLeast: true },
    ]);
    const both = [
      { spent: nothingSpent, rate: undefined },
      { spent: nothingSpent, rate: 1 },
    ];
    expect(passed(20, both)).toMatchObject([{ at: noon + 20 * hour }]);
  });

  it('stands beside the one for the day', () => {
    const both = passed(2, [{ spent: nothingSpent, rate: 1 }], { perDay: 10 });
    expect(both.map(({ of }) => of)).toEqual(['today', 'instance']);
    expect(stopBefore(both, noon)).toBe(noon + 2 * hour);
  });
});

describe('a stop that keeps to the limits', () => {
  it('is the whole minute before the first one is reached, and never too soon for its warning', () => {
    const times = fc.array(fc.option(fc.nat(1e8), { nil: undefined }), { maxLength: 3 });
    fc.assert(
      fc.property(times, (all) => {
        const limits = all.map((after) => ({
          ...{ of: 'today' as const, limit: 1, spent: 0, spentThen: 2, isLeast: false },
          at: after === undefined ? undefined : noon + after,
        }));
        const at = stopBefore(limits, noon);
        const known = limits.flatMap((one) => one.at ?? []);
        if (at === undefined) {
          expect(known.every((one) => one - noon >= 11 * minute) && known.length > 0).toBe(false);
          return;
        }
        expect(at % minute).toBe(0);
        expect(at - noon).toBeGreaterThanOrEqual(10 * minute);
        expect(Math.min(...known) - at).toBeGreaterThanOrEqual(0);
        expect(Math.min(...known) - at).toBeLessThan(minute);
      }),
    );
  });

  it('is none where a limit is reached already', () => {
    expect(stopBefore(passedLimits({ perDay: 3, perInstance: 5 }, plan()), noon)).toBeUndefined();
  });
});
