import * as vscode from 'vscode';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import type { Clock } from '../../../../src/clock';
import { InstanceStore } from '../../../../src/stores/instances/instanceStore';
import { Leases } from '../../../../src/stores/windows/lease';
import { MarkerFiles } from '../../../../src/stores/rentals/markerFiles';
import { OtherWindows } from '../../../../src/stores/windows/windowMarks';
import { PendingRentals } from '../../../../src/stores/rentals/pendingRentals';
import { RentQueue } from '../../../../src/stores/rentals/rentQueue';
import { SnapshotFiles } from '../../../../src/stores/instances/snapshotFiles';
import { ReadyNotifier } from '../../../../src/views/instances/readyNotifier';
import { type Life, randomFrom, SimulatedDisk, SimulatedService, Time } from './simulatedWorld';
import { GoneInstances } from '../../../../src/stores/instances/goneInstance';
import { silent } from '../../../../src/log/log';
// Loaded with its first use otherwise, in real time, while minutes of this world pass.
import '../../../../src/stores/rentals/recognition';

const second = 1000;
const minute = 60 * second;
const pollInterval = 10 * second;
const accountId = 'abc-1';

interface SimulatedWindow {
  life: Life;
  instances: InstanceStore;
  rentQueue: RentQueue;
  /** Rentals under way. */
  renting: number;
  close: () => void;
}

/** What a run did, to judge by. */
export interface Run {
  problems: string[];
  events: string[];
  requests: number;
}

/** One life of three windows, decided by its seed alone. */
export async function simulate(seed: number): Promise<Run> {
  const random = randomFrom(seed);
  const realRandom = Math.random;
  const { stackTraceLimit } = Error;
  Math.random = random;
  Error.stackTraceLimit = 0;
  try {
    return await new Simulation(random).run();
  } finally {
    Math.random = realRandom;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

class Simulation {
  readonly #random: () => number;
  readonly #time = new Time();
  readonly #disk: SimulatedDisk;
  readonly #service: SimulatedService;
  readonly #running = new Map<number, { started: string; life: Life }>();
  readonly #events: string[] = [];
  readonly #problems: string[] = [];
  readonly #rented: number[] = [];
  readonly #told: number[] = [];
  /** What may each cost a request or a few beyond one a poll. */
  #excuses = 0;
  #kills = 0;
  #windows: (SimulatedWindow | undefined)[] = [];
  #started = 0;
  /** Since when somebody must ask, because something is billed and a window is open. */
  #mustAskSince: number | undefined;
  #downSince: number | undefined;
  #lastUp = 0;

  constructor(random: () => number) {
    this.#random = random;
    this.#disk = new SimulatedDisk(this.#time, random);
    this.#service = new SimulatedService(this.#time, random, {
      longestLag: this.#pick([30 * second, 3 * minute, 10 * minute]),
      refused: 0.1,
      lost: 0.2,
      ignored: 0.1,
    });
  }

  async run(): Promise<Run> {
    for (let index = 0; index < 3; index += 1) this.#open(index);
    const steps = 4 + Math.floor(this.#random() * 10);
    for (let step = 0; step < steps; step += 1) {
      this.#act();
      await this.#watch(this.#random() < 0.5 ? this.#random() * 5 * second : this.#random() * minute);
    }
    this.#setDown(false);
    for (const [index, window] of this.#windows.entries())
      if (!window && this.#random() < 0.7) this.#open(index);
    if (this.#windows.every((window) => !window)) this.#open(0);
    // The longest backoff after a failure.
    if (this.#time.now - this.#lastUp < 6 * minute && this.#lastUp > 0) await this.#watch(6 * minute);
    while (this.#windows.some((window) => window && window.renting > 0)) await this.#watch(20 * second);
    // What is listed late may be the last to hold polling awake; then a poll, and a look of the other windows at it.
    await this.#watch(Math.max(0, this.#service.settledFrom - this.#time.now) + 2.5 * minute);
    this.#judge();
    for (const window of this.#windows) window?.close();
    return {
      problems: this.#problems,
      events: this.#events,
      requests: this.#service.polls.length,
    };
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)]!;
  }

  #note(event: string): void {
    this.#events.push(`${(this.#time.now / 1000).toFixed(1)} s: ${event}`);
  }

  #act(): unknown {
    const index = Math.floor(this.#random() * 3);
    const window = this.#windows[index];
    const fate = this.#random();
    if (!window) {
      this.#open(index);
      return;
    }
    if (fate < 0.45) {
      this.#rent(index, window);
      return;
    }
    if (fate < 0.6) {
      this.#kill(index, window);
      return;
    }
    if (fate < 0.72) {
      this.#jump();
      return;
    }
    if (fate < 0.8) {
      this.#setDown(!this.#service.isDown);
      return;
    }
    if (fate < 0.88) {
      this.#destroy();
      return;
    }
    if (fate < 0.94) {
      this.#show(index, window);
      return;
    }
    this.#excuses += 1;
    this.#note(`refresh in ${index}`);
    window.instances.refresh().catch(() => undefined);
  }

  #open(index: number): void {
    this.#excuses += 1;
    const life: Life = { isOver: false };
    // Numbers of processes are used again.
    const pid = 1 + Math.floor(this.#random() * 5);
    const isFree = !this.#running.get(pid) || this.#running.get(pid)!.life.isOver;
    const mine = isFree ? pid : 100 + this.#started;
    const started = String((this.#started += 1));
    this.#running.set(mine, { started, life });
    this.#note(`open ${index} as process ${mine}`);
    this.#windows[index] = this.#openWindow(life, mine, started);
    if (this.#random() < 0.3) this.#show(index, this.#windows[index]);
  }

  #openWindow(life: Life, pid: number, started: string): SimulatedWindow {
    const time = this.#time;
    const begun = time.now;
    const clock: Clock = {
      now: time.wall,
      monotonic: () => time.now - begun,
      after: (milliseconds, callback) => time.after(milliseconds, () => !life.isOver && callback()),
    };
    const isAlive = (other: number, start: string): boolean => {
      const found = this.#running.get(other);
      return found !== undefined && !found.life.isOver && found.started === start;
    };
    const world = { owner: { pid, host: 'here', started }, isAlive };
    const files = new AccountFiles('/accounts', this.#disk.of(life), world);
    const changed = new vscode.EventEmitter<void>();
    const active = { id: accountId, baseUrl: 'https://example.com', userId: 1 };
    const accounts = {
      active,
      accounts: [active],
      client: this.#service.client(life, () => true),
      onDidChange: changed.event,
    } as unknown as AccountStore;
    const renting = { active: accounts.active, client: this.#service.client(life, () => false) };
    const windows = new OtherWindows('/windows', files);
    const leases = new Leases(files, clock, windows);
    const gone = new GoneInstances(clock);
    const pending = new PendingRentals(files, clock);
    const pendingStart = new MarkerFiles(files, 'pendingStart');
    const queuedStart = new MarkerFiles(files, 'queuedStart');
    const slowStart = new MarkerFiles(files, 'slowStart');
    const instances = new InstanceStore({
      accounts,
      snapshots: new SnapshotFiles(files, clock, () => windows.areThere(), gone),
      gone,
      pending,
      pendingStart,
      lease: leases.for('list'),
      clock,
      pollInterval: () => pollInterval,
    });
    const rentQueue = new RentQueue({
      accounts: renting as unknown as AccountStore,
      instances,
      pendingStart,
      pending,
      lease: leases.for('rent'),
      clock,
    });
    const notify = ({ kind, instance }: { kind: string; instance: { id: number } }): void => {
      if (kind === 'running') this.#told.push(instance.id);
    };
    const notifier = new ReadyNotifier(
      instances,
      { accounts, pendingStart, queuedStart, slowStart, pending, clock, log: silent },
      notify,
    );
    changed.fire();
    const close = (): void => {
      life.isOver = true;
      notifier.dispose();
      instances.dispose();
    };
    return { life, instances, rentQueue, close, renting: 0 };
  }

  #rent(index: number, window: SimulatedWindow): void {
    const label = this.#random() < 0.3 ? this.#pick(['one', 'two']) : undefined;
    this.#excuses += 4;
    this.#note(`rent in ${index}`);
    const request = {
      image: 'debian:12',
      disk: 10,
      ...(label === undefined ? {} : { label }),
    };
    window.renting += 1;
    window.rentQueue
      .rent(1, request)
      .finally(() => (window.renting -= 1))
      .then(
        ({ instanceId, foundAfterwards }) => {
          this.#excuses += 4;
          this.#rented.push(instanceId);
          this.#note(`rented ${instanceId} in ${index}${foundAfterwards ? ', found afterwards' : ''}`);
        },
        (error: unknown) => {
          this.#excuses += 4;
          this.#note(`no rent in ${index}: ${String(error)}`);
        },
      );
  }

  #kill(index: number, { life }: SimulatedWindow): void {
    this.#note(`kill ${index}`);
    this.#kills += 1;
    this.#excuses += 1;
    life.isOver = true;
    this.#windows[index] = undefined;
  }

  #jump(): void {
    const size = this.#pick([3 * second, minute, 10 * minute, 2 * 60 * minute]);
    const jump = this.#random() < 0.5 ? size : -size;
    this.#excuses += 3;
    this.#note(`the clock jumps by ${jump / 1000} s`);
    this.#time.wallOffset += jump;
  }

  #setDown(isDown: boolean): void {
    if (isDown === this.#service.isDown) return;
    this.#excuses += 1;
    this.#note(isDown ? 'the service is down' : 'the service is back');
    this.#service.isDown = isDown;
    if (!isDown) this.#lastUp = this.#time.now;
    this.#downSince = isDown ? this.#time.now : undefined;
  }

  /** As in the console, elsewhere. */
  #destroy(): void {
    const listed = [...this.#service.machines.values()].filter(
      ({ listedFrom }) => listedFrom <= this.#time.now,
    );
    const [machine] = listed;
    if (!machine) return;
    this.#note(`destroy ${machine.id}`);
    // Each window may find that out for itself, with another list after the service has said so.
    this.#excuses += 3;
    this.#service.machines.delete(machine.id);
  }

  #show(index: number, window: SimulatedWindow | undefined): void {
    this.#excuses += 1;
    const isVisible = this.#random() < 0.6;
    this.#note(`${isVisible ? 'show' : 'hide'} ${index}`);
    window?.instances.setVisible(isVisible);
  }

  /** Lets time pass, and sees that somebody asks while there is something to ask about. */
  async #watch(milliseconds: number): Promise<void> {
    const end = this.#time.now + milliseconds;
    while (this.#time.now < end) {
      await this.#time.pass(Math.min(5 * second, end - this.#time.now));
      const isOpen = this.#windows.some((window) => window);
      const mustAsk = isOpen && this.#service.machines.size > 0;
      this.#mustAskSince = mustAsk ? (this.#mustAskSince ?? this.#time.now) : undefined;
      if (this.#mustAskSince === undefined) continue;
      const last = Math.max(this.#service.polls.at(-1) ?? 0, this.#mustAskSince);
      const hasFailed = this.#downSince !== undefined || this.#time.now - this.#lastUp < 6 * minute;
      const longest = hasFailed && this.#lastUp + (this.#downSince ?? 0) > 0 ? 5.5 * minute : 2.5 * minute;
      if (this.#time.now - last > longest) {
        this.#problems.push(`nobody asked from ${last / 1000} s to ${this.#time.now / 1000} s`);
        this.#mustAskSince = this.#time.now;
      }
    }
  }

  #judge(): void {
    const there = [...this.#service.machines.keys()].sort();
    for (const [index, window] of this.#windows.entries()) {
      if (!window) continue;
      const { instances, expected, error } = window.instances.state;
      const shown = [...instances.keys()].sort();
      if (String(shown) !== String(there))
        this.#problems.push(`window ${index} shows ${shown.join()}, there are ${there.join()}`);
      if (error !== undefined) this.#problems.push(`window ${index} still shows an error`);
      const ghosts = expected.filter(
        ({ instanceId }) => instanceId !== undefined && instances.has(instanceId),
      );
      if (ghosts.length > 0) this.#problems.push(`window ${index} still expects what is listed`);
    }
    if (new Set(this.#rented).size < this.#rented.length)
      this.#problems.push(`reported twice: ${this.#rented.join()}`);
    if (new Set(this.#told).size < this.#told.length) this.#problems.push(`told twice: ${this.#told.join()}`);
    const untold =
      this.#kills > 0 ? [] : this.#rented.filter((id) => there.includes(id) && !this.#told.includes(id));
    if (untold.length > 0) this.#problems.push(`never told that ${untold.join()} run`);
    // One a poll, whatever the number of windows.
    const { polls, wrongLists } = this.#service;
    // After a wrong list, another one is asked for.
    const most = this.#time.now / (0.8 * pollInterval) + this.#excuses + wrongLists;
    if (polls.length > most) this.#problems.push(`${polls.length} requests, more than ${most.toFixed(0)}`);
  }
}
