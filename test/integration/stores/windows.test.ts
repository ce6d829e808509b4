import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../../src/api/client';
import { lazyFetch } from '../../../src/api/http/nodeFetch';
import { accountInUse } from '../../../src/stores/account/accountInUse';
import { AccountFiles } from '../../../src/stores/account/accountFiles';
import { AccountStore } from '../../../src/stores/account/accountStore';
import { type Clock, systemClock } from '../../../src/clock';
import { type Disk, nodeDisk } from '../../../src/files/disk';
import { InstanceStore } from '../../../src/stores/instances/instanceStore';
import { Lease, timesOf } from '../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../src/stores/rentals/markerFiles';
import { PendingRentals } from '../../../src/stores/rentals/pendingRentals';
import { SnapshotFiles } from '../../../src/stores/instances/snapshotFiles';
import { MemorySecrets } from '../support/memorySecrets';
import { agreed, environment, sandbox, until } from '../support/inHost';
import { withoutOddRows } from '../support/oddMode';
import { GoneInstances } from '../../../src/stores/instances/goneInstance';

/** The stores of several windows of one person: they share the secret storage and the files, and nothing else. */
describe('several windows', () => {
  let folder: string;
  let secrets: MemorySecrets;
  let clock: ManualClock;
  /** Requests without an answer yet, and calls of the disk that aren’t done. */
  let underWay = 0;
  /** Leases that are there and still empty. */
  const filling = new Set<string>();
  let windows: ReturnType<typeof openWindow>[];

  before(async () => {
    // The extension under test would ask for the same list.
    while (await agreed('signOut'));
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    secrets = new MemorySecrets();
    clock = new ManualClock();
    windows = [openWindow(), openWindow(), openWindow()];
  });
  afterEach(async () => {
    for (const { accounts, instances } of windows) {
      instances.dispose();
      accounts.dispose();
    }
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  it('follow a sign-in, a switch and a sign-out of one of them', async () => {
    const other = await sandbox.createAccount({ email: 'other@example.com' });
    const [first] = windows;
    const emails = () => windows.map(({ accounts }) => accounts.active?.email);
    await signIn(environment.apiKey);
    await until(
      () => emails().every((email) => email === 'renter@example.com'),
      'all windows follow the sign-in',
    );
    await signIn(other.apiKey);
    await until(
      () => emails().every((email) => email === 'other@example.com'),
      'all windows follow the second',
    );
    const account = first?.accounts.accounts.find(({ email }) => email === 'renter@example.com');
    await first?.accounts.switchTo(account?.id ?? '');
    await until(
      () => emails().every((email) => email === 'renter@example.com'),
      'all windows follow the switch',
    );
    for (const { id } of [...(first?.accounts.accounts ?? [])]) await first?.accounts.remove(id);
    await until(() => emails().every((email) => email === undefined), 'all windows follow the sign-out');
  });

  it('ask once a poll, all together', async () => {
    await signIn(environment.apiKey);
    await until(() => windows.every(({ accounts }) => accounts.active), 'all windows are signed in');
    for (const { instances } of windows) instances.setVisible(true);
    await allListed();
    await settle();
    await sandbox.clearRequests();
    for (let poll = 0; poll < 4; poll++) {
      await clock.advance(10_000);
      await until(() => windows.some(({ instances }) => instances.state.fetchedAt === clock.now()), 'a list');
      const asked = clock.now();
      // Those that found another one asking look for its answer.
      await until(async () => {
        await settle();
        const done = windows.every(({ instances }) => instances.state.fetchedAt === asked);
        if (!done) await clock.advance(500);
        return done;
      }, 'the others take it over');
    }
    equal(await listRequests(), 4);
    const ages = windows.map(({ instances }) => instances.state.fetchedAt);
    deepEqual(new Set(ages).size, 1);
  });

  it('ask nothing while nobody looks and nothing is billed', () =>
    withoutOddRows(async () => {
      await signIn(environment.apiKey);
      await allListed();
      await sandbox.clearRequests();
      // One empty list may be a mistake of the service.
      await clock.advance(120_000);
      await until(async () => (await listRequests()) === 1, 'the one list');
      await settle();
      equal(await listRequests(), 1);
      await sandbox.clearRequests();
      await clock.advance(600_000);
      await settle();
      equal(await listRequests(), 0);
    }));

  it('show a rental once where a list has it before its answer', () =>
    withoutOddRows(async () => {
      await signIn(environment.apiKey);
      const [{ accounts, instances, pending }] = windows as [ReturnType<typeof openWindow>];
      const { account, client } = accountInUse(accounts);
      const rental = { known: [], awaited: true };
      const token = await pending.begin(account.id, rental);
      const [offer] = await client.offers.search({ filters: { verified: { eq: true } } });
      const request = { image: 'debian:12', runtype: 'ssh_direct', disk: 10 } as const;
      const { instanceId } = await client.instances.create(offer?.id ?? NaN, request);
      try {
        await sandbox.advance(300);
        await until(async () => {
          await clock.advance(10_000);
          return instances.get(instanceId) !== undefined;
        }, 'the list has it');
        await pending.created(account.id, token, instanceId);
        await instances.lookForPending();
        deepEqual(instances.state.expected, []);
      } finally {
        await client.instances.destroy(instanceId);
      }
    }));

  async function allListed(): Promise<void> {
    await until(async () => {
      await clock.advance(500);
      await settle();
      // A window that opens late draws the list of the others first, and doesn't count it yet.
      return windows.every(({ instances }) => instances.isConfirmed);
    }, 'the first list');
  }

  async function signIn(apiKey: string): Promise<void> {
    const client = new Client({ baseUrl: environment.sandboxUrl, apiKey, fetch: lazyFetch });
    await windows[0]?.accounts.add(environment.sandboxUrl, apiKey, await client.users.current());
  }

  async function listRequests(): Promise<number> {
    return (await sandbox.requests()).filter(
      // Those that are told that the list has moved are no lists.
      ({ path, status }) => path.endsWith('/instances/') && status !== 410,
    ).length;
  }

  /** Until no timer is due, no answer is on its way and no file is read or written, for as long as a changed file takes to be noticed. */
  async function settle(): Promise<void> {
    let quiet = 0;
    await until(async () => {
      const before = clock.count;
      await new Promise((resolve) => setTimeout(resolve, 50));
      quiet = clock.count === before && !clock.isDue() && underWay === 0 ? quiet + 1 : 0;
      return quiet === 6;
    }, 'the windows settle');
  }

  async function counted<T>(call: Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await call;
    } finally {
      underWay -= 1;
    }
  }

  async function later<T>(call: () => Promise<T>): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return call();
  }

  function countedDisk(disk: Disk): Disk {
    return {
      readFile: (path) => counted(disk.readFile(path)),
      async lstat(path) {
        const looked = await counted(disk.lstat(path));
        // However long it takes there, it isn't left behind.
        return filling.has(path) ? { modifiedMs: Date.now() } : looked;
      },
      versionOf: (path) => counted(disk.versionOf(path)),
      readdir: (path) => counted(disk.readdir(path)),
      async createExclusive(path, mode) {
        const made = await counted(disk.createExclusive(path, mode));
        const isLease = path.endsWith('.lease');
        if (isLease) filling.add(path);
        return {
          // On a busy disk, another window finds the lease empty meanwhile.
          write: (content) =>
            counted(isLease ? later(() => made.write(content)) : made.write(content)).finally(() =>
              filling.delete(path),
            ),
          touch: () => counted(made.touch()),
          sync: () => counted(made.sync()),
          close: () => counted(made.close()),
        };
      },
      link: (path, newPath) => counted(disk.link(path, newPath)),
      rename: (from, to) => counted(disk.rename(from, to)),
      unlink: (path) => counted(disk.unlink(path)),
      touch: (path) => counted(disk.touch(path)),
      makeFolder: (path) => counted(disk.makeFolder(path)),
    };
  }

  function openWindow() {
    const disk = countedDisk(nodeDisk);
    // The age of a lock is that of its file, which carries the real time.
    const files = new AccountFiles(join(folder, 'accounts'), disk, timesOf(systemClock));
    const createClient = (baseUrl: string, apiKey: string) =>
      new Client({ baseUrl, apiKey, fetch: (...request) => counted(lazyFetch(...request)), spacingScale: 0 });
    const accounts = new AccountStore({ secrets, files, createClient });
    const gone = new GoneInstances(clock);
    const snapshots = new SnapshotFiles(files, clock, undefined, gone);
    const pollInterval = () => 10_000;
    const lease = (accountId: string) =>
      new Lease(join(files.folderOf(accountId), 'list.lease'), clock, disk, files.world);
    const pending = new PendingRentals(files, clock);
    const pendingStart = new MarkerFiles(files, 'pendingStart');
    const instances = new InstanceStore({
      accounts,
      snapshots,
      gone,
      pending,
      pendingStart,
      lease,
      clock,
      pollInterval,
    });
    return { accounts, instances, pending };
  }
});

/** Time moves only by `advance`; it starts at the real one, because files carry real times. */
class ManualClock implements Clock {
  #time = Date.now();
  #timers: { at: number; callback: () => void }[] = [];
  /** Timers set so far. */
  count = 0;

  now = () => this.#time;

  monotonic = this.now;

  after = (milliseconds: number, callback: () => void) => {
    this.count += 1;
    const timer = { at: this.#time + milliseconds, callback };
    this.#timers.push(timer);
    queueMicrotask(() => this.#run());
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  isDue = () => this.#timers.some(({ at }) => at <= this.#time);

  async advance(milliseconds: number): Promise<void> {
    this.#time += milliseconds;
    this.#run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  #run(): void {
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    this.#timers = this.#timers.filter(({ at }) => at > this.#time);
    for (const { callback } of due) callback();
  }
}
