import { describe, expect, it } from 'vitest';
import fc from '../../support/fastCheck';
import {
  costLess,
  exactRate,
  formatPerHour,
  formatPerMonth,
  formatRate,
  aboutSum,
  atLeastSum,
  formatSum,
  isDearer,
  offerCost,
  sumOfCosts,
} from '../../../../src/domain/money/cost';
import { burnRate, hourlyCost, rateFrom } from '../../../../src/domain/money/rate';

const priced = { search: { totalHour: 0.42 }, instance: { totalHour: 0.006 } };

describe('hourlyCost', () => {
  it('takes compute and disk while running, the disk alone while stopped', () => {
    expect(hourlyCost({ ...priced, actual_status: 'running' })).toEqual({
      running: 0.42,
      stopped: 0.006,
      now: rateFrom(0.42),
    });
    const stopped = { ...priced, actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' };
    expect(hourlyCost(stopped).now).toEqual(rateFrom(0.006));
  });

  it('bills only the disk while the image is loading', () => {
    expect(hourlyCost({ ...priced, actual_status: 'loading' }).now).toEqual(rateFrom(0.006));
  });

  it('falls back on the totals, and says nothing where the service says nothing', () => {
    expect(hourlyCost({ dph_total: 0.3, storage_total_cost: 0.01, actual_status: 'running' })).toEqual({
      running: 0.3,
      stopped: 0.01,
      now: rateFrom(0.3),
    });
    expect(hourlyCost({ actual_status: 'running' })).toEqual({ now: rateFrom(undefined) });
  });
});

describe('offerCost', () => {
  const offer = { dph_base: 0.3, dph_total: 0.31, storage_cost: 0.36 };

  it('adds the disk asked for to the price of the GPU', () => {
    const { running, stopped } = offerCost(offer, 100);
    expect(stopped).toBeCloseTo(0.05);
    expect(running).toBeCloseTo(0.35);
  });

  it('puts a bid in the place of the GPU’s price', () => {
    expect(offerCost(offer, 100, 0.1).running).toBeCloseTo(0.15);
  });

  it('adds to a bid what the service takes for the disk where its price is unknown', () => {
    const { dph_base, dph_total } = offer;
    expect(offerCost({ dph_base, dph_total }, 100, 0.1).running).toBeCloseTo(0.11);
    expect(offerCost({ instance: { totalHour: 0.02 } }, 100, 0.1).running).toBeCloseTo(0.12);
    expect(offerCost({ dph_base }, 100, 0.1)).toEqual({});
  });

  it('takes the service’s totals where the parts are unknown', () => {
    expect(offerCost({ dph_total: 0.31 }, 100)).toEqual({ running: 0.31 });
    expect(offerCost({ search: { totalHour: 0.2 }, instance: { totalHour: 0.01 } })).toEqual({
      running: 0.2,
      stopped: 0.01,
    });
  });
});

describe('burnRate', () => {
  it('sums what is billed now', () => {
    expect(
      burnRate([
        { ...priced, actual_status: 'running' },
        { ...priced, actual_status: 'loading' },
      ]),
    ).toEqual({ dollars: expect.closeTo(0.426, 6) as number, isLeast: false, isMost: false });
    expect(burnRate([])).toEqual(rateFrom(0));
  });

  it('is not certain while a price is unknown, or while it isn’t known whether something runs', () => {
    const running = { ...priced, actual_status: 'running' };
    const unpriced = burnRate([running, { actual_status: 'running' }]);
    expect(unpriced).toMatchObject({ isLeast: true, isMost: false });
    expect([exactRate(unpriced), formatRate(unpriced)]).toEqual(['unknown', 'at least $0.42/h']);
    const lost = { ...priced, actual_status: 'offline', intended_status: 'running', cur_state: 'running' };
    expect(formatRate(burnRate([lost]))).toBe('up to $0.42/h');
    expect(formatRate(burnRate([{ ...lost, intended_status: 'stopped' }]))).toBe('$0.006/h');
    expect(formatRate(burnRate([lost, { actual_status: 'running' }]))).toBe('about $0.42/h');
    expect(formatRate(burnRate([{ actual_status: 'running', dph_total: -1 }]))).toBe('$?/h');
  });
});

describe('prices in words', () => {
  it.each([
    [0.314, '$0.31/h'],
    [12.5, '$12.50/h'],
    [0.0061, '$0.006/h'],
    [0.0001, '<$0.001/h'],
    [0, '$0.00/h'],
    [undefined, '$?/h'],
    [Number.NaN, '$?/h'],
  ])('%s reads %s', (dollars, text) => {
    expect(formatPerHour(dollars)).toBe(text);
  });

  it('a month has 720 hours', () => {
    expect(formatPerMonth(0.5)).toBe('$360/month');
  });
});

describe('isDearer', () => {
  const anyCost = fc.record(
    { running: fc.double({ min: 0.001, max: 100 }), stopped: fc.double({ min: 0.001, max: 10 }) },
    { requiredKeys: [] },
  );

  it('compares both prices, beyond rounding', () => {
    const agreed = { running: 0.31, stopped: 0.014 };
    expect(isDearer(agreed, agreed)).toBe(false);
    expect(isDearer(agreed, { running: 0.3104, stopped: 0.014 })).toBe(false);
    expect(isDearer(agreed, { running: 0.32, stopped: 0.001 })).toBe(true);
    expect(isDearer(agreed, { running: 0.1, stopped: 0.015 })).toBe(true);
    expect(isDearer({ stopped: 0.0004 }, { stopped: 0.0006 })).toBe(true);
    expect(isDearer({ running: 0 }, { running: 0.0001 })).toBe(true);
  });

  it('takes what is told at one time only as more', () => {
    fc.assert(
      fc.property(anyCost, anyCost, (agreed, now) => {
        const states = ['running', 'stopped'] as const;
        const isOneSided = states.some(
          (state) => (agreed[state] === undefined) !== (now[state] === undefined),
        );
        if (isOneSided) expect(isDearer(agreed, now)).toBe(true);
        expect(isDearer(agreed, agreed)).toBe(false);
      }),
    );
  });
});

describe('the cost of several', () => {
  it('is not told as soon as one of them does not tell it', () => {
    expect(sumOfCosts([{ running: 1, stopped: 2 }, { running: 3 }])).toEqual({ running: 4 });
    expect(sumOfCosts([])).toEqual({ running: 0, stopped: 0 });
    expect(costLess({ running: 4 }, { running: 1, stopped: 1 })).toEqual({ running: 3 });
  });
});

it('says of an estimate below a cent no more than is known', () => {
  expect([0, 0.004, 2.064].map(aboutSum)).toEqual(['about $0.00', '<$0.01', 'about $2.06']);
  expect([0.004, 2.064].map(atLeastSum)).toEqual(['at least $0.00', 'at least $2.06']);
});

it('says what was spent in cents, and never that a little was nothing', () => {
  expect([0, 0.004, 0.01, 2.064, 1234.5].map(formatSum)).toEqual([
    '$0.00',
    '<$0.01',
    '$0.01',
    '$2.06',
    '$1,234.50',
  ]);
});
