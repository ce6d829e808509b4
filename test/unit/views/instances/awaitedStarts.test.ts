import { expect, it, vi } from 'vitest';
import type { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import { onAwaitedStart } from '../../../../src/views/instances/awaitedStarts';
import { eventually } from '../../support/eventually';

/** A window; `list` is its next list, and resolves when what follows from it has happened. */
function opened(marked: ReadonlyMap<number, number>) {
  const listeners = new Set<(change: { listed: boolean }) => void>();
  const instances = {
    state: { accountId: 'a-1' },
    onDidChange: (listener: (change: { listed: boolean }) => void) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  } as unknown as InstanceStore;
  const read = vi.fn(() => Promise.resolve(new Map(marked)));
  const ended = vi.fn();
  const load = vi.fn(() => Promise.resolve({ dispose: () => void ended() }));
  const followed = onAwaitedStart(instances, [{ list: read }], load);
  const list = async (): Promise<void> => {
    for (const listener of [...listeners]) listener({ listed: true });
    await new Promise(setImmediate);
  };
  return { list, load, read, ended, listeners, dispose: () => void followed.dispose() };
}

it('loads nothing while nobody waits for a start', async () => {
  const { list, load, read } = opened(new Map());
  await list();
  await list();
  expect(read).toHaveBeenCalledTimes(2);
  expect(load).not.toHaveBeenCalled();
});

it('loads once what tells of starts, and then leaves the lists to it', async () => {
  const { list, load, listeners } = opened(new Map([[7, 1]]));
  await list();
  expect(load).toHaveBeenCalledTimes(1);
  expect(listeners.size).toBe(0);
});

it('ends with its window what was loaded', async () => {
  const { list, ended, dispose } = opened(new Map([[7, 1]]));
  await list();
  dispose();
  await eventually(() => expect(ended).toHaveBeenCalledTimes(1));
});
