import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timesOf } from '../../../../src/stores/windows/lease';
import { systemClock } from '../../../../src/clock';
import type { User } from '../../../../src/api/schemas/account/user';
import { ApiError } from '../../../../src/api/errors';
import type { Clock } from '../../../../src/clock';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import { CreditStore } from '../../../../src/stores/money/creditStore';
import { fakeVscode } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const minute = 60_000;
const account = { id: 'aa-1', baseUrl: 'https://example.com', userId: 1 };

let folder: string;
let now: number;
let requests: number;
let billed: boolean;
let answer: () => Promise<User>;
let timers: { at: number; callback: () => void }[];
let opened: CreditStore[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  now = Date.UTC(2026, 10, 1);
  requests = 0;
  billed = true;
  timers = [];
  opened = [];
  answer = () => Promise.resolve({ id: 1, credit: 12.5 });
});
afterEach(async () => {
  for (const store of opened) store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const clock: Clock = {
  now: () => now,
  monotonic: () => now,
  after: (milliseconds, callback) => {
    const timer = { at: now + milliseconds, callback };
    timers.push(timer);
    return () => (timers = timers.filter((one) => one !== timer));
  },
};

/** Lets time pass, with what is due in it. A store that has ended a poll has planned the next. */
async function pass(milliseconds: number): Promise<void> {
  const end = now + milliseconds;
  for (;;) {
    if (billed) await expect.poll(() => timers.length).toBe(opened.length);
    const next = Math.min(...timers.map(({ at }) => at));
    if (next > end) break;
    now = Math.max(now, next);
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { callback } of due) callback();
  }
  now = end;
}

let isHeld = false;
async function tryRun(task: () => Promise<void>): Promise<boolean> {
  if (isHeld) return false;
  isHeld = true;
  await task().finally(() => (isHeld = false));
  return true;
}

const usersChanged = new fakeVscode.EventEmitter<void>();
let user: User | undefined;

function open(pid: number): CreditStore {
  user = undefined;
  const world = { ...timesOf(systemClock), owner: { pid, host: 'here', started: '' }, isAlive: () => true };
  const files = new AccountFiles(folder, undefined, world);
  const store = new CreditStore({
    accounts: {
      active: account,
      client: { users: { current: () => ((requests += 1), answer()) } } as unknown as AccountStore['client'],
      onDidChange: new fakeVscode.EventEmitter<void>().event,
    },
    users: {
      get state() {
        return user ? { user } : {};
      },
      onDidChange: usersChanged.event,
    },
    isBilled: () => billed,
    files,
    lease: () => ({ tryRun }),
    clock,
    log: silent,
  });
  opened.push(store);
  return store;
}

describe('the credit', () => {
  it('of another window is taken over also when the clock was set back', async () => {
    const [one, other] = [open(1), open(2)];
    one.billedChanged();
    other.billedChanged();
    await pass(1000);
    await pass(1000);
    const back = 120 * minute;
    now -= back;
    for (const timer of timers) timer.at -= back;
    answer = () => Promise.resolve({ id: 1, credit: 9 });
    other.billedChanged();
    await pass(1000);
    one.billedChanged();
    await pass(1000);
    await pass(1000);
    expect([one.credit?.credit, other.credit?.credit]).toEqual([9, 9]);
  });

  it('is asked for once in ten minutes while something is billed, for two windows', async () => {
    const [one, other] = [open(1), open(2)];
    one.billedChanged();
    other.billedChanged();
    await pass(1000);
    await pass(1000);
    expect(one.credit?.credit).toBe(12.5);
    expect(other.credit?.credit).toBe(12.5);
    expect(requests).toBe(1);
    await pass(31 * minute);
    expect(requests).toBeGreaterThanOrEqual(3);
    expect(requests).toBeLessThanOrEqual(4);
  });

  it('is not asked for while nothing is billed', async () => {
    billed = false;
    open(1).billedChanged();
    await pass(60 * minute);
    expect(requests).toBe(0);
  });

  it('is what the account view was told, without a request', async () => {
    const store = open(1);
    user = { id: 1, credit: 7 };
    usersChanged.fire();
    store.billedChanged();
    await pass(minute);
    expect(store.credit?.credit).toBe(7);
    expect(requests).toBe(0);
  });

  it('is unknown where the key may not read it, and that is not asked again and again', async () => {
    answer = () => Promise.reject(new ApiError('forbidden', 'no', { status: 403 }));
    const store = open(1);
    store.billedChanged();
    await pass(9 * minute);
    expect(store.credit).toBeUndefined();
    expect(requests).toBe(1);
  });
});
