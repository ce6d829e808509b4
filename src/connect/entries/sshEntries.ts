import { createHash } from 'node:crypto';
import { aliasOf } from '../../ssh/alias';
import type { SkippedEntry } from '../../ssh/config/hostEntry';
import type { Knowledge } from '../../ssh/config/owners';
import type { SshConfig } from '../../ssh/config/userConfig';
import { diskAliasOf } from '../../ssh/keys/knownHosts';
import { type Moment, momentOf, since } from '../../clock';
import { entriesOf, type LastList, lastLists, type ListServices, partsOf } from '../lastLists';
import { ignore } from '../../log/log';

/** The ssh files that get entries, and what is the same in each entry. */
export interface EntrySetup {
  config: SshConfig;
  user: string;
  /** Absolute path; undefined leaves the choice to ssh. */
  identityFile: string | undefined;
}

export interface SshEntriesOptions extends ListServices {
  setup: () => EntrySetup;
  /** This product's storage, whose path distinguishes its entries from those of other products in the home folder. */
  storage: string;
}

export interface SyncResult {
  /** Instances without an entry although they run, and why. */
  skipped: SkippedEntry[];
  /** Ids that two services use. The second one has no entry. */
  clashes: number[];
}

/** After how many milliseconds the files are compared completely, even if nothing seems to have changed. */
const compareAgainAfter = 10 * 60_000;

/** A sync that found nothing to write. While all of this stays the same, the next sync has nothing to write either. */
interface Settled {
  /** What the entries are made of; compared one by one, by identity. */
  from: readonly unknown[];
  /** The state of our files before they were compared. */
  disk: string;
  at: Moment;
  result: SyncResult;
}

/**
 * Keeps our ssh config file in sync with the last complete lists of all accounts. Every window of a product computes
 * the same content from the same files, so it doesn't matter which one writes last. Other products keep their own
 * entries.
 */
export class SshEntries {
  readonly #options: SshEntriesOptions;
  #last: Promise<unknown> = Promise.resolve();
  /** Instances that no longer exist. Their host keys are no longer trusted. */
  readonly #gone = new Map<number, number>();
  readonly #owner: string;
  #tidied = false;
  #settled: Settled | undefined;
  /** For a failed run, whose caller got the error. */
  readonly #ignoreFailed: (error: unknown) => undefined;

  constructor(options: SshEntriesOptions) {
    this.#options = options;
    this.#ignoreFailed = ignore(options.files.log, 'the caller of that run gets the error');
    this.#owner = createHash('sha256').update(options.storage).digest('hex').slice(0, 16);
  }

  /** Updates the files. Rejects with SshConfigError; the files are always complete. */
  sync(): Promise<SyncResult> {
    const run = this.#last.catch(this.#ignoreFailed).then(() => this.#sync());
    this.#last = run;
    return run;
  }

  /** Whether this computer has heard of such an instance, of any account: a person's own host may be called like one. */
  async knows(instanceId: number): Promise<boolean> {
    const { files, snapshots, setup } = this.#options;
    const lists = await Promise.all((await files.list()).map(({ id }) => snapshots.read(id)));
    return (
      lists.some((list) => list?.instances.some(({ id }) => id === instanceId)) ||
      setup().config.knowsHost(instanceId)
    );
  }

  /** These instances no longer exist: the next `sync` forgets their host keys. */
  forget(instanceIds: readonly number[]): void {
    // A row without a readable id has a negative id and never had an entry.
    for (const id of instanceIds) if (id > 0) this.#gone.set(id, this.#options.clock.now());
  }

  /** Runs a removal of our files, while and after which no product writes entries, until `resume`. */
  pause<T>(removal: () => Promise<T>): Promise<T> {
    const run = this.#last.catch(this.#ignoreFailed).then(async () => {
      const { config } = this.#options.setup();
      const all = [config, ...(await config.elsewhere())];
      for (const one of all) await one.markRemoved();
      // Entries that couldn't be removed must be kept up to date.
      return removal().catch(async (error: unknown) => {
        for (const one of all) await one.wantAgain();
        throw error;
      });
    });
    this.#last = run;
    return run;
  }

  /** The person wants our entries (again). */
  resume(): Promise<void> {
    return this.#options.setup().config.wantAgain();
  }

  async #sync(): Promise<SyncResult> {
    const { setup, clock } = this.#options;
    const { config, user, identityFile } = setup();
    await this.#tidy(config);
    // More may be added while this runs; they are for the next run.
    const gone = new Map(this.#gone);
    const lists = await lastLists(this.#options);
    const elsewhere = await config.elsewhere();
    const from = [config.configFile, user, identityFile, ...lists.flatMap(partsOf)];
    const disk = await this.#stateOf([config, ...elsewhere]);
    const last = this.#settled;
    const isQuiet = last && last.disk === disk && isSame(last.from, from) && gone.size === 0;
    if (isQuiet && since(clock, last.at) < compareAgainAfter) return last.result;
    const at = momentOf(clock);
    const { result, changed } = await this.#writeAll({ config, user, identityFile }, elsewhere, lists, gone);
    this.#settled = changed || disk === undefined ? undefined : { from, disk, at, result };
    return result;
  }

  async #tidy(config: SshConfig): Promise<void> {
    if (this.#tidied) return;
    this.#tidied = true;
    const why = 'the leftover files are harmless, and the next window tries again';
    await config.tidy().catch(ignore(this.#options.files.log, why));
  }

  /** Undefined when it cannot be told. */
  async #stateOf(configs: readonly SshConfig[]): Promise<string | undefined> {
    const states = Promise.all(configs.map((config) => config.state()));
    const why = 'the files are then compared completely';
    return (await states.catch(ignore(this.#options.files.log, why)))?.join('\n');
  }

  /** `changed`: something was written, or could not be. */
  async #writeAll(
    { config, user, identityFile }: EntrySetup,
    elsewhere: readonly SshConfig[],
    lists: readonly LastList[],
    gone: ReadonlyMap<number, number>,
  ): Promise<{ result: SyncResult; changed: boolean }> {
    const { entries, without, clashes } = entriesOf(lists, user, identityFile);
    for (const [id, at] of gone) if (!without.has(id)) without.set(id, at);
    if (await config.isRemoved()) return { result: { skipped: [], clashes }, changed: false };
    const knowledge = { owner: this.#owner, entries, without };
    const main = await this.#write(config, knowledge, gone.keys());
    let { changed } = main;
    // A file from an earlier setting may still be read, and an old port in it may soon belong to another renter.
    for (const other of elsewhere) {
      const why = 'the next list checks the file again';
      const writing = async (): Promise<boolean> =>
        (await other.isThere()) && (await this.#write(other, knowledge, gone.keys())).changed;
      const wrote = await writing().catch(ignore(this.#options.files.log, why));
      if (wrote !== false) changed = true;
    }
    for (const [id, at] of gone) if (this.#gone.get(id) === at) this.#gone.delete(id);
    return { result: { skipped: main.skipped, clashes }, changed };
  }

  async #write(
    config: SshConfig,
    knowledge: Knowledge,
    gone: Iterable<number>,
  ): Promise<{ changed: boolean; skipped: SkippedEntry[] }> {
    for (const id of gone)
      for (const alias of [aliasOf(id), diskAliasOf(id)]) await config.forgetHostKey(alias);
    const { log } = this.#options.files;
    const { changed, skipped } = await config.writeEntries(knowledge.entries, knowledge);
    if (changed)
      log.info(`SSH entries written: ${knowledge.entries.map(({ instanceId }) => instanceId).join(', ')}.`);
    if (changed && skipped.length > 0)
      log.warn(`No SSH entry for: ${skipped.map(({ instanceId }) => instanceId).join(', ')}.`);
    return { changed, skipped };
  }
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);
