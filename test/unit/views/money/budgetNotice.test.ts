import { beforeEach, expect, it, vi } from 'vitest';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { emptyLedger, type Ledger, withLook } from '../../../../src/domain/money/ledger/ledger';
import { lookAtInstances } from '../../../../src/domain/money/ledger/rows';
import { silent } from '../../../../src/log/log';
import { type BudgetStores, tellBudget } from '../../../../src/views/money/budgetNotice';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const hour = 3_600_000;
const now = new Date(2026, 10, 22, 10).getTime();
const running: SharedInstance = {
  id: 7,
  label: 'train',
  actual_status: 'running',
  intended_status: 'running',
  cur_state: 'running',
  dph_total: 1,
  storage_total_cost: 0,
  start_date: (now - 2 * hour) / 1000,
};

function tell(
  budget: { perDay?: number; perInstance?: number },
  rows = [running],
  known: number[] = [],
  times: number[] = [],
) {
  let ledger: Ledger = emptyLedger;
  // Seen each minute for the last two hours.
  for (let at = now - 2 * hour; at <= now; at += 60_000)
    ledger = withLook(ledger, lookAtInstances(at, rows), at);
  const scheduled: unknown[] = [];
  const stores = {
    accounts: { active: { id: 'a' } },
    instances: {
      state: {
        accountId: 'a',
        fetchedAt: now,
        expected: [],
        instances: new Map(rows.map((one) => [one.id, one])),
      },
    },
    volumes: { state: { accountId: 'a', volumes: [], fetchedAt: now } },
    spending: { ledgerOf: () => ledger },
    bills: { of: () => ({ bill: undefined, isLoading: false }) },
    scheduledStops: {
      known: () => new Map(known.map((id) => [id, {}])),
      schedule: (...stop: unknown[]) => Promise.resolve(void scheduled.push(stop)),
    },
    clock: { now: () => times.shift() ?? now },
    log: silent,
  } as unknown as BudgetStores;
  return tellBudget(stores, budget).then(() => scheduled);
}

it('says when what runs reaches a budget that was just set, and stops it then if the person wants that', async () => {
  screen.press = 'Stop at 1:00 PM';
  const [stop] = await tell({ perInstance: 5 });
  const [shown] = screen.shown;
  expect(shown?.message).toMatch(
    /^train \(7\): a budget stops nothing that already runs\. The budget of \$5\.00 per instance is reached at 1:0. PM/,
  );
  expect(stop).toMatchObject(['a', 7, { action: 'stop', when: { kind: 'at' } }, { onlyIfNone: true }]);
});

it('schedules nothing in the past when its notice stood there for long, and tells again', async () => {
  screen.presses = ['Stop at 1:00 PM'];
  expect(await tell({ perInstance: 5 }, [running], [], [now, now, now + 4 * hour])).toEqual([]);
  expect(screen.shown.map(({ buttons }) => buttons[0])).toEqual(['Stop at 1:00 PM', 'Stop at 1:00 PM']);
});

it('offers no stop of what has one, and warns where the budget is reached', async () => {
  await tell({ perInstance: 5 }, [running], [7]);
  await tell({ perInstance: 1 });
  expect(screen.shown.map(({ kind, buttons }) => [kind, buttons])).toEqual([
    ['info', ['Schedule Stop…']],
    ['warning', ['Schedule Stop…']],
  ]);
  expect(screen.shown[1]?.message).toContain('is already reached: this one has cost $2.00.');
});

it('says nothing where nothing runs, no limit is set, or it isn’t reached', async () => {
  await tell({ perInstance: 5 }, [
    { ...running, actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
  ]);
  await tell({ perDay: 0, perInstance: 0 });
  await tell({ perInstance: 5000 });
  expect(screen.shown).toEqual([]);
});
