import { ApiError } from '../../../../src/api/errors';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { basename, sep } from 'node:path';
import type { Disk, NewFile } from '../../../../src/files/disk';

/** Numbers between 0 and 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A window's process; what it has begun never goes on after its end. */
export interface Life {
  isOver: boolean;
}

interface Timer {
  at: number;
  order: number;
  callback: () => void;
}

/** Time that moves only when nothing is left to do, and a wall clock that may be set. */
export class Time {
  now = 0;
  /** Milliseconds since the epoch at which it all began, plus all jumps. */
  wallOffset = 1_800_000_000_000;
  #timers: Timer[] = [];
  #count = 0;

  wall = (): number => this.wallOffset + this.now;

  after(milliseconds: number, callback: () => void): () => void {
    const timer = {
      at: this.now + milliseconds,
      order: this.#count++,
      callback,
    };
    // Sorted from the last to the next one; most are due late.
    let place = this.#timers.length;
    while (place > 0 && isBefore(this.#timers[place - 1]!, timer)) place -= 1;
    this.#timers.splice(place, 0, timer);
    return () => {
      const found = this.#timers.indexOf(timer);
      if (found >= 0) this.#timers.splice(found, 1);
    };
  }

  /** Lets `milliseconds` pass, with all that happens in them. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#timers.at(-1);
      if (!next || next.at > end) break;
      this.#timers.pop();
      this.now = next.at;
      next.callback();
    }
    this.now = end;
  }
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

interface Inode {
  content: Buffer;
  modifiedMs: number;
  version: number;
}

/** Without a stack, which costs more than all the rest of a step. */
function systemError(code: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(code), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** A disk that all windows share. Some steps take a moment, in which others may act or the window may end. */
export class SimulatedDisk {
  readonly #time: Time;
  readonly #random: () => number;
  readonly #files = new Map<string, Inode>();
  /** The names of the files in each folder. */
  readonly #names = new Map<string, Set<string>>();
  #versions = 0;

  constructor(time: Time, random: () => number) {
    this.#time = time;
    this.#random = random;
  }

  of(life: Life): Disk {
    const step = <T>(act: () => T): Promise<T> => this.#step(life, act);
    const find = (path: string): Inode => {
      const found = this.#files.get(path);
      if (!found) throw systemError('ENOENT');
      return found;
    };
    const claim = (path: string, inode: Inode): void => {
      if (this.#files.has(path)) throw systemError('EEXIST');
      this.#put(path, inode);
    };
    return {
      readFile: (path) => step(() => find(path).content),
      lstat: (path) => step(() => ({ modifiedMs: find(path).modifiedMs })),
      versionOf: (path) => step(() => String(find(path).version)),
      readdir: (path) => step(() => [...(this.#names.get(path) ?? [])]),
      createExclusive: (path) =>
        step((): NewFile => {
          const inode: Inode = {
            content: Buffer.alloc(0),
            modifiedMs: this.#time.wall(),
            version: (this.#versions += 1),
          };
          claim(path, inode);
          const change = (content: Buffer = inode.content): void => {
            inode.content = content;
            inode.modifiedMs = this.#time.wall();
            inode.version = this.#versions += 1;
          };
          return {
            write: (content) => step(() => change(content)),
            touch: () => step(() => change()),
            sync: () => step(() => undefined),
            close: () => step(() => undefined),
          };
        }),
      link: (path, newPath) => step(() => claim(newPath, find(path))),
      rename: (from, to) =>
        step(() => {
          this.#put(to, find(from));
          this.#drop(from);
        }),
      unlink: (path) =>
        step(() => {
          find(path);
          this.#drop(path);
        }),
      touch: (path) =>
        step(() => {
          const inode = find(path);
          inode.modifiedMs = this.#time.wall();
          inode.version = this.#versions += 1;
        }),
      makeFolder: () => step(() => undefined),
    };
  }

  /** What is left of a kind. */
  names(): string[] {
    return [...this.#files.keys()].map((path) => basename(path));
  }

  #put(path: string, inode: Inode): void {
    this.#files.set(path, inode);
    const end = path.lastIndexOf(sep);
    const folder = path.slice(0, end);
    const names = this.#names.get(folder) ?? new Set();
    this.#names.set(folder, names.add(path.slice(end + 1)));
  }

  #drop(path: string): void {
    this.#files.delete(path);
    const end = path.lastIndexOf(sep);
    this.#names.get(path.slice(0, end))?.delete(path.slice(end + 1));
  }

  async #step<T>(life: Life, act: () => T): Promise<T> {
    const isSlow = this.#random() < 0.04;
    if (isSlow) await new Promise<void>((resolve) => this.#time.after(1 + this.#random() * 40, resolve));
    if (life.isOver) await new Promise(() => undefined);
    return act();
  }
}

export interface ServiceMood {
  /** Milliseconds for which the list lags behind, at most. */
  longestLag: number;
  /** Of creations: refused, carried out with a lost answer, lost before they were carried out. */
  refused: number;
  lost: number;
  ignored: number;
}

interface Machine {
  id: number;
  label: string | undefined;
  machineId: number;
  listedFrom: number;
  runsFrom: number;
}

/** The service as all windows see it: its list lags behind, its answers take time, fail or are lost. */
export class SimulatedService {
  readonly #time: Time;
  readonly #random: () => number;
  readonly #mood: ServiceMood;
  readonly machines = new Map<number, Machine>();
  /** Times at which lists were asked for by polls. */
  readonly polls: number[] = [];
  isDown = false;
  wrongLists = 0;
  #lastId = 100;

  constructor(time: Time, random: () => number, mood: ServiceMood) {
    this.#time = time;
    this.#random = random;
    this.#mood = mood;
  }

  /** When the last instance is in the list and runs. */
  get settledFrom(): number {
    return Math.max(0, ...[...this.machines.values()].map((one) => Math.max(one.listedFrom, one.runsFrom)));
  }

  client(life: Life, isPoll: () => boolean) {
    return {
      instances: {
        list: async (): Promise<Instance[]> => {
          if (isPoll()) this.polls.push(this.#time.now);
          await this.#travel(life);
          this.#refuseWhenDown();
          const listed = [...this.machines.values()].filter(({ listedFrom }) => listedFrom <= this.#time.now);
          const answer = this.#isWrong(isPoll) ? [] : listed.map((machine) => this.#row(machine));
          await this.#travel(life);
          return answer;
        },
        get: async (id: number): Promise<Instance> => {
          await this.#travel(life);
          this.#refuseWhenDown();
          const machine = this.machines.get(id);
          if (!machine) throw new ApiError('not_found', 'not found', { status: 404 });
          return this.#row(machine);
        },
        create: async (_: number, { label }: { label?: string }): Promise<{ instanceId: number }> => {
          await this.#travel(life);
          const fate = this.#random();
          const { refused, lost, ignored } = this.#mood;
          if (fate < refused) throw new ApiError('no_such_ask', 'gone', { status: 404 });
          const isLost = fate < refused + lost + ignored;
          if (this.isDown || (isLost && fate >= refused + lost))
            throw new ApiError('offline', 'lost', { sent: true });
          const machine = this.#create(label);
          await this.#travel(life);
          if (isLost) throw new ApiError('offline', 'lost', { sent: true });
          return { instanceId: machine.id };
        },
      },
    };
  }

  #create(label: string | undefined): Machine {
    const { now } = this.#time;
    const isLagging = this.#random() < 0.5;
    const listedFrom = now + (isLagging ? this.#random() * this.#mood.longestLag : 0);
    const id = ++this.#lastId;
    const machine = {
      id,
      label,
      machineId: 7,
      listedFrom,
      runsFrom: listedFrom + this.#random() * 120_000,
    };
    this.machines.set(id, machine);
    return machine;
  }

  #row({ id, label, machineId, runsFrom }: Machine): Instance {
    const isRunning = runsFrom <= this.#time.now;
    return {
      id,
      label: label ?? undefined,
      machine_id: machineId,
      actual_status: isRunning ? 'running' : 'loading',
      intended_status: 'running',
      cur_state: 'running',
      dph_total: 0.5,
    };
  }

  /** One list in twenty has nothing, although the ones before and after it are right. By the time alone. */
  #isWrong(isPoll: () => boolean): boolean {
    const isWrong = isPoll() && Math.floor(this.#time.now) % 20 === 7;
    if (isWrong) this.wrongLists += 1;
    return isWrong;
  }

  async #travel(life: Life): Promise<void> {
    const isSlow = this.#random() < 0.1;
    const milliseconds = 20 + this.#random() * (isSlow ? 8000 : 400);
    await new Promise<void>((resolve) => this.#time.after(milliseconds, resolve));
    if (life.isOver) await new Promise(() => undefined);
  }

  #refuseWhenDown(): void {
    if (this.isDown) throw new ApiError('offline', 'down', { sent: true });
  }
}
