import { basename } from 'node:path';
import { expect } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { type Disk, nodeDisk } from '../../../../src/files/disk';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import { type Clock, systemClock } from '../../../../src/clock';
import { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import { Leases } from '../../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { OtherWindows } from '../../../../src/stores/windows/windowMarks';
import type { PendingRental } from '../../../../src/stores/rentals/pendingRental';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';
import { ApiError } from '../../../../src/api/errors';
import { timesOf } from '../../../../src/stores/windows/lease';

export const accountId = 'abc-1';
/** Not the time after which a lock is renewed: the timer of the poll is known by it. */
const pollInterval = 11_000;
const start = Date.now();

/** A service whose list is the same array until it is changed, as the client gives it. */
export class ListService {
  rows: Instance[] = [];
  requests = 0;
  /** How often one instance was asked for. */
  looks = 0;
  /** What is really there; the last rows unless given. */
  there: readonly number[] | undefined;

  list = (): Promise<Instance[]> => {
    this.requests += 1;
    return Promise.resolve(this.rows);
  };

  get = (id: number): Promise<Instance> => {
    this.looks += 1;
    const ids = this.there ?? this.rows.map((row) => row.id);
    return ids.includes(id)
      ? Promise.resolve({ id })
      : Promise.reject(new ApiError('not_found', 'not found', { status: 404 }));
  };
}

/** A window that looks at the list, on a clock that is moved by hand. */
export class PollingWindow {
  /** Steps that changed files, in their order. */
  readonly changes: string[] = [];
  /** Whole files that were read. */
  readonly reads: string[] = [];
  isFocused = true;
  readonly store: InstanceStore;
  readonly snapshots: SnapshotFiles;
  readonly files: AccountFiles;
  readonly windows: OtherWindows;
  readonly pending: PendingRentals;
  /** Agreed stops whose rental was never confirmed. */
  readonly lost: PendingRental[] = [];
  readonly clock: Clock;
  #time = start;
  #timers: { at: number; callback: () => void }[] = [];
  #signIn: () => void = () => undefined;

  constructor(folder: string, service: ListService, pid = process.pid) {
    const owner = { pid, host: 'here', started: '' };
    const world = { ...timesOf(systemClock), owner, isAlive: () => true };
    this.files = new AccountFiles(`${folder}/accounts`, this.#noting(nodeDisk), world);
    this.windows = new OtherWindows(`${folder}/windows`, this.files);
    this.clock = { now: () => this.#time, monotonic: () => this.#time, after: this.#after };
    this.pending = new PendingRentals(this.files, this.clock);
    const gone = new GoneInstances(this.clock);
    this.snapshots = new SnapshotFiles(this.files, this.clock, () => this.windows.areThere(), gone);
    const account = { id: accountId, baseUrl: 'https://example.com', userId: 1 };
    const accounts = {
      active: account,
      accounts: [account],
      client: { instances: service },
      onDidChange: (listener: () => void) => {
        this.#signIn = listener;
        return { dispose: () => undefined };
      },
    };
    this.store = new InstanceStore({
      accounts: accounts as unknown as AccountStore,
      snapshots: this.snapshots,
      gone,
      pending: this.pending,
      agreed: {
        schedule: () => Promise.resolve(),
        tellLost: (_, rental) => void this.lost.push(rental),
      },
      pendingStart: new MarkerFiles(this.files, 'pendingStart'),
      lease: new Leases(this.files, this.clock, this.windows).for('list'),
      clock: this.clock,
      pollInterval: () => pollInterval,
      isFocused: () => this.isFocused,
    });
  }

  /** The account in use is known, and the first poll runs to its end. */
  async open(): Promise<void> {
    this.store.setVisible(true);
    this.signIn();
    await this.#ran();
  }

  signIn(): void {
    this.#signIn();
  }

  /** Lets time pass, by default one interval, with the poll that is due in it. */
  async poll(milliseconds = pollInterval): Promise<void> {
    this.changes.length = 0;
    this.reads.length = 0;
    this.#time += milliseconds;
    await this.#ran();
  }

  /** Milliseconds until each timer. */
  get delays(): number[] {
    return this.#timers.map(({ at }) => at - this.#time);
  }

  /** Lets time pass until the timer is set again. @param next milliseconds until then */
  async pass(milliseconds: number, next = 60_000): Promise<void> {
    this.#time += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    this.#timers = this.#timers.filter(({ at }) => at > this.#time);
    for (const { callback } of due) callback();
    await expect.poll(() => this.delays).toEqual([next]);
  }

  #after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.#time + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  /** Runs what is due; it has ended when the next poll is planned. */
  async #ran(): Promise<void> {
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    expect(due.length).toBeGreaterThan(0);
    this.#timers = this.#timers.filter(({ at }) => at > this.#time);
    for (const { callback } of due) callback();
    await expect.poll(() => this.#timers.map(({ at }) => at - this.#time)).toEqual([pollInterval]);
  }

  #noting(disk: Disk): Disk {
    const note = (list: string[], step: string, path: string): void =>
      void list.push(`${step} ${basename(path)}`);
    const change = (step: string, path: string): void => note(this.changes, step, path);
    return {
      ...disk,
      readFile: (path) => (note(this.reads, 'read', path), disk.readFile(path)),
      createExclusive: (path, mode) => (change('create', path), disk.createExclusive(path, mode)),
      link: (path, newPath) => (change('link', newPath), disk.link(path, newPath)),
      rename: (from, to) => (change('rename', to), disk.rename(from, to)),
      unlink: (path) => (change('unlink', path), disk.unlink(path)),
      makeFolder: (path) => (change('make', path), disk.makeFolder(path)),
    };
  }
}
