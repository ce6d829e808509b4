import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../src/domain/runs/run';
import { runsIn } from '../../../src/domain/runs/run';
import type { Pace } from '../runs/pace';
import type { Stage } from '../runs/stage';
import { resultOf } from './scenario';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Visits after the first one seen, which may have come before the end. Two windows may each see the end and fetch. */
const mostVisits = 3;

/** In real seconds; it looks far more often. */
const longestLook = 0.5;

/** Looks at the machines of a sweep and at the service from outside, again and again. */
export class SweepWatching {
  readonly #stage: Stage;
  readonly #pace: Pace;
  /** When each machine's run was first seen there, and how long its instance has been paid since, in seconds. */
  readonly began = new Map<number, number>();
  readonly paid = new Map<number, number>();
  /** How many seconds of that the machine, once its run had ended, waited for a window to fetch the results. */
  readonly waited = new Map<number, number>();
  readonly #visits = new Map<number, { last: number; count: number }>();
  #lookedAt = 0;
  /** When the engine noted the end of each job, and its results were on the machine that gives out jobs. */
  readonly done = new Map<number, number>();
  /** Runs by their machines, as they were seen there last: the lines of their states. */
  readonly states = new Map<number, string>();
  readonly problems = new Set<string>();
  /** Results that are here whole, by their jobs: the file, which no later fetch replaces or touches. */
  readonly fetched = new Map<number, { ino: number; ctime: number | undefined }>();

  constructor(stage: Stage, pace: Pace) {
    this.#stage = stage;
    this.#pace = pace;
  }

  /** All runs that windows know of. */
  runs(): readonly Run[] {
    const accounts = join(this.#stage.storage, 'accounts');
    const files = existsSync(accounts) ? readdirSync(accounts, { recursive: true, encoding: 'utf8' }) : [];
    const file = files.find((name) => name.endsWith('runs.json'));
    return file === undefined ? [] : runsIn(Buffer.from(textOf(join(accounts, file)))).value.runs;
  }

  /** The sweep, as windows know it. */
  sweep(): Run | undefined {
    return this.runs().find(({ sweep }) => sweep !== undefined);
  }

  isRunning(id: number): boolean {
    const { control } = this.#stage;
    return control.instanceIds().includes(id) && control.instance(id).intended_status === 'running';
  }

  /** Whether a run began there that is to end it. Where the sweep, or this machine for it, was taken back, it goes on as it was. */
  isMeant(id: number): boolean {
    const isIn = this.#stage.told.some((one) => 'started' in one && !one.without.includes(id));
    return this.began.has(id) && (isIn || !/^end=kept$/m.test(this.states.get(id) ?? ''));
  }

  /** Whether it costs what a running one costs. */
  #isPaid(id: number): boolean {
    const { control } = this.#stage;
    return this.isRunning(id) && control.instance(id).actual_status === 'running';
  }

  look(): void {
    const now = this.#pace.seconds;
    // A machine can’t end while this process, which is the service, stands still.
    const passed = Math.min(now - this.#lookedAt, longestLook * this.#pace.speed);
    this.#lookedAt = now;
    for (const { id, home } of this.#stage.machines) {
      const folder = join(home, '.gpu-rental/runs');
      const [name] = existsSync(folder) ? readdirSync(folder) : [];
      const state = name === undefined ? '' : textOf(join(folder, name, 'state'));
      if (state !== '') {
        if (!this.began.has(id)) this.began.set(id, now);
        this.states.set(id, state);
      }
      if (!this.began.has(id) || !this.#isPaid(id)) continue;
      this.paid.set(id, (this.paid.get(id) ?? 0) + passed);
      if (name !== undefined && this.#isWaiting(id, state, join(folder, name)))
        this.waited.set(id, (this.waited.get(id) ?? 0) + passed);
    }
    for (const { home } of this.#stage.machines) this.#lookAtJobs(join(home, 'gpu-rental/project'), now);
    this.#lookAtResults();
  }

  /** A machine waits up to two minutes after each visit of a window. Only some visits count, so that waiting for ever is found. */
  #isWaiting(id: number, state: string, folder: string): boolean {
    if (!/^phase=ended$/m.test(state) || !/^end=$/m.test(state)) return false;
    const attended = statSync(join(folder, 'attended'), { throwIfNoEntry: false });
    if (!attended) return false;
    const before = this.#visits.get(id);
    const count = before === undefined ? 0 : before.count + (attended.mtimeMs === before.last ? 0 : 1);
    this.#visits.set(id, { last: attended.mtimeMs, count });
    return count <= mostVisits && this.#pace.seconds - this.#pace.secondsAt(attended.mtimeMs) < 120;
  }

  /** Another machine notes jobs once it gives them out in the place of the first one. */
  #lookAtJobs(project: string, now: number): void {
    const sweep = existsSync(project) && readdirSync(project).find((name) => name.startsWith('sweep-'));
    if (!sweep) return;
    for (const line of textOf(join(project, sweep, 'joblog'))
      .split('\n')
      .slice(1)) {
      const [number = '', , , , , , result] = line.split('\t');
      if (result !== '0' || this.done.has(Number(number))) continue;
      if (textOf(join(project, sweep, 'results', number, 'out')) === resultOf(Number(number)))
        this.done.set(Number(number), now);
    }
  }

  /** Where the results of a job are on this computer. */
  resultAt({ id, results }: Run, number: number): string {
    return join(results, `sweep-${id}`, 'results', String(number), 'out');
  }

  /** Whether the result of a job is whole on the disk of the instance that leads the sweep, which isn't destroyed. */
  isOnDisk({ id, instanceId }: Run, number: number): boolean {
    const { control, machines } = this.#stage;
    if (!control.instanceIds().includes(instanceId)) return false;
    const project = join(machines.find((one) => one.id === instanceId)?.home ?? '', 'gpu-rental/project');
    return textOf(join(project, `sweep-${id}`, 'results', String(number), 'out')) === resultOf(number);
  }

  #lookAtResults(): void {
    const sweep = this.sweep();
    if (!sweep) return;
    for (const number of this.done.keys()) {
      const file = this.resultAt(sweep, number);
      const before = this.fetched.get(number);
      if (!before && textOf(file) !== resultOf(number)) continue;
      const { ino, ctimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { ino: 0, ctimeMs: 0 };
      if (before && (ino !== before.ino || ctimeMs !== (before.ctime ?? ctimeMs)))
        this.problems.add(`The result of job ${number} was fetched again`);
      const isSaid =
        sweep.fetchedAt !== undefined ||
        sweep.sweep?.jobs.some((job) => job.number === number && job.fetchedAt !== undefined);
      this.fetched.set(number, { ino, ctime: isSaid ? ctimeMs : undefined });
    }
  }
}
