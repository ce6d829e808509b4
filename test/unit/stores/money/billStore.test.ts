import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import type { Client } from '../../../../src/api/client';
import type { ChargesPage } from '../../../../src/api/schemas/account/charge';
import { type Clock, systemClock } from '../../../../src/clock';
import { silent } from '../../../../src/log/log';
import { BillStore } from '../../../../src/stores/money/billStore';
import { fakeVscode } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const day = 86_400_000;
const now = Date.UTC(2026, 10, 20, 12);
const here = { id: 'aa-1', baseUrl: 'https://example.com', userId: 1 };
const there = { id: 'bb-2', baseUrl: 'https://example.com', userId: 2 };

let signedIn: (typeof here)[];
let active: typeof here;
let asked: { since: number; answer: (page: ChargesPage) => void; fail: (error: unknown) => void }[];
let store: BillStore;
let changes: number;
const accountsChanged = new fakeVscode.EventEmitter<void>();

beforeEach(() => {
  signedIn = [here, there];
  active = here;
  asked = [];
  changes = 0;
  const list: Client['charges']['list'] = (filters) =>
    new Promise((answer, fail) => {
      asked.push({ since: (filters.day as { gte: number }).gte * 1000, answer, fail });
    });
  const clock: Clock = { ...systemClock, now: () => now };
  store = new BillStore({
    accounts: {
      get accounts() {
        return signedIn;
      },
      get active() {
        return active;
      },
      client: { charges: { list } } as unknown as Client,
      onDidChange: accountsChanged.event,
    },
    features: { use: (_, call) => call() },
    clock,
    log: silent,
  });
  store.onDidChange(() => (changes += 1));
});
afterEach(() => store.dispose());

const page = (amount: number): ChargesPage => ({
  charges: [{ source: 'instance-1', start: now / 1000 - 86_400, amount }],
});
const ever = { again: false };
/** The code that asks is loaded with the first request. */
const sent = (count: number) => expect.poll(() => asked.length).toBe(count);

describe('the bill of an account', () => {
  it('is asked for once, unless it is wanted again or of an earlier time', async () => {
    const first = store.load(now - 3 * day, ever);
    expect(store.of(here.id)).toEqual({ isLoading: true });
    void store.load(now - 2 * day, ever);
    await sent(1);
    asked[0]?.answer(page(1));
    await first;
    expect(store.of(here.id)).toMatchObject({ isLoading: false, bill: { charged: [{ units: 1e8 }] } });
    await store.load(now - 3 * day, ever);
    expect(asked).toHaveLength(1);
    void store.load(now - 9 * day, ever);
    void store.load(now - 1 * day, { again: true });
    await sent(3);
    // What is known of earlier days stays.
    expect(asked.map(({ since }) => (now - day / 2 - since) / day)).toEqual([3, 9, 3]);
    // The answer that is waited for is the last one's.
    asked[2]?.answer(page(3));
    asked[1]?.answer(page(2));
    await expect.poll(() => store.of(here.id).bill?.charged[0]?.units).toBe(3e8);
  });

  it('is asked for again where an earlier time is wanted while it loads', async () => {
    void store.load(now - 3 * day, ever);
    const second = store.load(now - 9 * day, ever);
    void store.load(now - 9 * day, ever);
    await sent(2);
    expect(asked.map(({ since }) => (now - day / 2 - since) / day)).toEqual([3, 9]);
    asked[1]?.answer(page(2));
    await second;
    expect(store.of(here.id)).toMatchObject({
      isLoading: false,
      bill: { span: { start: asked[1]!.since / 1000 } },
    });
  });

  it('stays when it cannot be loaded again, and is not asked for by itself after that', async () => {
    const first = store.load(now - 3 * day, ever);
    await sent(1);
    asked[0]?.answer(page(1));
    await first;
    const second = store.load(now - 3 * day, { again: true });
    await sent(2);
    asked[1]?.fail(new ApiError('not_found', 'x', { status: 404 }));
    await second;
    expect(store.of(here.id)).toMatchObject({ bill: { charged: [{ units: 1e8 }] }, error: { status: 404 } });
    await store.load(now - 9 * day, ever);
    expect(asked).toHaveLength(2);
  });

  it('belongs to its account, and is forgotten with it', async () => {
    const first = store.load(now, ever);
    active = there;
    await sent(1);
    asked[0]?.answer(page(1));
    await first;
    expect(store.of(there.id).bill).toBeUndefined();
    expect(store.of(here.id).bill).toBeDefined();
    signedIn = [there];
    accountsChanged.fire();
    expect(store.of(here.id)).toEqual({ isLoading: false });
  });

  it('is not kept when its account was signed out before the answer', async () => {
    const first = store.load(now, ever);
    signedIn = [];
    accountsChanged.fire();
    const seen = changes;
    await sent(1);
    asked[0]?.answer(page(1));
    await first;
    expect(store.of(here.id)).toEqual({ isLoading: false });
    expect(changes).toBe(seen);
  });
});
