import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../../../src/clock';
import { spentBy } from '../../../../src/domain/money/ledger/ledger';
import { isEstimate } from '../../../../src/domain/money/ledger/spending';
import type { SharedInstance, Snapshot } from '../../../../src/domain/instances/sharedInstance';
import { silent } from '../../../../src/log/log';
import { type Account, AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { InstanceState } from '../../../../src/stores/instances/instanceChange';
import { LedgerFiles } from '../../../../src/stores/money/ledgerFiles';
import { spendingFiles, SpendingStore } from '../../../../src/stores/money/spendingStore';
import type { VolumeList } from '../../../../src/stores/volumes/volumeLists';
import type { VolumeState } from '../../../../src/stores/volumes/volumeStore';
import { fakeVscode } from '../../support/fakeVscode';
import { timesOf } from '../../../../src/stores/windows/lease';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const hour = 3_600_000;
const dollar = 100_000_000;
const start = Date.UTC(2026, 10, 1);
const here = { id: 'aa-1', baseUrl: 'https://example.com', userId: 1 };
const there = { id: 'bb-2', baseUrl: 'https://example.com', userId: 2 };

let folder: string;
let now: number;
let signedIn: Account[];
let instances: InstanceState;
let volumes: VolumeState;
let files: LedgerFiles;
let loads: number;
let store: SpendingStore;
const instancesChanged = new fakeVscode.EventEmitter<never>();
const volumesChanged = new fakeVscode.EventEmitter<void>();
const accountsChanged = new fakeVscode.EventEmitter<void>();
let tellOtherVolumes: (accountId: string, list: VolumeList) => void;
let tellOther: (accountId: string, list: Snapshot) => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  now = start;
  signedIn = [here, there];
  instances = { accountId: here.id, instances: new Map(), expected: [] };
  volumes = { accountId: here.id, volumes: [] };
  const clock: Clock = { ...systemClock, now: () => now };
  const accountFiles = new AccountFiles(folder, undefined, timesOf(systemClock));
  files = new LedgerFiles(accountFiles, clock);
  const shared = spendingFiles(accountFiles, clock, () => expect.unreachable());
  loads = 0;
  store = new SpendingStore({
    accounts: {
      get accounts() {
        return signedIn;
      },
      onDidChange: accountsChanged.event,
    },
    instances: {
      get state() {
        return instances;
      },
      onDidChange: instancesChanged.event,
    },
    volumes: {
      get state() {
        return volumes;
      },
      onDidChange: volumesChanged.event,
    },
    rates: {
      onDidList: (listener) => ((tellOther = listener), { dispose: () => undefined }),
      onDidListVolumes: (listener) => ((tellOtherVolumes = listener), { dispose: () => undefined }),
    },
    files: { ...shared, load: () => (loads++, Promise.resolve(files)) },
    clock,
    log: silent,
  });
});
afterEach(async () => {
  store.dispose();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const running: SharedInstance = {
  id: 1,
  actual_status: 'running',
  search: { totalHour: 1 },
  instance: { totalHour: 0.1 },
  start_date: start / 1000,
  running_since: start / 1000,
};

/** A complete list that came just now. The same rows are the same list. */
function list(...rows: SharedInstance[]): void {
  const same =
    rows.length === instances.instances.size && rows.every((row) => instances.instances.get(row.id) === row);
  const byId = same ? instances.instances : new Map(rows.map((row) => [row.id, row]));
  instances = { ...instances, instances: byId, fetchedAt: now };
  instancesChanged.fire(undefined as never);
}

const spent = (key: string, accountId = here.id) =>
  spentBy(store.ledgerOf(accountId), key, { from: 0, to: now }, now);

describe('what was spent', () => {
  it('is nothing where nothing is billed and no record is there, and needs no code to say so', async () => {
    list();
    await store.load(here.id);
    expect(store.ledgerOf(here.id)).toEqual({ entries: {}, days: {}, folded: [] });
    expect(loads).toBe(0);
    list(running);
    await store.load(here.id);
    expect(loads).toBe(1);
    expect(store.ledgerOf(here.id).entries['instance-1']).toBeDefined();
  });

  it('follows from the lists that come anyway', async () => {
    list(running);
    now += 2 * hour;
    list(running);
    await expect.poll(() => spent('instance-1').least).toBe(2 * dollar);
  });

  it('follows from what was done here, to the moment', async () => {
    list(running);
    await expect.poll(() => store.ledgerOf(here.id).entries['instance-1']).toBeDefined();
    now += hour;
    store.did(here.id, 'stopped', 1);
    now += hour;
    store.did(here.id, 'destroyed', 1);
    now += 5 * hour;
    list();
    await expect
      .poll(() => store.ledgerOf(here.id).entries['instance-1']?.sightings.at(-1)?.state)
      .toBe('gone');
    expect(spent('instance-1').units).toBe(110_000_000);
  });

  it('notes the last of the same lists before one that differs', async () => {
    for (let second = 0; second <= 30; second += 10) {
      list(running);
      now += 10_000;
    }
    list();
    await expect.poll(() => store.ledgerOf(here.id).entries['instance-1']?.sightings.length).toBe(2);
    // It was last seen ten seconds before it was missing.
    const { least, most } = spent('instance-1');
    expect(most - least).toBe(Math.round((10 / 3600) * dollar));
    expect(isEstimate(spent('instance-1'))).toBe(false);
  });

  it('is known of the volumes and of accounts that are not in use', async () => {
    const kept = { id: 3, storage_total_cost: 0.01, start_date: start / 1000, instances: [] };
    now += 10 * hour;
    volumes = { ...volumes, volumes: [kept], fetchedAt: now };
    volumesChanged.fire();
    tellOther(there.id, { at: now, instances: [running] });
    await expect.poll(() => spent('volume-3').units).toBe(0.1 * dollar);
    await expect.poll(() => spent('instance-1', there.id).units).toBe(10 * dollar);
    tellOtherVolumes(there.id, { at: now, volumes: [kept] });
    await expect.poll(() => spent('volume-3', there.id).units).toBe(0.1 * dollar);
    tellOtherVolumes(there.id, { at: now + 1000, volumes: [], missing: true });
    store.did(here.id, 'deleted', 3);
    await expect
      .poll(() => store.ledgerOf(here.id).entries['volume-3']?.sightings.at(-1)?.state)
      .toBe('gone');
  });

  it('tells who listens only what is new', async () => {
    let told = 0;
    store.onDidChange(() => (told += 1));
    list(running);
    await expect.poll(() => told).toBe(1);
    now += 60_000;
    list(running);
    now += 60_000;
    list({ ...running, search: { totalHour: 2 } });
    await expect.poll(() => told).toBe(2);
  });

  it('is forgotten with the account', async () => {
    list(running);
    await expect.poll(() => stat(join(folder, here.id, 'ledger.json')).catch(() => undefined)).toBeDefined();
    await expect.poll(() => store.ledgerOf(here.id).entries['instance-1']).toBeDefined();
    await new AccountFiles(folder, undefined, timesOf(systemClock)).remove(here.id);
    signedIn = [there];
    accountsChanged.fire();
    list(running);
    tellOther(there.id, { at: now, instances: [] });
    await expect.poll(() => store.ledgerOf(here.id).entries).toEqual({});
    await expect(stat(join(folder, here.id))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
