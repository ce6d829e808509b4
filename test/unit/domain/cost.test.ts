import { describe, expect, it } from 'vitest';
import { burnRate, formatPerHour, formatPerMonth, hourlyCost, offerCost } from '../../../src/domain/cost';

const priced = { search: { totalHour: 0.42 }, instance: { totalHour: 0.006 } };

describe('hourlyCost', () => {
  it('takes compute and disk while running, the disk alone while stopped', () => {
    expect(hourlyCost({ ...priced, actual_status: 'running' })).toEqual({
      running: 0.42,
      stopped: 0.006,
      now: 0.42,
    });
    const stopped = { ...priced, actual_status: 'exited', cur_state: 'stopped', intended_status: 'stopped' };
    expect(hourlyCost(stopped).now).toBe(0.006);
  });

  it('bills only the disk while the image is loading', () => {
    expect(hourlyCost({ ...priced, actual_status: 'loading' }).now).toBe(0.006);
  });

  it('falls back on the totals, and says nothing where the service says nothing', () => {
    expect(hourlyCost({ dph_total: 0.3, storage_total_cost: 0.01, actual_status: 'running' })).toEqual({
      running: 0.3,
      stopped: 0.01,
      now: 0.3,
    });
    expect(hourlyCost({ actual_status: 'running' })).toEqual({});
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
    ).toBeCloseTo(0.426);
    expect(burnRate([])).toBe(0);
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
