import { describe, expect, it } from 'vitest';
import { burnRate, rateFrom, sumOfRates } from '../../../../src/domain/money/rate';
import { emptyLedger } from '../../../../src/domain/money/ledger/ledger';
import { costOfVolumes, totalRate } from '../../../../src/domain/volumes/volumeCost';
import { type FigureStores, figuresOf } from '../../../../src/stores/money/spendingFigures';

const now = Date.UTC(2026, 10, 22, 12);
const hour = 3_600_000;

interface Given {
  accountId?: string;
  rows?: { id: number; actual_status: string; dph_total?: number }[];
  volumes?: { id: number; storage_total_cost?: number }[];
  fetchedAt?: number;
  volumesAt?: number;
  expected?: { phase: string; running?: number }[];
  error?: Error;
  volumesError?: Error;
}

function forecast(given: Given) {
  const { accountId = 'a', rows = [], volumes = [], expected = [], fetchedAt, volumesAt = fetchedAt } = given;
  const { error, volumesError } = given;
  const stores = {
    instances: {
      state: { accountId, instances: new Map(rows.map((one) => [one.id, one])), expected, fetchedAt, error },
    },
    volumes: { state: { accountId, volumes, fetchedAt: volumesAt, error: volumesError } },
    spending: { ledgerOf: () => emptyLedger },
    bills: { of: () => ({ isLoading: false }) },
    credit: { credit: { at: now, credit: 10 } },
    rate: () =>
      totalRate(
        sumOfRates([burnRate(rows), ...expected.map(({ running }) => rateFrom(running))]),
        volumesAt === undefined ? undefined : costOfVolumes(volumes),
      ),
    clock: { now: () => now },
  } as unknown as FigureStores;
  return figuresOf(stores, 'a', 'last7Days').forecast;
}

const running = { id: 1, actual_status: 'running', dph_total: 0.5 };

describe('the forecast of the credit', () => {
  it('says that nothing is billed only after the lists have said so', () => {
    expect(forecast({ fetchedAt: now }).kind).toBe('nothingBilled');
    expect(forecast({}).kind).toBe('notListed');
    expect(forecast({ volumesAt: now }).kind).toBe('notListed');
    expect(forecast({ accountId: 'b', fetchedAt: now, rows: [running] }).kind).toBe('notListed');
  });

  it('says no such thing where a list that was empty before has failed since', () => {
    const error = new Error('offline');
    expect(forecast({ fetchedAt: now, error }).kind).toBe('notListed');
    expect(forecast({ fetchedAt: now, volumesError: error }).kind).toBe('notListed');
  });

  it('counts what was rented a moment ago and is not listed yet', () => {
    const expected = [{ phase: 'created', running: 0.5 }];
    expect(forecast({ fetchedAt: now, expected })).toMatchObject({ kind: 'ends', hours: 20 });
    expect(forecast({ fetchedAt: now, expected: [{ phase: 'created' }] }).kind).toBe('rateUnknown');
    expect(forecast({ fetchedAt: now, expected: [{ phase: 'unclear' }] }).kind).toBe('notListed');
  });

  it('promises nothing where a price is missing', () => {
    expect(forecast({ fetchedAt: now, rows: [running] })).toMatchObject({
      kind: 'ends',
      hours: 20,
      at: now + 20 * hour,
    });
    const unpriced = { id: 2, actual_status: 'running' };
    expect(forecast({ fetchedAt: now, rows: [unpriced] }).kind).toBe('rateUnknown');
    expect(forecast({ fetchedAt: now, rows: [running, unpriced] }).kind).toBe('rateUnknown');
    expect(forecast({ fetchedAt: now, rows: [running], volumes: [{ id: 3 }] }).kind).toBe('rateUnknown');
  });

  it('ends at a time that a calendar has', () => {
    expect(forecast({ fetchedAt: now, rows: [{ ...running, dph_total: 1e-12 }] })).toMatchObject({
      at: 8.64e15,
    });
  });
});
