import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstanceChange } from '../../../../src/stores/instances/instanceChange';
import { accountId, ListService, PollingWindow } from '../support/pollingWindow';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
let service: ListService;
let opened: PollingWindow[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  opened = [];
  service = new ListService();
  service.rows = [
    { id: 1, actual_status: 'running', gpu_util: 5 },
    { id: 2, actual_status: 'exited' },
  ];
});
afterEach(async () => {
  for (const { store } of opened) store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

function window(pid?: number): PollingWindow {
  const made = new PollingWindow(folder, service, pid);
  opened.push(made);
  return made;
}

describe('a poll that finds nothing new', () => {
  it('changes no file, reads no list and says that no row has changed', async () => {
    const one = window();
    await one.open();
    const before = one.store.state.instances;
    const told: InstanceChange[] = [];
    one.store.onDidChange((change) => told.push(change));
    for (let turn = 0; turn < 3; turn += 1) {
      await one.poll();
      expect(one.changes).toEqual([]);
      expect(one.reads.filter((read) => read.includes('instances'))).toEqual([]);
    }
    expect(service.requests).toBe(4);
    expect(told).toEqual(
      Array.from({ length: 3 }, () => ({
        added: [],
        removed: [],
        gone: [],
        changed: [],
        listed: true,
        expected: false,
      })),
    );
    expect(one.store.state.instances).toBe(before);
    expect(one.store.state.fetchedAt).toBe(one.clock.now());
  });

  it('does not rewrite the list for what windows do not share', async () => {
    const one = window();
    await one.open();
    service.rows = service.rows.map((row) => ({ ...row, gpu_util: 80 }));
    await one.poll();
    expect(one.changes).toEqual([]);
  });

  it('tells other windows with one file that gets another name how fresh the list is', async () => {
    const [one, other] = [window(1), window(2)];
    await one.open();
    await other.open();
    const requests = service.requests;
    for (let turn = 1; turn <= 3; turn += 1) {
      await one.poll();
      const beside = one.changes.filter((change) => !/lease|^make/.test(change));
      expect(beside).toEqual([expect.stringMatching(/^(create|rename) confirmed\./)]);
      await other.poll();
      expect(other.changes).toEqual([]);
      expect(other.store.state.fetchedAt).toBe(one.clock.now());
      expect(service.requests).toBe(requests + turn);
    }
    expect(one.changes).toContainEqual(expect.stringMatching(/^rename/));
  });

  it('is told now and then by a window that is alone, for those that open later', async () => {
    const one = window();
    await one.open();
    let told = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      await one.poll();
      told += one.changes.length;
    }
    expect(told).toBe(2);
  });
});

describe('a poll that finds something new', () => {
  it('writes it for other windows, and keeps the rows that are the same', async () => {
    const one = window(1);
    await one.open();
    const stays = one.store.get(2);
    service.rows = [
      { id: 1, actual_status: 'exited' },
      { ...service.rows[1]!, id: 2 },
    ];
    await one.poll();
    const told = await window(2).snapshots.read(accountId);
    expect(told?.instances).toMatchObject([{ id: 1, actual_status: 'exited' }, { id: 2 }]);
    expect(one.store.get(2)).toBe(stays);
  });
});

describe('a thousand instances in twenty windows', () => {
  it('cost one request a poll, also while a hundred rows change in each, which alone are told and replaced', async () => {
    const row = (id: number, turn: number) => ({
      id,
      actual_status: id % 10 === 0 && turn % 2 === 1 ? 'exited' : 'running',
    });
    const rows = (turn: number) => Array.from({ length: 1000 }, (_, index) => row(index + 1, turn));
    const tenth = Array.from({ length: 100 }, (_, index) => (index + 1) * 10);
    service.rows = rows(0);
    const windows = Array.from({ length: 20 }, (_, index) => window(index + 1));
    for (const one of windows) await one.open();
    const requests = service.requests;
    const told = windows.map(({ store }) => {
      const changes: InstanceChange[] = [];
      store.onDidChange((change) => changes.push(change));
      return changes;
    });
    const kept = windows.map(({ store }) => store.get(7));
    const turns = 3;
    for (let turn = 1; turn <= turns; turn += 1) {
      service.rows = rows(turn);
      for (const one of windows) await one.poll();
    }
    expect(service.requests - requests).toBe(turns);
    for (const [index, changes] of told.entries()) {
      expect(changes.map(({ changed }) => [...changed].sort((a, b) => a - b))).toEqual([tenth, tenth, tenth]);
      expect(changes.flatMap(({ added, removed }) => [...added, ...removed])).toEqual([]);
      expect(windows[index]?.store.get(7)).toBe(kept[index]);
    }
  });
});

describe('a window that opens', () => {
  it('has the last list before it tells anybody anything', async () => {
    await window(1).open();
    const later = window(2);
    const told: number[] = [];
    later.store.onDidChange(() => told.push(later.store.state.instances.size));
    later.signIn();
    await later.store.seeded;
    expect(told).toEqual([2]);
  });

  it('asks once more where all it knows is one empty list', async () => {
    service.rows = [];
    await window(1).open();
    const later = window(2);
    later.signIn();
    await later.store.seeded;
    await later.pass(0);
    expect(service.requests).toBe(1);
    await later.pass(60_000);
    await later.pass(60_000);
    expect(service.requests).toBe(2);
  });
});

describe('the windows that are open', () => {
  it('see each other, and none that has ended', async () => {
    const [one, other] = [window(1), window(2)];
    expect(await one.windows.areThere()).toBe(false);
    expect(await other.windows.areThere()).toBe(true);
    expect(await one.windows.areThere()).toBe(true);
    other.windows.dispose();
    await expect.poll(() => one.windows.areThere()).toBe(false);
  });
});

describe('a visible list in a window without the focus', () => {
  it('is asked for as seldom as a hidden one, and at once when the focus is back', async () => {
    const one = window();
    await one.open();
    one.isFocused = false;
    await one.pass(11_000, 60_000);
    expect(service.requests).toBe(1);
    await one.pass(60_000, 60_000);
    expect(service.requests).toBe(2);
    await one.pass(30_000, 30_000);
    one.isFocused = true;
    one.store.setVisible(true);
    await one.pass(0, 11_000);
    expect(service.requests).toBe(3);
  });

  it('keeps its pace while something is about to change', async () => {
    service.rows = [{ id: 1, actual_status: 'loading' }];
    const one = window();
    await one.open();
    one.isFocused = false;
    await one.pass(11_000, 11_000);
    expect(service.requests).toBe(2);
  });
});
