import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { syncSshEntries } from '../../../../src/connect/entries/syncSshEntries';
import { silent } from '../../../../src/log/log';
import { type InstanceChange } from '../../../../src/stores/instances/instanceChange';
import { listInterval } from '../../../../src/stores/instances/instanceStore';
import { ListService, PollingWindow } from '../support/pollingWindow';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
let service: ListService;
let opened: PollingWindow[];
let told: InstanceChange[];
let forgotten: number[];
const both = [
  { id: 1, actual_status: 'running', dph_total: 2 },
  { id: 2, actual_status: 'running', dph_total: 3 },
];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  service = new ListService();
  service.rows = both;
  [opened, told, forgotten] = [[], [], []];
});
afterEach(async () => {
  for (const { store } of opened) store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

async function window(pid?: number): Promise<PollingWindow> {
  const made = new PollingWindow(folder, service, pid);
  opened.push(made);
  const entries = {
    forget: (ids: readonly number[]) => void forgotten.push(...ids),
    sync: () => Promise.resolve({ skipped: [], clashes: [] }),
  };
  syncSshEntries(made.store, () => Promise.resolve(entries), silent);
  made.store.onDidChange((change) => told.push(change));
  await made.open();
  return made;
}

const shown = ({ store }: PollingWindow) =>
  [...store.state.instances.values()].map(({ id, dph_total, missing }) => [id, dph_total, missing === true]);
const gone = () => told.flatMap((change) => change.gone);

describe('an instance that a list lacks', () => {
  it('stays with its price and its host key when it exists, and is asked for once in a while', async () => {
    const one = await window();
    service.rows = [];
    service.there = [1, 2];
    await one.poll();
    expect(shown(one)).toEqual([
      [1, 2, true],
      [2, 3, true],
    ]);
    // One that exists is enough to know that the list was wrong, and another one was asked for at once.
    expect(service.looks).toBe(1);
    expect(service.requests).toBe(3);
    service.rows = both;
    await one.poll();
    expect(shown(one)).toEqual([
      [1, 2, false],
      [2, 3, false],
    ]);
    expect([gone(), forgotten]).toEqual([[], []]);
  });

  it('is gone once the service says so and a later list lacks it, which ends its host key', async () => {
    const one = await window();
    service.rows = both.slice(1);
    await one.poll();
    expect(service.looks).toBe(1);
    await one.poll();
    expect(shown(one)).toEqual([[2, 3, false]]);
    expect([gone(), forgotten]).toEqual([[1], [1]]);
    expect(service.looks).toBe(1);
  });

  it('is asked for soon where there are many of them', async () => {
    service.rows = Array.from({ length: 8 }, (_, index) => ({ id: index + 1, actual_status: 'running' }));
    const one = await window();
    service.rows = [];
    service.there = [];
    await one.poll();
    await expect.poll(() => service.looks).toBe(8);
    await one.poll();
    expect(shown(one)).toEqual([]);
    expect(service.looks).toBe(8);
  });

  it('is there again after the service said that there is none, if a later list has it', async () => {
    const one = await window();
    service.rows = [];
    service.there = [2];
    await one.poll();
    service.rows = both;
    await one.poll();
    // What was answered before says nothing about a later list.
    service.rows = both.slice(1);
    service.there = [1, 2];
    await one.poll();
    await one.poll();
    expect(shown(one)).toEqual([
      [2, 3, false],
      [1, 2, true],
    ]);
    expect([gone(), forgotten]).toEqual([[], []]);
  });

  it.each(['invalid_response', 'offline', 'unauthorized', 'server_error'] as const)(
    'stays, list after list, while the service does not say: %s',
    async (code) => {
      const one = await window();
      service.rows = both.slice(1);
      vi.spyOn(service, 'get').mockRejectedValue(new ApiError(code, 'no', { status: 404 }));
      for (let turn = 0; turn < 5; turn += 1) await one.poll();
      expect(shown(one)).toContainEqual([1, 2, true]);
      expect([gone(), forgotten]).toEqual([[], []]);
    },
  );

  it('stays in a window that takes the list over, and in one that opens later', async () => {
    const [one, other] = [await window(1), await window(2)];
    service.rows = [];
    service.there = [1, 2];
    await one.poll();
    await other.poll();
    expect(shown(other)).toEqual(shown(one));
    const later = await window(3);
    expect(shown(later)).toEqual(shown(one));
    expect(forgotten).toEqual([]);
  });
});

describe('a list that is not visible', () => {
  const hidden = {
    ...{ watched: false, confirmed: true, watchedInterval: 10_000 },
    ...{ isScheduled: () => false, isPending: () => false },
  };
  const empty = { accountId: 'a-1', instances: new Map(), expected: [] };

  it('is asked for while something is scheduled, however empty it is', () => {
    expect(listInterval(empty, { ...hidden, isScheduled: () => true })).toBe(60_000);
    expect(listInterval(empty, hidden)).toBeUndefined();
    expect(listInterval(empty, { ...hidden, confirmed: false })).toBe(60_000);
  });

  it('is asked for once more when it was empty once', async () => {
    service.rows = [];
    const one = new PollingWindow(folder, service);
    opened.push(one);
    one.signIn();
    await one.pass(0);
    expect(one.delays).toEqual([60_000]);
    expect(service.requests).toBe(1);
    await one.pass(60_000);
    await expect.poll(() => service.requests).toBe(2);
    // Now only the lists of other windows are looked at.
    await one.pass(60_000);
    await one.pass(60_000);
    expect(service.requests).toBe(2);
  });
});
