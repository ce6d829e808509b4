import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { type Clock, systemClock } from '../../../../src/clock';
import type { ScheduledStop } from '../../../../src/domain/stops/stopSchema';
import { sharedPart, type Snapshot } from '../../../../src/domain/instances/sharedInstance';
import { emptyLedger, type Ledger, withLook } from '../../../../src/domain/money/ledger/ledger';
import { lookAtInstances } from '../../../../src/domain/money/ledger/rows';
import type { Run } from '../../../../src/domain/runs/run';
import { type Disk, nodeDisk } from '../../../../src/files/disk';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { InstanceChange, InstanceState } from '../../../../src/stores/instances/instanceChange';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';
import { IdleWatch, noteLoads } from '../../../../src/stores/stops/idleWatch';
import { Leases } from '../../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { NewsFiles } from '../../../../src/stores/instances/newsFiles';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import { WindowsOn } from '../../../../src/stores/windows/windowsOn';
import { StopTeller } from '../../../../src/views/stops/stopTeller';
import { StopKeeper, type StopKeeperStores } from '../../../../src/stores/stops/stopKeeper';
import { stopText } from '../../../../src/views/stops/stopTexts';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';
import { timesOf } from '../../../../src/stores/windows/lease';

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
  /** What was rented for moves that aren't finished. */
  readonly moves = new Map<number, number>();
  readonly windowsOn: WindowsOn;
  readonly keeper: StopKeeper;
  readonly redrawn: number[] = [];
  readonly pid: number;
  readonly #changed = new fakeVscode.EventEmitter<InstanceChange>();
  #instances = new Map<number, Instance>();
  #listedAt: number | undefined;
  #isOwnList = true;
  /** How often the list was asked for again. */
  refreshes = 0;
  /** What waits for the clock, in milliseconds. */
  timers: number[] = [];
  isDiskFull = false;
  /** What machines were told, and have done. */
  isOnMachine = false;
  hasStopped = false;
  ledger: Ledger = emptyLedger;
  /** The last ones of the accounts that are not in use. */
  readonly lists = new Map<string, Snapshot>();
  runs: Run[] = [];
  /** Its list is damaged, which reads as none. */
  areRunsDamaged = false;
  /** What was noted for the sums of costs. */
  readonly noted: unknown[] = [];

  constructor(pid = world.alive.size + 1) {
    world.alive.add(pid);
    this.pid = pid;
    const processes = {
      ...timesOf(systemClock),
      monotonic: () => 0,
      owner: { pid, host: 'here', started: '' },
      isAlive: (one: number) => world.alive.has(one),
    };
    const files = new AccountFiles(join(world.folder, 'accounts'), this.#disk(), processes);
    const clock: Clock = { now: () => world.time, monotonic: () => world.time, after: this.#after };
    this.stops = new ScheduledStops(files, clock);
    this.windowsOn = new WindowsOn(join(world.folder, 'windows-on'), files, clock);
    const state = (): InstanceState => ({
      accountId: 'a-1',
      instances: this.#instances,
      expected: [],
      ...(this.#listedAt === undefined ? {} : { fetchedAt: this.#listedAt }),
    });
    const isOwnList = (): boolean => this.#isOwnList;
    const own = { id: 'a-1', baseUrl: world.sandbox.url, userId: 1 };
    const stores = {
      instances: {
        get state() {
          return state();
        },
        get: (id: number) => this.#instances.get(id),
        figures: (id: number) => this.#instances.get(id),
        get isOwnList() {
          return isOwnList();
        },
        refresh: () => {
          this.refreshes += 1;
          return Promise.resolve();
        },
        onDidChange: this.#changed.event,
        redraw: (id: number) => this.redrawn.push(id),
        burst: () => undefined,
      },
      rates: {
        onDidList: () => ({ dispose: () => undefined }),
        listOf: (accountId: string) => this.lists.get(accountId),
        figures: () => undefined,
      },
      gone: new GoneInstances(clock),
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
      idleElsewhere: new IdleWatch(clock),
      pendingStart: new MarkerFiles(files, 'pendingStart'),
      pending: new PendingRentals(files, clock),
      news: new NewsFiles(files, clock),
      spending: {
        did: (...what: unknown[]) => void this.noted.push(what),
        load: () => Promise.resolve(),
        ledgerOf: () => this.ledger,
      },
      runs: {
        read: () => Promise.resolve(this.runs),
        readAll: () => Promise.resolve(this.areRunsDamaged ? undefined : this.runs),
      },
      moves: { targetOf: (_: string, id: number) => Promise.resolve(this.moves.get(id)) },
      lease: new Leases(files, clock).for('stops'),
      machines: {
        look: () => Promise.resolve(),
        stopsItself: () => this.isOnMachine,
        hasStopped: () => Promise.resolve(this.hasStopped),
        dispose: () => undefined,
      },
      clock,
      log: silent,
    } as unknown as StopKeeperStores;
    noteLoads(stores.instances, stores.idle);
    this.keeper = new StopKeeper(stores, new StopTeller(stores), Promise.resolve());
  }

  /** Takes the list of another window, and what this one knows of loads from its own list before. */
  async takeOver(): Promise<void> {
    this.#isOwnList = false;
    await this.#show();
  }

  /** Loads the list and looks. `load` is what the service tells of the GPUs. */
  async list(load?: number): Promise<void> {
    this.#isOwnList = true;
    const rows = await world.account.client.instances.list();
    this.#instances = new Map(rows.map((one) => [one.id, { ...one, gpu_util: load }]));
    this.ledger = withLook(this.ledger, lookAtInstances(world.time, rows.map(sharedPart)), world.time);
    await this.#show();
  }

  async #show(): Promise<void> {
    this.#listedAt = world.time;
    this.#changed.fire({ added: [], removed: [], gone: [], changed: [], listed: true, expected: false });
    await this.keeper.look('a-1');
  }

  schedule(
    id: number,
    when: ScheduledStop['when'],
    action: ScheduledStop['action'] = 'stop',
    others?: ScheduledStop['others'],
  ): Promise<void> {
    const stop = { token: `${id}-${world.time}`, action, when, createdAt: world.time };
    return this.stops.schedule('a-1', id, { ...stop, ...(others ? { others } : {}) });
  }

  rowText(id: number): string | undefined {
    const known = this.keeper.of(id);
    return known && stopText(known, world.time);
  }

  close(): void {
    this.keeper.dispose();
    world.alive.delete(this.pid);
  }

  /** Reads, and deletes, whatever is written elsewhere; a full disk takes nothing more. */
  #disk(): Disk {
    const refuse = (): void => {
      if (this.isDiskFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    const guarded =
      <Args extends unknown[], R>(step: (...args: Args) => Promise<R>) =>
      async (...args: Args): Promise<R> => {
        refuse();
        return step(...args);
      };
    return {
      ...nodeDisk,
      createExclusive: guarded((path, mode) => nodeDisk.createExclusive(path, mode)),
      makeFolder: guarded((path) => nodeDisk.makeFolder(path)),
      rename: guarded((from, to) => nodeDisk.rename(from, to)),
      link: guarded((path, newPath) => nodeDisk.link(path, newPath)),
    };
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
