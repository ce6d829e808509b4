import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { timesOf } from '../../../../src/stores/windows/lease';
import { systemClock } from '../../../../src/clock';
import { ApiError } from '../../../../src/api/errors';
import type { PriceIncrease } from '../../../../src/api/schemas/instances/priceIncrease';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import type { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import { PriceIncreases } from '../../../../src/stores/money/priceIncreases';
import { ManualClock } from '../../support/manualClock';

const minute = 60_000;
const account = { id: 'aa-1', baseUrl: 'https://example.com', userId: 1 };
const increase = {
  id: 5,
  instanceId: 7,
  old_gpu_costpersec: 0.0001,
  new_gpu_costpersec: 0.0002,
} as PriceIncrease;

let folder: string;
let clock: ManualClock;
let requests: number;
let answer: () => Promise<PriceIncrease[]>;
let ids: number[];
let opened: PriceIncreases[];
let told: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  clock = new ManualClock();
  requests = 0;
  ids = [7];
  opened = [];
  told = [];
  answer = () => Promise.resolve([increase]);
});
afterEach(async () => {
  for (const store of opened) store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

let isHeld = false;
async function tryRun(task: () => Promise<void>): Promise<boolean> {
  if (isHeld) return false;
  isHeld = true;
  await task().finally(() => (isHeld = false));
  return true;
}

function open(pid: number): PriceIncreases {
  const world = { ...timesOf(systemClock), owner: { pid, host: 'here', started: '' }, isAlive: () => true };
  const never = () => ({ dispose: () => undefined });
  const store = new PriceIncreases({
    accounts: {
      active: account,
      client: {
        instanceActions: { priceIncreases: () => ((requests += 1), answer()) },
      } as unknown as AccountStore['client'],
      onDidChange: never,
    },
    instances: {
      get state() {
        return { accountId: account.id, instances: new Map(ids.map((id) => [id, { id }])) };
      },
      onDidChange: never,
    } as unknown as InstanceStore,
    files: new AccountFiles(folder, undefined, world),
    lease: () => ({ tryRun }),
    clock,
    log: silent,
  });
  store.onDidFind((_, found) => told.push(...found.map(({ id }) => `${id} in ${pid}`)));
  opened.push(store);
  return store;
}

/**
 * Lets time pass, with what is due in it. A window that has ended a poll has planned the next; what it waits for while
 * it holds or wants a lock isn't counted, since that is by the real clock.
 */
async function pass(milliseconds: number): Promise<void> {
  const end = clock.time + milliseconds;
  for (;;) {
    if (ids.length > 0) await expect.poll(() => clock.waiting.length, { interval: 2 }).toBe(opened.length);
    const next = Math.min(...clock.waiting.map(({ at }) => at));
    if (next > end) break;
    await clock.next();
  }
  clock.time = end;
}

it('are asked for by one window of several every half hour, and told in one of them, once', async () => {
  const windows = [open(1), open(2), open(3)];
  await pass(3 * minute);
  await expect.poll(() => windows.map((one) => one.of(7)?.id)).toEqual([5, 5, 5]);
  expect(requests).toBe(1);
  expect(told).toHaveLength(1);
  await pass(60 * minute);
  expect(requests).toBeLessThanOrEqual(3);
  // A window that opens later, too.
  open(4);
  await pass(2 * minute);
  expect(told).toHaveLength(1);
});

it('are told again only if another one is announced', async () => {
  const store = open(1);
  await store.refresh();
  await store.refresh();
  answer = () => Promise.resolve([]);
  await pass(minute);
  await store.refresh();
  expect(store.of(7)).toBeUndefined();
  answer = () => Promise.resolve([{ ...increase, id: 6 }]);
  await pass(minute);
  await store.refresh();
  expect(told).toEqual(['5 in 1', '6 in 1']);
});

it('stay as they were after a failure, and cost no request without instances', async () => {
  ids = [];
  const store = open(1);
  await pass(40 * minute);
  expect(requests).toBe(0);
  ids = [7];
  await store.refresh();
  answer = () => Promise.reject(new ApiError('server_error', 'Busy.', { status: 503 }));
  await expect(store.refresh()).rejects.toThrow('Busy.');
  expect(store.of(7)?.id).toBe(5);
  answer = () => Promise.reject(new ApiError('forbidden', 'Not with this key.', { status: 403 }));
  await expect(store.refresh()).rejects.toThrow('Not with this key.');
  expect(store.of(7)?.id).toBe(5);
});

it('are asked for again where a gateway answered', async () => {
  answer = () => Promise.reject(new ApiError('invalid_response', 'A web page.', { status: 404 }));
  const store = open(1);
  await expect(store.refresh()).rejects.toThrow('A web page.');
  answer = () => Promise.resolve([increase]);
  await pass(40 * minute);
  expect(store.of(7)?.id).toBe(5);
});

it('are none where the service has no such list, which is not asked for again that day', async () => {
  answer = () => Promise.reject(new ApiError('not_found', 'No.', { status: 404 }));
  const store = open(1);
  await store.refresh();
  expect(store.of(7)).toBeUndefined();
  await pass(90 * minute);
  expect(requests).toBe(1);
});
