import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../src/domain/runs/run';
import { runsIn } from '../../../src/domain/runs/run';
import type { Pace } from './pace';
import type { Scenario } from './scenario';
import type { Stage } from './stage';

/** No run goes on for longer past its end, and no machine past everything that it waits for. In real seconds. */
const tolerance = 60;

/** What is on disk at the moment, or undefined. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const hashOf = (file: string): string | undefined =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined;

/** Looks at the machine and at the service from outside, again and again, for what must never be so. */
export class Watching {
  readonly #stage: Stage;
  readonly #scenario: Scenario;
  readonly #pace: Pace;
  readonly problems = new Set<string>();
  /** Hashes of what a run had made when it was over, by their names below the folder of the run. */
  made: ReadonlyMap<string, string> | undefined;
  /** Whether the machine has gone on from where it was, since its run began. */
  wasStopped = false;
  isServiceDown = false;
  isDestroyed = false;
  #group = 0;
  #overSince = 0;
  #overdueSince: number | undefined;
  #seen = '';

  constructor(stage: Stage, scenario: Scenario, pace: Pace) {
    this.#stage = stage;
    this.#scenario = scenario;
    this.#pace = pace;
  }

  get #folder(): string | undefined {
    const all = join(this.#stage.home, '.gpu-rental/runs');
    const [name] = existsSync(all) ? readdirSync(all) : [];
    return name === undefined ? undefined : join(all, name);
  }

  /** What the machine says of the run. */
  get state(): ReadonlyMap<string, string> {
    const text = this.#folder === undefined ? '' : (textOf(join(this.#folder, 'state')) ?? '');
    if (text !== '') this.#seen = text;
    return new Map(this.#seen.split('\n').map((line) => line.split('=', 2) as [string, string]));
  }

  get isKnownThere(): boolean {
    return this.#seen !== '';
  }

  /** The run, as windows know it. */
  run(): Run | undefined {
    const accounts = join(this.#stage.storage, 'accounts');
    const files = existsSync(accounts) ? readdirSync(accounts, { recursive: true, encoding: 'utf8' }) : [];
    const file = files.find((name) => name.endsWith('runs.json'));
    const content = file === undefined ? undefined : textOf(join(accounts, file));
    return content === undefined ? undefined : runsIn(Buffer.from(content)).value.runs[0];
  }

  /** What the service wants of the instance. */
  get intended(): 'running' | 'stopped' | 'gone' {
    const { control, id } = this.#stage;
    return control.instanceIds().includes(id) ? control.instance(id).intended_status : 'gone';
  }

  look(): void {
    const { intended, state } = this;
    if (Number(state.get('group')) > 0) this.#group = Number(state.get('group'));
    const isThere = intended !== 'gone';
    if (!isThere && !this.isDestroyed) {
      this.isDestroyed = true;
      this.#checkDestroyed();
    }
    this.#checkLimit(state);
    const isOver = state.get('phase') === 'ended';
    if (isOver && isThere && this.made === undefined) {
      this.made = this.#outputs();
      this.#overSince = this.#pace.seconds;
    }
    const isLate =
      isOver &&
      this.#scenario.then !== 'keep' &&
      intended === 'running' &&
      !this.wasStopped &&
      !this.#mayWait();
    if (!isLate) this.#overdueSince = undefined;
    else this.#overdueSince ??= this.#pace.seconds;
    if (isLate && this.#pace.seconds - this.#overdueSince! > tolerance * this.#pace.speed)
      this.problems.add('The machine goes on after the end of its run');
  }

  /** What the machine may still wait for: somebody who fetches, or the service. */
  #mayWait(): boolean {
    const folder = this.#folder;
    if (this.isServiceDown || folder === undefined) return true;
    const attended = statSync(join(folder, 'attended'), { throwIfNoEntry: false });
    if (attended === undefined) return false;
    const at = this.#pace.secondsAt(attended.mtimeMs);
    const isSafe = ['fetched', 'unfetched'].some((name) => existsSync(join(folder, name)));
    return this.#pace.seconds - at < 120 && !(isSafe && at > this.#overSince);
  }

  #checkLimit(state: ReadonlyMap<string, string>): void {
    const began = Number(state.get('began')) - this.#pace.began / 1000;
    const isPast = this.#pace.seconds > began + this.#scenario.limit + tolerance * this.#pace.speed;
    if (!isPast || this.#group === 0) return;
    try {
      process.kill(-this.#group, 0);
    } catch {
      return;
    }
    this.problems.add('The run goes on after its limit');
  }

  #outputs(): ReadonlyMap<string, string> {
    const folder = join(this.#stage.home, 'gpu-rental/project/outputs');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return new Map(names.map((name) => [`outputs/${name}`, hashOf(join(folder, name)) ?? '']));
  }

  /** What was made there and isn't here with the same content. */
  missing(): string[] {
    const { project } = this.#stage;
    const run = this.run();
    const here = run?.results ?? join(project, 'nowhere');
    return [...(this.made ?? [])]
      .filter(([name, hash]) => hashOf(join(here, name)) !== hash)
      .map(([name]) => name);
  }

  #checkDestroyed(): void {
    const { then, fetch } = this.#scenario;
    if (then !== 'destroy') this.problems.add(`The instance was destroyed, not to ${then}`);
    const missing = fetch.length === 0 ? [] : this.missing();
    if (missing.length > 0) this.problems.add(`The instance was destroyed without ${missing.join(', ')}`);
    // Where nothing is fetched, it may be gone right after the end, before the next look.
    const isOver = fetch.length === 0 && this.state.get('phase') === 'ended';
    if (this.made === undefined && !isOver)
      this.problems.add('The instance was destroyed before the run was over');
  }
}
