import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountId, ListService, PollingWindow } from '../support/pollingWindow';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let folder: string;
let service: ListService;
let window: PollingWindow;
let token: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  service = new ListService();
  window = new PollingWindow(folder, service);
  await window.open();
  token = await window.pending.begin(accountId, { known: [], awaited: true, stopAt: 1.9e12 });
});
afterEach(async () => {
  window.store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

it('asks the service for a rented instance that no list shows, and ends its agreed stop once it is gone', async () => {
  await window.pending.created(accountId, token, 7);
  service.there = [7];
  await window.poll();
  expect(service.looks).toBe(0);
  await window.poll(31 * 60_000);
  expect(service.looks).toBe(1);
  expect(window.store.state.expected).toMatchObject([{ instanceId: 7 }]);
  service.there = [];
  await window.poll(90_000);
  await window.poll();
  expect(window.store.state.expected).toEqual([]);
  expect(window.lost).toEqual([]);
});

it('goes on asking for lists until it can tell that a rental was never confirmed', async () => {
  await window.pending.unclear(accountId, token);
  await window.poll();
  const before = service.requests;
  await window.poll(16 * 60_000);
  expect(service.requests).toBe(before + 1);
  expect(window.lost).toMatchObject([{ stopAt: 1.9e12 }]);
  await window.poll();
  expect(window.store.state.expected).toEqual([]);
  expect(window.lost).toHaveLength(1);
});
