import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Memento } from 'vscode';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { silent } from '../../../../src/log/log';
import type { InstanceChange } from '../../../../src/stores/instances/instanceChange';
import { followInstances, Milestones } from '../../../../src/stores/launch/milestones';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

beforeEach(clearScreen);

/** What a window leaves for the next one, with the number of writes. */
function memento() {
  const values = new Map<string, string>();
  const writes: string[] = [];
  const state = {
    keys: () => [...values.keys()],
    get: (key: string): unknown => {
      const value = values.get(key);
      return value === undefined ? undefined : JSON.parse(value);
    },
    update: (key: string, value: unknown) => {
      writes.push(key);
      values.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  } as Memento;
  return { state, writes };
}

describe('what was done once', () => {
  it('checks off its step, is written once, and is known in later windows', () => {
    const { state, writes } = memento();
    const milestones = new Milestones(state, silent);
    expect(screen.commands).toEqual([]);
    milestones.reached('rented');
    milestones.reached('rented');
    milestones.reached('connected');
    const keys = [
      ['setContext', 'gpuRental.done.rented', true],
      ['setContext', 'gpuRental.done.connected', true],
    ];
    expect(screen.commands).toEqual(keys);
    expect(writes).toHaveLength(2);
    clearScreen();
    const later = new Milestones(state, silent);
    expect(screen.commands).toEqual(expect.arrayContaining(keys));
    later.reached('rented');
    expect(screen.commands).toHaveLength(2);
    expect(writes).toHaveLength(2);
  });

  it('keeps what another window has added', () => {
    const { state } = memento();
    const [one, other] = [new Milestones(state, silent), new Milestones(state, silent)];
    one.reached('rented');
    other.reached('stopped');
    clearScreen();
    new Milestones(state, silent);
    expect(screen.commands.map(([, key]) => key).sort()).toEqual([
      'gpuRental.done.rented',
      'gpuRental.done.stopped',
    ]);
  });

  it('takes what cannot be read for nothing', () => {
    for (const broken of ['x', 3, null, [1], { rented: true }]) {
      const { state } = memento();
      void state.update('gpuRental.milestones', broken);
      new Milestones(state, silent).reached('rented');
      expect(state.get('gpuRental.milestones')).toEqual(['rented']);
    }
  });
});

describe('the list of instances', () => {
  const nothing: InstanceChange = {
    ...{ added: [], removed: [], gone: [], changed: [] },
    listed: true,
    expected: false,
  };
  function follow(...instances: Partial<SharedInstance>[]) {
    const rows = new Map(instances.map((one) => [one.id, one as SharedInstance]));
    const changed = new fakeVscode.EventEmitter<InstanceChange>();
    const reached = new Set<string>();
    followInstances(
      { get: (id) => rows.get(id), onDidChange: changed.event },
      { reached: (milestone) => reached.add(milestone) },
    );
    return (change: Partial<InstanceChange>) => {
      changed.fire({ ...nothing, ...change });
      return [...reached];
    };
  }

  it('says nothing while nothing changes', () => {
    expect(follow({ id: 1, actual_status: 'running' })({})).toEqual([]);
  });

  it('tells that something was rented', () => {
    expect(follow({ id: 1, actual_status: 'loading' })({ added: [1] })).toEqual(['rented']);
  });

  it('does not take a row that cannot be read for one', () => {
    expect(follow({ id: -1 })({ added: [-1] })).toEqual([]);
    expect(follow()({ removed: [-1] })).toEqual([]);
  });

  it('tells that something was stopped, but not that it was outbid', () => {
    const stopped = { actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' } as const;
    const outbid = { ...stopped, intended_status: 'running', is_bid: true } as const;
    expect(follow({ id: 1, ...outbid })({ changed: [1] })).toEqual(['rented']);
    expect(follow({ id: 1, ...stopped })({ changed: [1] })).toEqual(['rented', 'stopped']);
  });

  it('tells that something was destroyed, but not that another account is looked at', () => {
    expect(follow()({ removed: [1] })).toEqual([]);
    expect(follow()({ removed: [1], gone: [1] })).toEqual(['stopped']);
  });
});
