import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account } from '../../../../src/stores/account/accountFiles';
import { LazyWatches } from '../../../../src/stores/watches/lazyWatches';
import { cheap, eventually, WatchedMarket } from '../support/watchingWindows';

let folder: string;
let market: WatchedMarket;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  market = new WatchedMarket(folder);
});
afterEach(async () => {
  market.closeAll();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** A window that has loaded nothing yet. */
function openLazy(accounts: readonly Account[] = market.accounts) {
  let loads = 0;
  let changed: () => void = () => undefined;
  const known = { accounts };
  const watches = new LazyWatches({
    accounts: {
      get accounts() {
        return known.accounts;
      },
      onDidChange: (listener) => {
        changed = listener;
        return { dispose: () => undefined };
      },
    },
    files: market.files,
    clock: market.time.clock,
    load: () => {
      loads += 1;
      const { store, close } = market.open();
      return Promise.resolve({ store, dispose: close });
    },
  });
  const signIn = (all: readonly Account[]) => {
    known.accounts = all;
    changed();
  };
  return { watches, loads: () => loads, signIn };
}

it('loads nothing without an account, or while nobody watches anything', async () => {
  const { watches, loads, signIn } = openLazy([]);
  expect(market.time.waiting).toBe(0);
  signIn(market.accounts);
  await eventually(() => market.time.waiting).toBe(1);
  market.time.pass(60_000);
  await eventually(() => market.time.waiting).toBe(1);
  expect([loads(), market.asked.length]).toEqual([0, 0]);
  expect(watches.state).toEqual({ running: 0, failing: false });
  watches.dispose();
});

it('goes on with what was watched before, once, and tells how many run', async () => {
  const before = market.open();
  await before.store.begin('a-1', cheap);
  await market.rest();
  before.close();
  const { watches, loads, signIn } = openLazy();
  let changes = 0;
  watches.onDidChange(() => (changes += 1));
  signIn(market.accounts);
  await eventually(() => watches.state).toEqual({ running: 1, failing: false });
  expect(changes).toBeGreaterThan(0);
  await Promise.all([watches.load(), watches.load()]);
  expect(loads()).toBe(1);
  const [{ watch } = {}] = await (await watches.load()).list();
  await (await watches.load()).stop('a-1', watch?.id ?? '');
  expect(watches.state).toEqual({ running: 0, failing: false });
  watches.dispose();
});

it('finds what another window begins to watch', async () => {
  const { watches, loads, signIn } = openLazy();
  signIn(market.accounts);
  await eventually(() => market.time.waiting).toBe(1);
  const other = market.open();
  await other.store.begin('b-2', cheap);
  expect(loads()).toBe(0);
  market.time.pass(60_000);
  await eventually(loads).toBe(1);
  watches.dispose();
});
