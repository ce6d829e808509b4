import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { billFrom } from '../../../../src/domain/money/ledger/bill';
import { emptyLedger, type Ledger, withLook } from '../../../../src/domain/money/ledger/ledger';
import { reportOf } from '../../../../src/domain/money/ledger/report';
import { lookAtInstances, lookAtVolumes } from '../../../../src/domain/money/ledger/rows';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import type { BillState } from '../../../../src/stores/money/billStore';
import { hostMessage } from '../../../../src/webviews/spending/protocol';
import { pageOf } from '../../../../src/webviews/spending/view';
import { hostileTexts } from '../../../hostileTexts';

const now = Date.UTC(2026, 10, 22, 12);
const hour = 3_600_000;

const running = (id: number, label?: string): SharedInstance => ({
  id,
  ...(label === undefined ? {} : { label }),
  gpu_name: 'RTX 4090',
  actual_status: 'running',
  search: { totalHour: 1 },
  instance: { totalHour: 0.1 },
  start_date: now / 1000 - 86_400,
  running_since: now / 1000 - 86_400,
});

function see(ledger: Ledger, at: number, ...rows: SharedInstance[]): Ledger {
  return withLook(ledger, lookAtInstances(at, rows), at);
}

function page(ledger: Ledger, bill: BillState = { isLoading: false }) {
  const report = reportOf(ledger, bill.bill, 'last7Days', now);
  return pageOf({ ledger, report, period: 'last7Days', forecast: { kind: 'nothingBilled' }, bill });
}

describe('what the spending panel is sent', () => {
  it('names each thing as the person knows it, in every state, and fits its schema', () => {
    let ledger = see(emptyLedger, now - 2 * hour, running(1, 'training'), running(2), running(3, 'old'));
    ledger = see(ledger, now - hour, running(1, 'training'), running(2));
    ledger = withLook(ledger, { at: now - 1, key: 'instance-2', state: 'disk' }, now);
    const volumes = [
      { id: 8, name: 'data', storage_total_cost: 0.01, start_date: now / 1000 - 86_400, instances: [] },
      { id: 9, storage_total_cost: 0.01, start_date: now / 1000 - 86_400, instances: [] },
    ];
    ledger = withLook(ledger, lookAtVolumes(now, volumes), now);
    ledger = { ...ledger, rebuilt: now - 5 * hour, days: { '2026-11-20': [1e8, 1e8, 1e8] } };
    const charges = [{ source: 'instance-77', start: Date.UTC(2026, 10, 20) / 1000, amount: 2 }];
    const bill = billFrom(now, { start: 0, end: 2e9 }, charges, 0);
    const sent = page(ledger, { bill, isLoading: false });
    expect(sent.rows.map(({ name, kind, state }) => [name, kind, state]).sort()).toEqual([
      ['Ended long ago', 'other', 'old'],
      ['Instance 77', 'instance', 'billed'],
      ['RTX 4090 (2)', 'instance', 'stopped'],
      ['Volume 9', 'volume', 'volume'],
      ['data (volume 8)', 'volume', 'volume'],
      ['old (3)', 'instance', 'ended'],
      ['training (1)', 'instance', 'running'],
    ]);
    expect(sent).toMatchObject({ rebuilt: now - 5 * hour, bill: { state: 'used', unreadable: 0 } });
    const view = { turn: 0, account: 'a', busy: false, page: sent };
    expect(hostMessage.safeParse({ kind: 'view', view }).data?.view).toEqual(view);
  });

  it('has plain names, whatever the service calls them', () => {
    // Names that every object has are no names of ours.
    for (const text of [...hostileTexts, 'constructor', '__proto__']) {
      const ledger = see(emptyLedger, now - hour, running(1, text));
      const charges = [{ source: text, start: now / 1000 - 86_400, amount: 1 }];
      const bill = billFrom(now, { start: 0, end: 2e9 }, charges, 0);
      // Charges that name nothing of what was counted are not used, so these stand alone.
      const rows = [ledger, emptyLedger].map((one) => page(one, { bill, isLoading: false }).rows);
      expect(rows.map(({ length }) => length)).toEqual([1, 1]);
      for (const { name } of rows.flat())
        expect(name).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\$\(/u);
    }
  });

  it('says what became of the charges', () => {
    const ledger = see(see(emptyLedger, now - 30 * hour, running(1)), now, running(1));
    const state = (bill: BillState) => page(ledger, bill).bill;
    const yesterday = Date.UTC(2026, 10, 21) / 1000;
    const of = (source: string, missing = 0) =>
      billFrom(now, { start: 0, end: 2e9 }, [{ source, start: yesterday, amount: 1 }], missing);
    expect(state({ isLoading: false })).toBeUndefined();
    expect(state({ isLoading: true })).toEqual({ state: 'loading', unreadable: 0 });
    // What was loaded before is shown until then.
    expect(state({ isLoading: true, bill: of('instance-1') })?.state).toBe('used');
    expect(state({ isLoading: false, bill: of('instance-1', 3) })?.state).toBe('incomplete');
    expect(state({ isLoading: false, bill: of('contract 5') })?.state).toBe('foreign');
    const error = new ApiError('not_found', 'Not found.', { status: 404 });
    expect(state({ isLoading: false, error })).toMatchObject({ state: 'failed', message: 'Not found.' });
    // What was loaded before is in the sums, which may not be called counted then.
    expect(state({ isLoading: false, error, bill: of('instance-1') })).toMatchObject({
      state: 'outdated',
      message: 'Not found.',
    });
    expect(state({ isLoading: false, error, bill: of('contract 5') })?.state).toBe('failed');
  });
});
