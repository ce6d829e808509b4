import { join } from 'node:path';
import type { Clock } from '../../clock';
import { ifMissing } from '../windows/jsonFile';
import { type Account, type AccountFiles, watchFile } from '../account/accountFiles';
import { Poller } from '../polling/poller';
import { ignore } from '../../log/log';
import type { WatchStore } from './watchStore';
import { Listeners } from '../listeners';

export interface LazyWatchesOptions {
  accounts: {
    readonly accounts: readonly Account[];
    onDidChange(listener: () => void): { dispose(): unknown };
  };
  files: AccountFiles;
  clock: Clock;
  /** Loads and builds what searches and notifies. */
  load: () => Promise<{ store: WatchStore; dispose(): void }>;
}

/** Milliseconds between two looks whether another window began a watch. */
const interval = 60_000;

/** The watched searches. Their code is loaded when the first one is begun in any window. */
export class LazyWatches {
  readonly #options: LazyWatchesOptions;
  readonly #poller: Poller;
  readonly #subscription: { dispose(): unknown };
  readonly #listeners = new Listeners();
  #loading: Promise<{ store: WatchStore; dispose(): void }> | undefined;
  #loaded: WatchStore | undefined;

  readonly onDidChange = this.#listeners.add;

  constructor(options: LazyWatchesOptions) {
    this.#options = options;
    const { accounts, clock } = options;
    const isNeeded = () => this.#loading === undefined && accounts.accounts.length > 0;
    this.#poller = new Poller({
      clock,
      interval: () => (isNeeded() ? interval : undefined),
      poll: () => this.#look(),
    });
    this.#subscription = accounts.onDidChange(() => this.#poller.wake({ now: isNeeded() }));
  }

  /** How many run, and whether one of them can't search now. */
  get state(): { running: number; failing: boolean } {
    const running = (this.#loaded?.listed ?? []).filter(({ watch }) => !watch.ended);
    return { running: running.length, failing: running.some(({ watch }) => watch.failures !== undefined) };
  }

  async load(): Promise<WatchStore> {
    const before = this.#loading;
    this.#loading = before ?? this.#options.load();
    const { store } = await this.#loading;
    if (!before) {
      this.#loaded = store;
      store.onDidChange(() => this.#listeners.tell());
    }
    return store;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#poller.dispose();
    this.#listeners.clear();
    void this.#loading?.then((loaded) => loaded.dispose());
  }

  async #look(): Promise<'done'> {
    const { accounts, files } = this.#options;
    const why = 'the next look tries again';
    for (const { id } of accounts.accounts) {
      const file = join(files.folderOf(id), watchFile);
      const found = await files.disk.lstat(file).catch(ifMissing).catch(ignore(files.log, why));
      if (!found) continue;
      await this.load().catch(ignore(files.log, why));
      break;
    }
    return 'done';
  }
}
