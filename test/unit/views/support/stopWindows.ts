import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instance';
import type { Clock } from '../../../../src/clock';
import type { ScheduledStop } from '../../../../src/domain/scheduledStop';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/accountFiles';
import type { InstanceChange, InstanceState } from '../../../../src/stores/instanceChange';
import { IdleWatch } from '../../../../src/stores/idleWatch';
import { Leases } from '../../../../src/stores/lease';
import { MarkerFiles } from '../../../../src/stores/markerFiles';
import { NewsFiles } from '../../../../src/stores/newsFiles';
import { PendingRentals } from '../../../../src/stores/pendingRentals';
import { ScheduledStops } from '../../../../src/stores/scheduledStops';
import { WindowsOn } from '../../../../src/stores/windowsOn';
import { StopKeeper, type StopKeeperStores } from '../../../../src/views/stopKeeper';
import { stopText } from '../../../../src/views/stopWords';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

export const minute = 60_000;
export const hour = 60 * minute;

/** What the windows of a test share. */
export const world = {
  sandbox: undefined as unknown as Sandbox,
  account: undefined as unknown as TestAccount,
  folder: '',
  /** Milliseconds since the epoch. */
  time: 0,
  /** The processes that run. */
  alive: new Set<number>(),
};

/** A sandbox for the tests of a file, and an account, a folder and a clock for each. */
export function useStops(): void {
  beforeAll(async () => {
    world.sandbox = await createSandbox({ sshd: false });
  });
  afterAll(() => world.sandbox.close());
  beforeEach(async () => {
    clearScreen();
    world.account = new TestAccount(world.sandbox);
    world.folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    world.time = Date.now();
    world.alive = new Set();
  });
  afterEach(async () => {
    world.sandbox.control.clearFailures();
    await rm(world.folder, { recursive: true, maxRetries: 5 });
  });
}

/** A window with a process of its own; all share the folder and the account. */
export class StopWindow {
  readonly stops: ScheduledStops;
  readonly windowsOn: WindowsOn;
  readonly keeper: StopKeeper;
  readonly redrawn: number[] = [];
  readonly pid: number;
  readonly #changed = new fakeVscode.EventEmitter<InstanceChange>();
  #instances = new Map<number, Instance>();
  #listedAt: number | undefined;
  /** What waits for the clock, in milliseconds. */
  timers: number[] = [];
  /** What was noted for the sums of costs. */
  readonly noted: unknown[] = [];

  constructor(pid = world.alive.size + 1) {
    world.alive.add(pid);
    this.pid = pid;
    const processes = {
      owner: { pid, host: 'here', started: '' },
      isAlive: (one: number) => world.alive.has(one),
    };
    const files = new AccountFiles(join(world.folder, 'accounts'), undefined, processes);
    const clock: Clock = { now: () => world.time, monotonic: () => world.time, after: this.#after };
    this.stops = new ScheduledStops(files, clock);
    this.windowsOn = new WindowsOn(join(world.folder, 'windows-on'), files, clock);
    const state = (): InstanceState => ({
      accountId: 'a-1',
      instances: this.#instances,
      expected: [],
      ...(this.#listedAt === undefined ? {} : { fetchedAt: this.#listedAt }),
    });
    const own = { id: 'a-1', baseUrl: world.sandbox.url, userId: 1 };
    const stores = {
      instances: {
        get state() {
          return state();
        },
        get: (id: number) => this.#instances.get(id),
        figures: (id: number) => this.#instances.get(id),
        onDidChange: this.#changed.event,
        redraw: (id: number) => this.redrawn.push(id),
        burst: () => undefined,
      },
      rates: { onDidList: () => ({ dispose: () => undefined }) },
      accounts: {
        accounts: [own],
        active: own,
        clientOf: () => world.account.client,
        switchTo: () => Promise.resolve(),
        onDidChange: () => ({ dispose: () => undefined }),
      },
      scheduledStops: this.stops,
      windowsOn: this.windowsOn,
      idle: new IdleWatch(clock),
      pendingStart: new MarkerFiles(files, 'pendingStart'),
      pending: new PendingRentals(files, clock),
      news: new NewsFiles(files, clock),
      spending: { did: (...what: unknown[]) => void this.noted.push(what) },
      lease: new Leases(files, clock).for('stops'),
      clock,
      log: silent,
    } as unknown as StopKeeperStores;
    this.keeper = new StopKeeper(stores, Promise.resolve());
  }

  /** Loads the list and looks. `load` is what the service tells of the GPUs. */
  async list(load?: number): Promise<void> {
    const rows = await world.account.client.instances.list();
    this.#instances = new Map(rows.map((one) => [one.id, { ...one, gpu_util: load }]));
    this.#listedAt = world.time;
    this.#changed.fire({ added: [], removed: [], changed: [], listed: true, expected: false });
    await this.keeper.look('a-1');
  }

  schedule(id: number, when: ScheduledStop['when'], action: ScheduledStop['action'] = 'stop'): Promise<void> {
    return this.stops.set('a-1', id, { token: `${id}-${world.time}`, action, when, createdAt: world.time });
  }

  rowText(id: number): string | undefined {
    const known = this.keeper.of(id);
    return known && stopText(known, world.time);
  }

  close(): void {
    this.keeper.dispose();
    world.alive.delete(this.pid);
  }

  /** Locks really wait; everything longer waits for the test. */
  readonly #after = (milliseconds: number, callback: () => void): (() => void) => {
    if (milliseconds < 1000) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    }
    this.timers.push(milliseconds);
    return () => {
      this.timers = this.timers.filter((one) => one !== milliseconds);
    };
  };
}

export const span = (milliseconds: number) =>
  ({ kind: 'at', at: world.time + milliseconds, span: milliseconds }) as const;
export const said = () => screen.shown.map(({ message }) => message);
export const isStopped = async (id: number): Promise<boolean> =>
  (await world.account.client.instances.get(id)).intended_status === 'stopped';
export const stopsSent = (): number =>
  world.sandbox.control
    .requests()
    .filter(({ method, path }) => method === 'PUT' && /\/instances\/\d+\/$/.test(path)).length;
