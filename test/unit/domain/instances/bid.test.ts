import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import {
  bidAbove,
  bidOf,
  bidProblem,
  formatBid,
  proposedBid,
  roundUpBid,
  runningCostAt,
} from '../../../../src/domain/instances/bid';
import { checkLaunchRequest } from '../../../../src/domain/launch/launchRequest';

/** Lowest bids as services give them, with any number of digits. */
const lowestBids = fc.oneof(
  fc.double({ min: 0.0001, max: 50, noNaN: true }),
  fc.integer({ min: 1, max: 500_000 }).map((tenThousandths) => tenThousandths / 10_000),
  fc.integer({ min: 1, max: 50_000 }).map((thousandths) => thousandths / 1000),
);
/** A bid as a person reads it and types it again. */
const asTyped = (shown: string): number => Number(shown.replace('$', '').replace('/h', ''));

describe('a bid', () => {
  it('is rounded up to what is shown, by less than a thousandth', () => {
    fc.assert(
      fc.property(lowestBids, (lowest) => {
        const rounded = roundUpBid(lowest);
        expect(rounded).toBeGreaterThanOrEqual(lowest);
        expect(rounded).toBeLessThan(lowest + 0.001 + 1e-12);
        expect(asTyped(formatBid(rounded))).toBe(rounded);
        expect(roundUpBid(rounded)).toBe(rounded);
      }),
    );
  });

  it.each([
    [0.0512, '$0.052/h'],
    [0.057, '$0.057/h'],
    [0.3, '$0.30/h'],
    [1.1, '$1.10/h'],
    [12, '$12.00/h'],
  ])('of %d or the next that is shown is written %s', (dollars, shown) => {
    expect(formatBid(roundUpBid(dollars))).toBe(shown);
  });

  it('is shown with all its digits when it has more, and as unknown when it is unknown', () => {
    expect([formatBid(0.0512), formatBid(undefined)]).toEqual(['$0.0512/h', '$?/h']);
  });

  it('that is shown as the lowest one is taken when an offer is rented', () => {
    fc.assert(
      // Half of it is still a bid.
      fc.property(
        lowestBids.filter((lowest) => lowest >= 0.002),
        (lowest) => {
          const rent = (price: number) =>
            checkLaunchRequest({ image: 'debian:12', price }, { isBid: true, lowestBid: lowest }).problems;
          expect(rent(asTyped(formatBid(roundUpBid(lowest))))).toEqual([]);
          const [problem] = rent(lowest / 2);
          const named = /\$[\d.]+\/h/.exec(problem?.message ?? '')?.[0] ?? '';
          expect(rent(asTyped(named))).toEqual([]);
        },
      ),
    );
  });

  it('that a refusal names is taken in its place', () => {
    fc.assert(
      fc.property(lowestBids, fc.double({ min: 0, max: 1, noNaN: true }), (lowest, share) => {
        const problem = (price: number) => bidProblem(price, { bid: undefined, lowest });
        expect(problem(lowest)).toBeDefined();
        expect(problem(lowest * share)).toBeDefined();
        expect(problem(bidAbove(lowest))).toBeUndefined();
        expect(bidAbove(lowest)).toBeLessThanOrEqual(lowest + 0.001 + 1e-12);
      }),
    );
    expect(bidProblem(0.05, { bid: 0.04, lowest: 0.0512 })).toMatch(/\$0\.052\/h\.$/);
  });

  it('that stands already is no change', () => {
    expect(bidProblem(0.06, { bid: 0.06, lowest: 0.05 })).toBe('You already bid $0.06/h.');
    expect(bidProblem(0.06, { bid: 0.06, lowest: undefined })).toBeDefined();
  });

  it.each([0, -1, Number.NaN, Infinity])('of %d is none', (price) => {
    expect(bidProblem(price, { bid: undefined, lowest: undefined })).toBeDefined();
  });

  it('of an instance is its price without the disk', () => {
    expect(bidOf({ is_bid: true, dph_base: 0.05, dph_total: 0.07 })).toBe(0.05);
    expect(bidOf({ is_bid: true, dph_total: 0.07, storage_total_cost: 0.02 })).toBe(0.05);
    expect(bidOf({ is_bid: true, dph_total: 0.07 })).toBeUndefined();
    expect(bidOf({ is_bid: false, dph_base: 0.05 })).toBeUndefined();
  });

  it('that is proposed is the present one, or the least above the lowest one', () => {
    expect(proposedBid({ bid: 0.08, lowest: 0.0512 })).toBe(0.08);
    expect(proposedBid({ bid: 0.05, lowest: 0.0512 })).toBe(0.052);
    expect(proposedBid({ bid: undefined, lowest: 0.05 })).toBe(0.051);
    expect(proposedBid({ bid: 0.05, lowest: undefined })).toBe(0.05);
    expect(proposedBid({ bid: undefined, lowest: undefined })).toBeUndefined();
  });

  it('of another price changes the running cost by the difference, and nothing else in it', () => {
    const instance = { is_bid: true, dph_base: 0.05, dph_total: 0.09, storage_total_cost: 0.01 };
    expect(runningCostAt(0.06, instance)).toBeCloseTo(0.1, 9);
    expect(runningCostAt(0.06, { ...instance, search: { totalHour: 0.2 } })).toBeCloseTo(0.21, 9);
    expect(runningCostAt(0.06, { is_bid: true, storage_total_cost: 0.01 })).toBeCloseTo(0.07, 9);
    expect(runningCostAt(0.06, { is_bid: true })).toBeUndefined();
  });
});
