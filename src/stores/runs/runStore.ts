import * as z from 'zod/mini';
import type { Clock } from '../../clock';
import { type Run, runSchema } from '../../domain/runs/run';
import type { AccountFiles } from '../account/accountFiles';
import { type Said, SharedFile, type Wanted } from '../windows/sharedFile';
import { Listeners } from '../listeners';
import { jsonAs } from '../../files/jsonAs';

export type Runs = readonly Run[];

const none: Runs = [];

/**
 * The runs of each account that this computer knows, the latest first: a file that all windows share. Values of
 * variables are in no part of it.
 */
export class RunStore {
  readonly #file: SharedFile<Runs>;
  readonly #listeners = new Listeners<[accountId: string]>();

  /** Calls back after this window has changed or read a change of an account's runs. */
  readonly onDidChange = this.#listeners.add;

  /** @param onDamaged called with the path under which a file that can't be understood is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#file = new SharedFile(accounts, clock, {
      name: 'runs.json',
      none,
      said: runsIn,
      merged: withUnwritten,
      isKeptInMemory: true,
      onDamaged,
    });
  }

  /** As this window has read them last. */
  known(accountId: string): Runs {
    return this.#file.last(accountId);
  }

  get(accountId: string, runId: string): Run | undefined {
    return this.known(accountId).find(({ id }) => id === runId);
  }

  async read(accountId: string): Promise<Runs> {
    const before = this.known(accountId);
    const runs = await this.#file.read(accountId);
    if (runs !== before) this.#listeners.tell(accountId);
    return runs;
  }

  /** The same for what must not miss a run: undefined if the file, or one of its rows, can't be read. */
  async readAll(accountId: string): Promise<Runs | undefined> {
    await this.read(accountId);
    // The line above has logged why it can't be read.
    const current = await this.#file.current(accountId).catch(() => undefined);
    return current && !current.damaged ? this.known(accountId) : undefined;
  }

  /** Rejects if it can't be written: a run that nobody knows of would not be fetched. */
  async add(accountId: string, run: Run): Promise<void> {
    const edit = (runs: Runs) => ({ value: [run, ...runs], result: undefined });
    await this.#file.change(accountId, edit, { mustWrite: true });
    this.#listeners.tell(accountId);
  }

  /** Changes a run. False if it is gone or `edit` returned the same object: of several windows, one gets true. */
  async edit(accountId: string, runId: string, edit: (run: Run) => Run): Promise<boolean> {
    const isChanged = await this.#file.change(accountId, (runs) => {
      const run = runs.find(({ id }) => id === runId);
      const edited = run && edit(run);
      if (!edited || edited === run) return { value: runs, result: false };
      return { value: runs.map((one) => (one === run ? edited : one)), result: true };
    });
    if (isChanged) this.#listeners.tell(accountId);
    return isChanged;
  }

  async remove(accountId: string, ...ids: string[]): Promise<void> {
    const edit = (runs: Runs) => ({ value: runs.filter(({ id }) => !ids.includes(id)), result: undefined });
    await this.#file.change(accountId, edit);
    this.#listeners.tell(accountId);
  }
}

/** What another window has written meanwhile, with what this one has changed. */
function withUnwritten(runs: Runs, { before, after }: Wanted<Runs>): Runs {
  const was = new Map(before.map((run) => [run.id, run]));
  const wanted = new Map(after.filter((run) => was.get(run.id) !== run).map((run) => [run.id, run]));
  const there = new Set(runs.map(({ id }) => id));
  const added = [...wanted.values()].filter(({ id }) => !there.has(id) && !was.has(id));
  return [...added, ...runs.map((run) => wanted.get(run.id) ?? run)];
}

/** Rows that can't be read are left out. */
export function runsIn(content: Buffer): Said<Runs> {
  const said = jsonAs(z.array(z.unknown()), content);
  const runs = (said ?? []).flatMap((row) => runSchema.safeParse(row).data ?? []);
  return { value: runs, isDamaged: !said || runs.length < said.length };
}
