import { expect, it, vi } from 'vitest';
import { rateFrom } from '../../../../src/domain/money/rate';
import type { AccountCost, AllCosts } from '../../../../src/views/money/allCosts';
import { BilledBadge } from '../../../../src/views/money/statusBar';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

it('counts what is billed in all accounts, and is gone with the last of it', () => {
  const none: AccountCost = {
    name: 'me',
    active: true,
    rate: rateFrom(0),
    running: 0,
    unclear: 0,
    instances: 0,
    failed: false,
  };
  let all: AccountCost[] = [none];
  let change: () => void = () => undefined;
  const costs = {
    get all() {
      return new Map(all.map((cost, index) => [String(index), cost]));
    },
    onDidChange: (listener: () => void) => {
      change = listener;
      return [];
    },
  };
  const view: { badge: { value: number; tooltip: string } | undefined } = { badge: undefined };
  new BilledBadge(view, costs as unknown as AllCosts);
  expect(view.badge).toBeUndefined();
  all = [
    { ...none, instances: 2 },
    { ...none, volumes: { count: 1, unpriced: 1 } },
  ];
  change();
  expect(view.badge).toEqual({ value: 3, tooltip: '3 instances and volumes are billed' });
  all = [{ ...none, instances: 1 }];
  change();
  expect(view.badge?.tooltip).toBe('1 instance or volume is billed');
  all = [none];
  change();
  expect(view.badge).toBeUndefined();
});
