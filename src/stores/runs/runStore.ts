import type { Clock } from '../../clock';
import type { KeptRuns, Run, Runs } from '../../domain/runs/run';
import type { AccountFiles } from '../account/accountFiles';
import { SharedFile, type Wanted } from '../windows/sharedFile';
import { Listeners } from '../listeners';

const none: KeptRuns = { runs: [], unread: [] };

/**
 * The runs of each account that this computer knows, the latest first: a file that all windows share. Values of
 * variables are in no part of it.
 */
export class RunStore {
  readonly #file: SharedFile<KeptRuns>;
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
      said: async (content) => (await import('../../domain/runs/run')).runsIn(content),
      text: ({ runs, unread }) => JSON.stringify(unread[0] === undefined ? runs : [...runs, unread]),
      merged: withUnwritten,
      isKeptInMemory: true,
      isMendedAtOnce: true,
      onDamaged,
    });
  }

  fileOf(accountId: string): string {
    return this.#file.path(accountId);
  }

  /** As this window has read them last. */
  known(accountId: string): Runs {
    return this.#file.last(accountId).runs;
  }

  get(accountId: string, runId: string): Run | undefined {
    return this.known(accountId).find(({ id }) => id === runId);
  }

  async read(accountId: string): Promise<Runs> {
    const before = this.known(accountId);
    const { runs } = await this.#file.read(accountId);
    if (runs !== before) this.#listeners.tell(accountId);
    return runs;
  }

  /** The same for what must not miss a run: undefined if the file, or one of its rows, can't be read. */
  async readAll(accountId: string): Promise<Runs | undefined> {
    await this.read(accountId);
    // The line above has logged why it can't be read.
    const current = await this.#file.current(accountId).catch(() => undefined);
    return current?.value.unread.length === 0 ? this.known(accountId) : undefined;
  }

  /** Rejects if it can't be written: a run that nobody knows of would not be fetched. */
  async add(accountId: string, run: Run): Promise<void> {
    await this.#change(accountId, (runs) => [run, ...runs], { mustWrite: true });
  }

  /** Changes a run. False if it is gone or `edit` returned the same object: of several windows, one gets true. */
  edit(accountId: string, runId: string, edit: (run: Run) => Run): Promise<boolean> {
    return this.#change(accountId, (runs) => {
      const run = runs.find(({ id }) => id === runId);
      const edited = run && edit(run);
      return !edited || edited === run ? runs : runs.map((one) => (one === run ? edited : one));
    });
  }

  async remove(accountId: string, ...ids: string[]): Promise<void> {
    await this.#change(accountId, (runs) => runs.filter(({ id }) => !ids.includes(id)));
  }

  async #change(
    accountId: string,
    edit: (runs: Runs) => Runs,
    options?: { mustWrite: boolean },
  ): Promise<boolean> {
    const change = (kept: KeptRuns): { value: KeptRuns; result: boolean } => {
      const runs = edit(kept.runs);
      const result = runs !== kept.runs;
      return { value: result ? { ...kept, runs } : kept, result };
    };
    const isChanged = await this.#file.change(accountId, change, options);
    if (isChanged) this.#listeners.tell(accountId);
    return isChanged;
  }
}

/** What another window has written meanwhile, with what this one has changed. */
function withUnwritten({ runs, unread }: KeptRuns, { before, after }: Wanted<KeptRuns>): KeptRuns {
  const was = new Map(before.runs.map((run) => [run.id, run]));
  const wanted = new Map(after.runs.filter((run) => was.get(run.id) !== run).map((run) => [run.id, run]));
  const there = new Set(runs.map(({ id }) => id));
  const added = [...wanted.values()].filter(({ id }) => !there.has(id) && !was.has(id));
  return { runs: [...added, ...runs.map((run) => wanted.get(run.id) ?? run)], unread };
}
