import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../../src/api/client';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { type Clock, systemClock } from '../../../../src/clock';
import type { InstanceChange } from '../../../../src/stores/instances/instanceChange';
import { Lease, timesOf } from '../../../../src/stores/windows/lease';
import { type VolumeList, VolumeLists } from '../../../../src/stores/volumes/volumeLists';
import { VolumeStore } from '../../../../src/stores/volumes/volumeStore';
import { fakeVscode } from '../../support/fakeVscode';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

let sandbox: Sandbox;
let folder: string;
let renter: TestAccount;
let clock: ManualClock;
let windows: VolumeWindow[];
beforeAll(async () => void (sandbox = await createSandbox({ sshd: false, offers: 50 })));
afterAll(() => sandbox.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  renter = new TestAccount(sandbox);
  clock = new ManualClock();
  windows = [];
});
afterEach(async () => {
  for (const { store } of windows) store.dispose();
  sandbox.control.clearFailures();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

describe('the volumes of the account in use', () => {
  it('are asked for once, after the first list of instances, and not again while there are none', async () => {
    const window = openWindow();
    await settled();
    expect(asked()).toBe(0);
    window.listed();
    await expect.poll(() => window.store.state.fetchedAt).toBe(clock.now());
    for (let hour = 0; hour < 3; hour++) {
      window.listed();
      await clock.advance(3_600_000);
    }
    expect(asked()).toBe(1);
  });

  it('are asked for each minute while somebody looks, and every ten while nobody does', async () => {
    const { rate } = await renter.volume(10);
    const window = openWindow();
    window.listed();
    await expect.poll(() => window.store.state.volumes).toMatchObject([{ size: 10 }]);
    expect(rate).toBeGreaterThan(0);
    sandbox.control.clearRequests();
    for (let minute = 0; minute < 30; minute++) await clock.advance(60_000);
    expect(asked()).toBeGreaterThanOrEqual(2);
    expect(asked()).toBeLessThanOrEqual(4);
    sandbox.control.clearRequests();
    window.store.setVisible(true);
    await settled();
    for (let minute = 0; minute < 5; minute++) await clock.advance(60_000);
    expect(asked()).toBeGreaterThanOrEqual(5);
    expect(asked()).toBeLessThanOrEqual(6);
  });

  it('are asked for by one window for all', async () => {
    await renter.volume(10);
    const [one, other] = [openWindow(), openWindow()];
    for (const window of [one, other]) window.listed();
    // The one that found the other asking looks for its answer.
    await clock.advance(500);
    expect(other.store.state.fetchedAt).toBeDefined();
    expect(one.store.state.fetchedAt).toBe(other.store.state.fetchedAt);
    expect(asked()).toBe(1);
    for (const { store } of [one, other]) store.setVisible(true);
    await settled();
    sandbox.control.clearRequests();
    for (let minute = 0; minute < 4; minute++) {
      await clock.advance(60_000);
      await clock.advance(500);
    }
    expect(asked()).toBeGreaterThanOrEqual(4);
    expect(asked()).toBeLessThanOrEqual(5);
    expect(other.store.state.volumes).toHaveLength(1);
  });

  it('write nothing while they stay the same and this window is alone', async () => {
    await renter.volume(10);
    const window = openWindow({ alone: true });
    window.store.setVisible(true);
    await expect.poll(() => window.store.state.fetchedAt).toBeDefined();
    await settled();
    const { mtimeMs } = await stat(window.file);
    const told: unknown[] = [];
    window.store.onDidChange(() => told.push(1));
    for (let minute = 0; minute < 3; minute++) await clock.advance(60_000);
    expect(window.store.state.fetchedAt).toBe(clock.now());
    expect((await stat(window.file)).mtimeMs).toBe(mtimeMs);
    expect(told).toEqual([]);
  });

  it('are asked for at once when an instance appears or goes that has one, and when one is rented with one', async () => {
    const { id } = await renter.volume(10);
    const window = openWindow();
    window.listed();
    await expect.poll(() => window.store.state.fetchedAt).toBeDefined();
    await settled();
    const happens = async (what: () => void, requests: number): Promise<void> => {
      sandbox.control.clearRequests();
      await clock.advance(1000);
      what();
      await settled();
      expect(asked()).toBe(requests);
    };
    await happens(() => window.listed({ id: 5 }), 0);
    await happens(() => window.listed({ id: 5 }, { id: 6, volume_info: [{ volume_id: id }] }), 1);
    await happens(() => window.listed({ id: 5 }, { id: 6, volume_info: [{ volume_id: id }] }), 0);
    await happens(() => window.listed({ id: 5 }), 1);
    await happens(() => window.listed(), 0);
    await happens(() => window.store.outdate(), 1);
  });

  it('are none where the service has no list of them, without asking again and again', async () => {
    sandbox.control.configure({ extensions: false });
    try {
      const window = openWindow();
      window.listed({ id: 6, volume_info: [{ volume_id: 1 }] });
      await expect.poll(() => window.store.state.missing).toBe(true);
      expect(window.store.state.volumes).toEqual([]);
      expect(window.store.state.error).toBeUndefined();
      const before = asked();
      for (let hour = 0; hour < 3; hour++) await clock.advance(3_600_000);
      expect(asked()).toBe(before);
      // Another key may see them.
      sandbox.control.configure({ extensions: true });
      window.signIn();
      await expect.poll(() => window.store.state.missing).toBeUndefined();
    } finally {
      sandbox.control.configure({ extensions: true });
    }
  });

  it('are unknown to a key that may not read them, and those that were known before stay', async () => {
    await renter.volume(10);
    const refused = openWindow({ client: renter.scoped('misc') });
    refused.listed();
    await expect.poll(() => refused.store.state).toMatchObject({ missing: true, refused: true, volumes: [] });
    await clock.advance(1);
    const window = openWindow();
    await window.store.refresh();
    expect(window.store.state.volumes).toHaveLength(1);
    await clock.advance(1);
    expect(window.store.state.refused).toBeUndefined();
    await refused.store.refresh();
    const { volumes } = window.store.state;
    expect(refused.store.state).toMatchObject({ missing: true, refused: true, volumes });
  });

  it('stay when a gateway on the way to them says "not found"', async () => {
    await renter.volume(10);
    const window = openWindow();
    window.store.setVisible(true);
    await expect.poll(() => window.store.state.fetchedAt).toBeDefined();
    await settled();
    const { volumes } = window.store.state;
    expect(volumes).toHaveLength(1);
    sandbox.control.failNext({ path: '/volumes/', status: 404, body: { detail: 'Not Found' }, count: 99 });
    await clock.advance(60_000);
    await expect.poll(() => window.store.state.error).toBeDefined();
    expect(window.store.state).toMatchObject({ volumes });
    expect(window.store.state.missing).toBeUndefined();
  });

  it('are unknown, not none, when a gateway says "not found" to the first request for them', async () => {
    await renter.volume(10);
    sandbox.control.failNext({ path: '/volumes/', status: 404, body: { detail: 'Not Found' } });
    const window = openWindow();
    window.store.setVisible(true);
    await expect.poll(() => window.store.state.error).toBeDefined();
    expect([window.store.state.missing, window.store.state.fetchedAt]).toEqual([undefined, undefined]);
    await clock.advance(5 * 60_000);
    await expect.poll(() => window.store.state.volumes).toHaveLength(1);
    expect(window.store.state.error).toBeUndefined();
  });

  it('stay with their age when a refresh fails, and come back by themselves', async () => {
    await renter.volume(10);
    const window = openWindow();
    window.store.setVisible(true);
    await expect.poll(() => window.store.state.fetchedAt).toBeDefined();
    await settled();
    const { fetchedAt, volumes } = window.store.state;
    sandbox.control.failNext({ path: '/volumes/', status: 400, count: 99 });
    await clock.advance(60_000);
    expect(window.store.state).toMatchObject({ fetchedAt, volumes });
    expect(window.store.state.error).toBeDefined();
    await expect(window.store.refresh()).rejects.toThrow();
    sandbox.control.clearFailures();
    await clock.advance(5 * 60_000);
    await expect.poll(() => window.store.state.error).toBeUndefined();
    expect(window.store.state.fetchedAt).toBe(clock.now());
  });

  it('keep what was known of a row that cannot be read now', async () => {
    const { id } = await renter.volume(10);
    const window = openWindow();
    await window.store.refresh();
    await clock.advance(1000);
    const body = { volumes: [{ id: 77, size: '5' }, { id: 'nine' }] };
    sandbox.control.failNext({ path: '/volumes/', status: 200, body });
    await window.store.refresh();
    expect(window.store.get(77)).toMatchObject({ size: 5 });
    // It may be the one whose id cannot be read.
    expect(window.store.get(id)).toMatchObject({ size: 10, unreadable: true });
    expect(window.store.state.volumes).toHaveLength(3);
  });

  it('lose a deleted one at once, in all windows', async () => {
    const { id } = await renter.volume(10);
    const [one, other] = [openWindow(), openWindow()];
    for (const window of [one, other]) window.listed();
    await clock.advance(500);
    for (const { store } of [one, other]) expect(store.get(id)).toBeDefined();
    await clock.advance(1000);
    await renter.client.volumes.delete(id);
    one.store.forget(id);
    expect(one.store.state.volumes).toEqual([]);
    await settled();
    await clock.advance(60_000);
    expect(other.store.state.volumes).toEqual([]);
  });

  it('are those of the last time until there is a new list', async () => {
    await renter.volume(10);
    const earlier = openWindow();
    await earlier.store.refresh();
    expect(await readFile(earlier.file, 'utf8')).not.toContain('key');
    sandbox.control.failNext({ path: '/volumes/', status: 400, count: 9 });
    await clock.advance(3_600_000);
    const later = openWindow();
    await expect.poll(() => later.store.state.volumes).toHaveLength(1);
    expect(later.store.state.fetchedAt).toBe(earlier.store.state.fetchedAt);
  });
});

const asked = (): number =>
  sandbox.control.requests().filter(({ method, path }) => method === 'GET' && path.endsWith('/volumes/'))
    .length;

interface VolumeWindow {
  store: VolumeStore;
  file: string;
  signIn: () => void;
  /** The list of instances came. */
  listed: (...instances: SharedInstance[]) => void;
}

/** Of all windows: files and answers that are waited for. */
let underWay = 0;

async function whileUnderWay<T>(work: Promise<T>): Promise<T> {
  underWay += 1;
  return work.finally(() => (underWay -= 1));
}

class CountedLists extends VolumeLists {
  override read(accountId: string) {
    return whileUnderWay(super.read(accountId));
  }

  override write(accountId: string, list: VolumeList) {
    return whileUnderWay(super.write(accountId, list));
  }
}

class CountedLease extends Lease {
  override tryRun(task: () => Promise<void>) {
    return whileUnderWay(super.tryRun(task));
  }
}

/** Until no timer is due and nothing is waited for. */
async function settled(): Promise<void> {
  let quiet = 0;
  await expect
    .poll(() => (quiet = underWay === 0 && !clock.isDue() ? quiet + 1 : 0), { interval: 5 })
    .toBeGreaterThan(2);
}

function openWindow({
  client = renter.client,
  alone = false,
}: { client?: Client; alone?: boolean } = {}): VolumeWindow {
  const files = new AccountFiles(join(folder, 'accounts'), undefined, timesOf(systemClock));
  const account = { id: 'a-1', baseUrl: sandbox.url, userId: 1 };
  const accountChanged = new fakeVscode.EventEmitter<undefined>();
  const instancesChanged = new fakeVscode.EventEmitter<InstanceChange>();
  const state = { instances: new Map<number, SharedInstance>(), expected: [], fetchedAt: 1 };
  const lists = new CountedLists(files, clock, () => Promise.resolve(!alone));
  const lease = (id: string) => new CountedLease(join(files.folderOf(id), 'volumes.lease'), systemClock);
  const store = new VolumeStore({
    accounts: {
      active: account,
      client,
      onDidChange: accountChanged.event,
    },
    instances: {
      state,
      onDidChange: instancesChanged.event,
    },
    lists,
    lease,
    clock,
    log: silent,
  });
  const window: VolumeWindow = {
    store,
    file: join(files.folderOf(account.id), 'volumes.json'),
    signIn: () => accountChanged.fire(undefined),
    listed: (...instances) => {
      const before = [...state.instances.keys()];
      const now = instances.map(({ id }) => id);
      state.instances = new Map(instances.map((instance) => [instance.id, instance]));
      instancesChanged.fire({
        added: now.filter((id) => !before.includes(id)),
        removed: before.filter((id) => !now.includes(id)),
        gone: [],
        changed: now.filter((id) => before.includes(id)),
        listed: true,
        expected: false,
      });
    },
  };
  windows.push(window);
  sandbox.control.clearRequests();
  window.signIn();
  return window;
}

/** What is due comes in turn; time passes by `advance` alone. */
class ManualClock implements Clock {
  #time = Date.now();
  #timers: { at: number; callback: () => void }[] = [];

  now = () => this.#time;
  monotonic = this.now;
  isDue = () => this.#timers.some(({ at }) => at <= this.#time);
  after = (milliseconds: number, callback: () => void) => {
    const timer = { at: this.#time + milliseconds, callback };
    this.#timers.push(timer);
    setImmediate(() => this.#run());
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  async advance(milliseconds: number): Promise<void> {
    await settled();
    this.#time += milliseconds;
    this.#run();
    await settled();
  }

  #run(): void {
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    this.#timers = this.#timers.filter(({ at }) => at > this.#time);
    for (const { callback } of due) callback();
  }
}
