import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { waitUntilRunning } from '../../../src/connect/waitUntilRunning';
import type { SharedInstance } from '../../../src/domain/instances/sharedInstance';
import type { InstanceStore } from '../../../src/stores/instances/instanceStore';
import { ManualClock } from '../support/manualClock';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

const loading = { id: 7, actual_status: 'loading', intended_status: 'running', image_runtype: 'ssh_proxy' };
const running = { ...loading, actual_status: 'running', ssh_host: '203.0.113.7', ssh_port: 4022 };
const minute = 60_000;

/** A wait for an instance of which the store says nothing new. */
function wait() {
  const clock = new ManualClock();
  let instance: SharedInstance | undefined = loading;
  const state: { expected: unknown[] } = { expected: [] };
  const store = {
    hold: () => ({ dispose: () => undefined }),
    state,
    get: () => instance,
    onDidChange: () => ({ dispose: () => undefined }),
  } as unknown as InstanceStore;
  const cancel = new AbortController();
  let end = 'waiting';
  waitUntilRunning(store, 7, { clock, signal: cancel.signal, report: () => undefined }).then(
    () => (end = 'reachable'),
    (error: unknown) => (end = String(error)),
  );
  /** Lets time pass until then; resolves to how the wait has ended. */
  const at = async (time: number) => {
    while (clock.time < time && (await clock.next()) !== undefined);
    await setImmediate();
    return end;
  };
  return { clock, cancel, at, state, becomes: (next?: SharedInstance) => void (instance = next) };
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
