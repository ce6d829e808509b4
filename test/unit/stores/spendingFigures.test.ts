import { describe, expect, it } from 'vitest';
import { emptyLedger } from '../../../src/domain/ledger/ledger';
import { type FigureStores, figuresOf } from '../../../src/stores/spendingFigures';

const now = Date.UTC(2026, 10, 22, 12);
const hour = 3_600_000;

interface Given {
  accountId?: string;
  rows?: { id: number; actual_status: string; dph_total?: number }[];
  volumes?: { id: number; storage_total_cost?: number }[];
  fetchedAt?: number;
  volumesAt?: number;
  rate?: number;
  expected?: { phase: string; running?: number }[];
}

function forecast({ rate, ...given }: Given) {
  const { accountId = 'a', rows = [], volumes = [], expected = [], fetchedAt, volumesAt = fetchedAt } = given;
  const stores = {
    accounts: { active: { id: 'a' } },
    instances: {
      state: { accountId, instances: new Map(rows.map((one) => [one.id, one])), expected, fetchedAt },
    },
    volumes: { state: { accountId, volumes, fetchedAt: volumesAt } },
    spending: { ledgerOf: () => emptyLedger },
    bills: { of: () => ({ isLoading: false }) },
    credit: { credit: { at: now, credit: 10 } },
    rate: () => rate,
    clock: { now: () => now },
  } as unknown as FigureStores;
  return figuresOf(stores, 'a', 'last7Days').forecast;
}

const running = { id: 1, actual_status: 'running', dph_total: 0.5 };

describe('the forecast of the credit', () => {
  it('says that nothing is billed only after the lists have said so', () => {
    expect(forecast({ fetchedAt: now, rate: 0 }).kind).toBe('nothingBilled');
    expect(forecast({}).kind).toBe('notListed');
    expect(forecast({ volumesAt: now, rate: 0 }).kind).toBe('notListed');
    expect(forecast({ accountId: 'b', fetchedAt: now, rows: [running], rate: 0.5 }).kind).toBe('notListed');
  });

  it('counts what was rented a moment ago and is not listed yet', () => {
    const expected = [{ phase: 'created', running: 0.5 }];
    expect(forecast({ fetchedAt: now, expected, rate: 0.5 })).toMatchObject({ kind: 'ends', hours: 20 });
    expect(forecast({ fetchedAt: now, expected: [{ phase: 'created' }], rate: 0 }).kind).toBe('rateUnknown');
    expect(forecast({ fetchedAt: now, expected: [{ phase: 'unclear' }], rate: 0 }).kind).toBe('notListed');
  });

  it('promises nothing where a price is missing', () => {
    expect(forecast({ fetchedAt: now, rows: [running], rate: 0.5 })).toMatchObject({
      kind: 'ends',
      hours: 20,
      at: now + 20 * hour,
    });
    const unpriced = { id: 2, actual_status: 'running' };
    expect(forecast({ fetchedAt: now, rows: [unpriced], rate: 0 }).kind).toBe('rateUnknown');
    expect(forecast({ fetchedAt: now, rows: [running, unpriced], rate: 0.5 }).kind).toBe('rateUnknown');
    expect(forecast({ fetchedAt: now, rows: [running], volumes: [{ id: 3 }], rate: 0.5 }).kind).toBe(
      'rateUnknown',
    );
  });

  it('ends at a time that a calendar has', () => {
    expect(forecast({ fetchedAt: now, rows: [running], rate: 1e-12 })).toMatchObject({ at: 8.64e15 });
  });
});
