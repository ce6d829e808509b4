import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../src/domain/runs/run';
import { runsIn } from '../../../src/stores/runs/runStore';
import type { Pace } from '../runs/pace';
import type { Stage } from '../runs/stage';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Looks at the machines of a sweep and at the service from outside, again and again. */
export class SweepWatching {
  readonly #stage: Stage;
  readonly #pace: Pace;
  /** When each machine's run was first seen there, and when its instance was last wanted to run, in seconds. */
  readonly began = new Map<number, number>();
  readonly paidUntil = new Map<number, number>();
  /** When the engine noted the end of each job, with its results on the first machine. */
  readonly done = new Map<number, number>();
  /** Runs by their machines, as they were seen there last: the lines of their states. */
  readonly states = new Map<number, string>();

  constructor(stage: Stage, pace: Pace) {
    this.#stage = stage;
    this.#pace = pace;
  }

  /** All runs that windows know of. */
  runs(): readonly Run[] {
    const accounts = join(this.#stage.storage, 'accounts');
    const files = existsSync(accounts) ? readdirSync(accounts, { recursive: true, encoding: 'utf8' }) : [];
    const file = files.find((name) => name.endsWith('runs.json'));
    return file === undefined ? [] : runsIn(Buffer.from(textOf(join(accounts, file)))).value;
  }

  /** The sweep, as windows know it. */
  sweep(): Run | undefined {
    return this.runs().find(({ sweep }) => sweep !== undefined);
  }

  isRunning(id: number): boolean {
    const { control } = this.#stage;
    return control.instanceIds().includes(id) && control.instance(id).intended_status === 'running';
  }

  /** Whether it costs what a running one costs. */
  #isPaid(id: number): boolean {
    const { control } = this.#stage;
    return this.isRunning(id) && control.instance(id).actual_status === 'running';
  }

  look(): void {
    const now = this.#pace.seconds;
    for (const { id, home } of this.#stage.machines) {
      const folder = join(home, '.gpu-rental/runs');
      const [name] = existsSync(folder) ? readdirSync(folder) : [];
      const state = name === undefined ? '' : textOf(join(folder, name, 'state'));
      if (state !== '') {
        if (!this.began.has(id)) this.began.set(id, now);
        this.states.set(id, state);
      }
      if (this.began.has(id) && this.#isPaid(id)) this.paidUntil.set(id, now);
    }
    const project = join(this.#stage.home, 'gpu-rental/project');
    const sweep = existsSync(project) && readdirSync(project).find((name) => name.startsWith('sweep-'));
    if (!sweep) return;
    for (const line of textOf(join(project, sweep, 'joblog'))
      .split('\n')
      .slice(1)) {
      const [number = '', , , , , , result] = line.split('\t');
      if (result === '0' && !this.done.has(Number(number))) this.done.set(Number(number), now);
    }
  }
}
