import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/errors';
import { LocalError } from '../../../src/api/localError';
import { waitUntilRunning, whenListed } from '../../../src/connect/waitUntilRunning';
import type { SharedInstance } from '../../../src/domain/instances/sharedInstance';
import type { InstanceStore } from '../../../src/stores/instances/instanceStore';
import { accountId, ListService, PollingWindow } from '../stores/support/pollingWindow';
import { eventually } from '../support/eventually';
import { ManualClock } from '../support/manualClock';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

const loading = { id: 7, actual_status: 'loading', intended_status: 'running', image_runtype: 'ssh_proxy' };
const running = { ...loading, actual_status: 'running', ssh_host: '203.0.113.7', ssh_port: 4022 };
const minute = 60_000;

/** A wait for an instance of which the store says nothing new. */
function wait() {
  const clock = new ManualClock();
  let instance: SharedInstance | undefined = loading;
  const state: { expected: unknown[]; error?: unknown; accountId?: string } = { expected: [] };
  /** What a list has that is asked for; an error if it can't be loaded. */
  const list: { has?: SharedInstance; error?: Error | undefined; asked: number } = { asked: 0 };
  const said: string[] = [];
  const store = {
    hold: () => ({ dispose: () => undefined }),
    state,
    get: () => instance,
    onDidChange: () => ({ dispose: () => undefined }),
    refresh: () => {
      list.asked += 1;
      state.error = list.error;
      if (list.error) return Promise.reject(list.error);
      instance = list.has;
      return Promise.resolve();
    },
  } as unknown as InstanceStore;
  const cancel = new AbortController();
  let end = 'waiting';
  const options = { accountId: 'a', clock, signal: cancel.signal, report: (one: string) => said.push(one) };
  waitUntilRunning(store, 7, options).then(
    () => (end = 'reachable'),
    (error: unknown) => (end = String(error)),
  );
  /** Lets time pass until then; resolves to how the wait has ended. */
  const at = async (time: number) => {
    while (clock.time < time && (await clock.next()) !== undefined);
    await setImmediate();
    return end;
  };
  return { clock, cancel, at, list, said, state, becomes: (next?: SharedInstance) => void (instance = next) };
}

it('waits for the list to have what was just rented, as long as it is expected there', async () => {
  const { at, becomes, state } = wait();
  state.expected.push({ instanceId: 7 });
  becomes();
  expect(await at(2 * minute)).toBe('waiting');
  becomes(running);
  expect(await at(3 * minute)).toBe('reachable');
  const other = wait();
  other.becomes();
  other.state.expected.push({ instanceId: 8 });
  expect(await other.at(minute)).toContain('Instance 7 not found.');
});

it('says that it waits for the list, and finds nothing only once a list lacks it that was asked for afterwards', async () => {
  const { at, becomes, list, said, state } = wait();
  state.expected.push({ instanceId: 7 });
  becomes();
  expect(await at(40 * minute)).toBe('waiting');
  expect(said.at(-1)).toBe('not in the list yet');
  expect(list.asked).toBe(1);
  state.expected.pop();
  expect(await at(41 * minute)).toContain('Instance 7 not found.');
  expect(list.asked).toBe(2);
});

it('takes what a list has that no longer expects it', async () => {
  const { at, becomes, list, state } = wait();
  state.expected.push({ instanceId: 7 });
  becomes();
  expect(await at(minute)).toBe('waiting');
  state.expected.pop();
  list.has = running;
  expect(await at(2 * minute)).toBe('reachable');
});

it('waits as long as lists fail, says why, and can be cancelled', async () => {
  const { at, becomes, cancel, clock, list, said } = wait();
  list.error = new ApiError('server_error', 'The service failed.', { status: 503 });
  becomes();
  expect(await at(90 * minute)).toBe('waiting');
  expect(new Set(said.slice(1))).toEqual(new Set(['The service failed.']));
  expect(list.asked).toBeLessThanOrEqual(90 * 4 + 1);
  const other = wait();
  Object.assign(other.list, { error: list.error });
  other.becomes();
  expect(await other.at(minute)).toBe('waiting');
  list.error = undefined;
  list.has = running;
  expect(await at(91 * minute)).toBe('reachable');
  other.cancel.abort();
  expect(await other.at(2 * minute)).toContain('Canceled.');
  expect([...clock.waiting, ...other.clock.waiting]).toEqual([]);
  cancel.abort();
});

it('ends once nobody is signed in any more, or another account is in use', async () => {
  const { at, becomes, list, state } = wait();
  Object.assign(state, { accountId: 'a' });
  becomes();
  list.error = new LocalError('not_signed_in', 'You’re not signed in.');
  expect(await at(minute)).toContain('not signed in');
  const other = wait();
  Object.assign(other.state, { accountId: 'a', expected: [{ instanceId: 7 }] });
  other.becomes();
  expect(await other.at(minute)).toBe('waiting');
  Object.assign(other.state, { accountId: 'b', expected: [] });
  expect(await other.at(2 * minute)).toContain('Another account is now in use.');
});

it.each([[undefined], [running]])(
  'ends once another account is in use, also where that one has an instance of the same number: %o',
  async (ofOther) => {
    const { at, becomes, list, state } = wait();
    Object.assign(state, { accountId: 'a' });
    expect(await at(minute)).toBe('waiting');
    Object.assign(state, { accountId: 'b' });
    becomes(ofOther);
    if (ofOther) list.has = ofOther;
    expect(await at(2 * minute)).toContain('Another account is now in use.');
    expect(list.asked).toBe(0);
  },
);

it('asks for the list four times a minute at most, however many wait for it', async () => {
  const clock = new ManualClock();
  const cancel = new AbortController();
  const listeners = new Set<() => void>();
  let asked = 0;
  const store = {
    get: () => undefined,
    state: { expected: [] },
    onDidChange: (listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    refresh: async () => {
      asked += 1;
      await setImmediate();
      for (const tell of listeners) tell();
      throw new ApiError('offline', 'Not connected.');
    },
  } as never;
  const options = { clock, signal: cancel.signal, report: () => undefined };
  const waiting = Promise.allSettled([1, 2, 3].map((id) => whenListed(store, id, options)));
  await setImmediate();
  while (clock.time < minute && (await clock.next()) !== undefined);
  expect(asked).toBeLessThanOrEqual(3 * 5);
  cancel.abort();
  await waiting;
});

it('can be cancelled while a list doesn’t answer', async () => {
  const cancel = new AbortController();
  const never = new Promise<never>(() => undefined);
  const store = { get: () => undefined, state: { expected: [] }, refresh: () => never } as never;
  const options = { clock: new ManualClock(), signal: cancel.signal, report: () => undefined };
  const waiting = whenListed(store, 7, options);
  cancel.abort();
  await expect(waiting).rejects.toThrow('Canceled.');
});

it('doesn’t give up by what a list said that can’t be renewed', async () => {
  const { at, becomes, list, said, state } = wait();
  state.error = new ApiError('offline', 'Not connected.');
  expect(await at(45 * minute)).toBe('waiting');
  expect(said.at(-1)).toBe('Not connected.');
  state.error = undefined;
  expect(await at(46 * minute)).toContain('Can’t connect to');
  expect(list.asked).toBe(0);
  becomes();
});

it('gives what the list has at last its half hour', async () => {
  const { at, becomes, state } = wait();
  state.expected.push({ instanceId: 7 });
  becomes();
  expect(await at(29 * minute)).toBe('waiting');
  becomes(loading);
  expect(await at(50 * minute)).toBe('waiting');
});

it.each([0, minute])('finds what another window’s list has first, %i ms after its own', async (later) => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  const service = new ListService();
  const [mine, other] = [1, 2].map((pid) => new PollingWindow(folder, service, pid)) as [
    PollingWindow,
    PollingWindow,
  ];
  const token = await mine.pending.begin(accountId, { known: [], awaited: true });
  await mine.pending.created(accountId, token, 7);
  await mine.open();
  await other.open();
  const clock = new ManualClock();
  const signal = new AbortController().signal;
  const found = whenListed(mine.store, 7, { clock, signal, report: () => undefined });
  await eventually(() => expect(clock.waiting).toHaveLength(1));
  clock.time = later;
  const expectations: number[] = [];
  const listed = mine.store.onDidChange(() => expectations.push(mine.store.state.expected.length));
  service.rows = [{ id: 7 }];
  await other.poll();
  await mine.poll();
  // Not expected any more, before its own list has it.
  expect(expectations[0]).toBe(0);
  await expect(found).resolves.toMatchObject({ id: 7 });
  listed.dispose();
  for (const { store } of [mine, other]) store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

it('ends after half an hour, also when nothing new is heard of the instance', async () => {
  const { at } = wait();
  expect(await at(30 * minute)).toBe('waiting');
  expect(await at(31 * minute)).toContain('Can’t connect to');
});

it.each([-120, 120])('lasts as long when the computer’s clock is set by %i minutes', async (minutes) => {
  const { clock, at } = wait();
  clock.now = () => clock.time + minutes * minute;
  expect(await at(30 * minute)).toBe('waiting');
  expect(await at(31 * minute)).toContain('Can’t connect to');
});

it('takes an instance that runs at last, however long that took', async () => {
  const { clock, at, becomes } = wait();
  becomes(running);
  clock.time = 9 * 60 * minute;
  expect(await at(clock.time + minute)).toBe('reachable');
});

it('waits for an instance that passes through exited on its way up', async () => {
  const { at, becomes } = wait();
  const exited = { ...loading, actual_status: 'exited', cur_state: 'running' };
  becomes({ ...exited, resumes_until: 5 });
  expect(await at(minute)).toBe('waiting');
  becomes(running);
  expect(await at(2 * minute)).toBe('reachable');
});

it('gives a start time whose earlier one has failed, and ends where it fails again', async () => {
  const { at, becomes } = wait();
  const failed = {
    ...loading,
    actual_status: 'created',
    cur_state: 'stopped',
    status_msg: 'manifest unknown',
  };
  becomes({ ...failed, intended_status: 'stopped' });
  expect(await at(minute)).toBe('waiting');
  becomes(failed);
  expect(await at(2 * minute)).toMatch(/failed to start: the image has no such tag: manifest unknown/);
});

it('leaves no timer behind when it is cancelled', async () => {
  const { clock, cancel, at } = wait();
  expect(clock.waiting).toHaveLength(1);
  cancel.abort();
  expect(await at(minute)).not.toBe('waiting');
  expect(clock.waiting).toHaveLength(0);
});
