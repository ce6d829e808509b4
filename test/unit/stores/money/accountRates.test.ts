import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateFrom } from '../../../../src/domain/money/rate';
import { type Account, AccountFiles } from '../../../../src/stores/account/accountFiles';
import { AccountRates, type AccountRatesOptions } from '../../../../src/stores/money/accountRates';
import { type Clock, systemClock } from '../../../../src/clock';
import { ExpectedRentals } from '../../../../src/stores/rentals/expectedRentals';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { Lease, timesOf } from '../../../../src/stores/windows/lease';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';
import type { Snapshot } from '../../../../src/domain/instances/sharedInstance';
import { VolumeLists } from '../../../../src/stores/volumes/volumeLists';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';
import { silent } from '../../../../src/log/log';

let sandbox: Sandbox;
let folder: string;
let files: AccountFiles;
let windows: { dispose(): void }[];
beforeAll(async () => void (sandbox = await createSandbox({ sshd: false, offers: 50 })));
afterAll(() => sandbox.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  files = new AccountFiles(folder, undefined, timesOf(systemClock));
  windows = [];
});
afterEach(async () => {
  for (const window of windows) window.dispose();
  sandbox.control.clearFailures();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

describe('what the accounts cost that are not in use', () => {
  it('is known of each, and kept up to date with one request a minute for all windows', async () => {
    const { renter, world } = await twoAccounts();
    await renter.rentRunning();
    const one = openWindow(world);
    await expect.poll(() => one.cost()?.running).toBe(1);
    await one.rests();
    const other = openWindow(world);
    await expect.poll(() => other.cost()?.running).toBe(1);
    expect(one.cost()?.rate?.dollars).toBeGreaterThan(0);
    sandbox.control.clearRequests();
    for (let minute = 1; minute <= 5; minute += 1) {
      const before = lists();
      await one.clock.advance(60_000);
      await expect.poll(lists).toBe(before + 1);
      await expect.poll(() => one.cost()?.at).toBe(one.clock.now());
      await one.rests();
      await other.clock.advance(60_000);
      await expect.poll(() => other.cost()?.at).toBe(one.clock.now());
    }
    expect(lists()).toBe(5);
  });

  it('comes with their lists, told once while no row changes', async () => {
    const { renter, world } = await twoAccounts();
    const id = await renter.rentRunning();
    const window = openWindow(world);
    await expect.poll(() => window.cost()?.running).toBe(1);
    await window.rests();
    const seen = () => new Set(window.listed.map(({ instances }) => instances)).size;
    await window.clock.advance(60_000);
    await window.rests();
    const before = seen();
    await window.clock.advance(60_000);
    await window.rests();
    expect(seen()).toBe(before);
    await sandbox.control.setInstanceStatus(id, 'offline');
    await window.clock.advance(60_000);
    await expect.poll(() => window.listed.at(-1)?.instances[0]?.actual_status).toBe('offline');
    expect(new Set(window.listed.map(({ accountId }) => accountId))).toEqual(new Set(['b-2']));
    expect(window.rates.listOf('b-2')?.instances).toMatchObject([{ id, actual_status: 'offline' }]);
    // Its lists are now those of the account in use.
    world.active = world.accounts[1];
    world.changed();
    expect(window.rates.listOf('b-2')).toBeUndefined();
  });

  it('has the loads of the lists that this window loaded, while they are recent', async () => {
    const { renter, world } = await twoAccounts();
    const id = await renter.rentRunning();
    const window = openWindow(world);
    await expect.poll(() => window.cost()?.running).toBe(1);
    await window.rests();
    expect(window.rates.figures('b-2', id)?.gpu_util).toBe(3);
    expect(window.answers).toEqual([['b-2', [id]]]);
    const other = openWindow(world);
    await expect.poll(() => other.cost()?.running).toBe(1);
    expect(other.rates.figures('b-2', id)).toBeUndefined();
    sandbox.control.failNext({ path: '/instances/', status: 400, count: 9 });
    await window.clock.advance(121_000);
    expect(window.rates.figures('b-2', id)).toBeUndefined();
  });

  it('is not asked for any more once nothing is billed there, but keeps its time', async () => {
    const { renter, world } = await twoAccounts();
    const id = await renter.rentRunning();
    const window = openWindow(world);
    await expect.poll(() => window.cost()?.instances).toBe(1);
    await renter.client.instances.destroy(id);
    await window.rests();
    await window.clock.advance(60_000);
    await window.rests();
    // One list isn't enough: the service is asked for the instance, and a later list has to agree.
    expect(window.cost()?.instances).toBe(1);
    await window.clock.advance(60_000);
    await expect.poll(() => window.cost()?.instances).toBe(0);
    expect(window.cost()?.at).toBe(window.clock.now());
    await expect.poll(() => window.isIdle()).toBe(true);
  });

  it('stays, as old as it is, when the service does not answer', async () => {
    const { renter, world } = await twoAccounts();
    await renter.rentRunning();
    const window = openWindow(world);
    await expect.poll(() => window.cost()?.instances).toBe(1);
    await expect.poll(() => window.cost()?.volumes).toBeDefined();
    const known = window.cost();
    sandbox.control.failNext({ path: '/instances/', status: 400, count: 9 });
    await window.rests();
    await window.clock.advance(60_000);
    await expect.poll(() => window.cost()?.error).toBeDefined();
    expect(window.cost()).toMatchObject({ rate: known?.rate, at: known?.at });
  });

  it('is taken over from the account that was in use until now', async () => {
    const { renter, world } = await twoAccounts();
    await renter.rentRunning();
    world.active = world.accounts[1];
    const window = openWindow(world);
    await expect.poll(() => window.cost()?.at).toBe(window.clock.now());
    const instances = await renter.client.instances.list();
    await new SnapshotFiles(files).write('b-2', { at: window.clock.now(), instances });
    sandbox.control.clearRequests();
    world.active = world.accounts[0];
    world.changed();
    await expect.poll(() => window.cost()?.running).toBe(1);
    expect(lists()).toBe(0);
  });

  it('is taken over from another window also when the clock was set back', async () => {
    const setBack = 2 * 60 * 60_000;
    const { renter, world } = await twoAccounts();
    await renter.rentRunning();
    const { clock, listed, cost, rests, asking } = openWindow(world);
    await expect.poll(() => cost()?.running).toBe(1);
    await rests();
    clock.setBack = setBack;
    const at = clock.now();
    await new SnapshotFiles(files, clock).write('b-2', { at, instances: [{ id: 1 }, { id: 2 }] });
    await clock.advance(60_000);
    await expect.poll(() => listed.map((list) => list.at)).toContain(at);
    await rests();
    expect(asking()).toBe(0);
  });

  it('counts volumes too, and asks about them every ten minutes', async () => {
    const { renter, world } = await twoAccounts();
    const { rate } = await renter.volume(100);
    const window = openWindow(world);
    await expect.poll(() => window.cost()?.volumes).toMatchObject({ count: 1, unpriced: 0 });
    expect(window.cost()?.rate?.dollars).toBeCloseTo(rate, 6);
    await window.rests();
    const before = requestsTo('/volumes/');
    await window.clock.advance(10 * 60_000);
    await expect.poll(() => requestsTo('/volumes/')).toBe(before + 1);
    await expect.poll(() => window.listedVolumes).toEqual([1, 1]);
    expect(lists()).toBe(2);
  });

  it('knows no rate while the list of volumes failed and no instance is billed', async () => {
    const { world } = await twoAccounts();
    sandbox.control.failNext({ path: '/volumes/', status: 400, count: 9 });
    const window = openWindow(world);
    await expect.poll(() => window.cost()?.error).toBeDefined();
    expect(window.cost()).toMatchObject({
      instances: 0,
      rate: rateFrom(undefined),
      volumes: undefined,
    });
    sandbox.control.clearFailures();
    await window.clock.advance(120_000);
    await expect.poll(() => window.cost()?.rate).toEqual(rateFrom(0));
  });

  it('is asked for while a rental there is open, and its agreed stop is then scheduled', async () => {
    const { renter, world } = await twoAccounts();
    const itsClock = { ...systemClock };
    const pending = new PendingRentals(files, itsClock);
    const stopAt = systemClock.now() + 60 * 60_000;
    const rental = { known: [], label: undefined, machineId: undefined, awaited: false, stopAt };
    await pending.unclear('b-2', await pending.begin('b-2', rental));
    const scheduled: unknown[] = [];
    const agreed = {
      schedule: (...stop: unknown[]) => Promise.resolve(void scheduled.push(stop)),
      tellLost: () => undefined,
    };
    const expected = new ExpectedRentals(pending, new MarkerFiles(files, 'pendingStart'), silent, agreed);
    const window = openWindow(world, {
      pending,
      reconcile: (accountId, list) => expected.reconcile(accountId, list.instances, () => false),
    });
    await expect.poll(() => window.cost()?.running).toBe(0);
    const id = await renter.rentRunning();
    // Its own window has had the time to schedule it.
    itsClock.now = () => systemClock.now() + 200_000;
    itsClock.monotonic = () => systemClock.monotonic() + 200_000;
    await window.clock.advance(60_000);
    await expect.poll(() => scheduled).toEqual([['b-2', id, stopAt]]);
    await expect.poll(() => window.cost()?.running).toBe(1);
  });

  it('leaves nothing behind of an account that signed out while it was asked for', async () => {
    const { renter, world } = await twoAccounts();
    await renter.rentRunning();
    const { instances } = renter.client;
    const list = instances.list.bind(instances);
    const signedOut = Promise.withResolvers();
    vi.spyOn(instances, 'list').mockImplementation(async (options) => {
      const listed = await list(options);
      await signedOut.promise;
      return listed;
    });
    const window = openWindow(world);
    await expect.poll(() => window.asking()).toBe(1);
    world.accounts = world.accounts.slice(0, 1);
    world.changed();
    signedOut.resolve(undefined);
    const lease = join(files.folderOf('b-2'), 'list.lease');
    await expect.poll(() => existsSync(lease)).toBe(false);
    expect(await new SnapshotFiles(files).read('b-2')).toBeUndefined();
  });
});

const lists = (): number => requestsTo('/instances/');
/** Without those that are told that the list has moved. */
const requestsTo = (of: string): number =>
  sandbox.control
    .requests()
    .filter(({ method, path, status }) => method === 'GET' && path.endsWith(of) && status !== 410).length;

/** The first account is in use, the second one belongs to `renter`. */
async function twoAccounts() {
  const renter = new TestAccount(sandbox);
  const account = (id: string, userId: number): Account => ({ id, baseUrl: sandbox.url, userId });
  const listeners = new Set<() => void>();
  const accounts = [account('a-1', 1), account('b-2', 2)];
  const world = {
    accounts: accounts as readonly Account[],
    active: accounts[0],
    renter,
    changed: () => listeners.forEach((listener) => listener()),
    listen: (listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  sandbox.control.clearRequests();
  return { renter, world };
}

function openWindow(
  world: Awaited<ReturnType<typeof twoAccounts>>['world'],
  options: Partial<AccountRatesOptions> = {},
) {
  const clock = new ManualClock();
  // What goes on in a window after its test takes no lease of the next one.
  const folderOf = files.folderOf.bind(files);
  let asking = 0;
  const answers: [accountId: string, ids: number[]][] = [];
  const gone = new GoneInstances(clock);
  const rates = new AccountRates({
    gone,
    log: silent,
    onAnswer: (accountId, list) => answers.push([accountId, list.map(({ id }) => id)]),
    accounts: {
      get accounts() {
        return world.accounts;
      },
      get active() {
        return world.active;
      },
      clientOf: () => ({
        instances: {
          list: () => {
            asking += 1;
            return world.renter.client.instances.list().finally(() => (asking -= 1));
          },
          get: (id: number) => {
            asking += 1;
            return world.renter.client.instances.get(id).finally(() => (asking -= 1));
          },
        },
        volumes: world.renter.client.volumes,
      }),
      onDidChange: world.listen,
    },
    snapshots: new SnapshotFiles(files, clock, undefined, gone),
    volumes: new VolumeLists(files, clock, () => Promise.resolve(true)),
    ...options,
    lease: (id) => new Lease(join(folderOf(id), 'list.lease'), systemClock),
    clock,
  });
  windows.push(rates);
  const listed: (Snapshot & { accountId: string })[] = [];
  rates.onDidList((accountId, list) => listed.push({ accountId, ...list }));
  const listedVolumes: number[] = [];
  rates.onDidListVolumes((_, { volumes }) => listedVolumes.push(volumes.length));
  // Written down and the lease given back: all that is left is the next timer.
  const rests = () => expect.poll(() => clock.isResting).toBe(true);
  return {
    rests,
    rates,
    answers,
    isIdle: () => asking === 0 && clock.timers === 0,
    clock,
    listed,
    listedVolumes,
    cost: () => rates.others[0]?.cost,
    asking: () => asking,
  };
}

/** All windows tell the same time. */
const start = Date.now();

/** What is due at once comes at once; all else by `advance`. */
class ManualClock implements Clock {
  #time = start;
  #timers: { at: number; callback: () => void }[] = [];

  get timers(): number {
    return this.#timers.length;
  }

  /** Only the next poll is waited for: a file that is being written has its lock renewed sooner. */
  get isResting(): boolean {
    return this.#timers.length === 1 && this.#timers.every(({ at }) => at - this.#time > 30_000);
  }

  /** By how much the time of day was set back, in milliseconds. */
  setBack = 0;
  now = () => this.#time - this.setBack;
  monotonic = () => this.#time;
  after = (milliseconds: number, callback: () => void) => {
    const timer = { at: this.#time + milliseconds, callback };
    this.#timers.push(timer);
    queueMicrotask(() => this.#run());
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  /** Moves on once what ran before has set its next timer. */
  async advance(milliseconds: number): Promise<void> {
    await expect.poll(() => this.isResting).toBe(true);
    this.#time += milliseconds;
    this.#run();
  }

  #run(): void {
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    this.#timers = this.#timers.filter(({ at }) => at > this.#time);
    for (const { callback } of due) callback();
  }
}
