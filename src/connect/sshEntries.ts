import { rm } from 'node:fs/promises';
import type { Instance } from '../api/schemas/instance';
import { usedAddress } from '../ssh/address';
import type { SkippedEntry, SshEntry } from '../ssh/hostEntry';
import type { SshConfig } from '../ssh/userConfig';
import type { AccountFiles } from '../stores/accountFiles';
import type { AccountStore } from '../stores/accountStore';
import { readJson, writeJson } from '../stores/jsonFile';
import type { MarkerFiles } from '../stores/markerFiles';
import type { SnapshotFiles } from '../stores/snapshotFiles';
import type { SshSetup } from './sshSetup';

export interface SshEntriesOptions {
  files: AccountFiles;
  accounts: AccountStore;
  snapshots: SnapshotFiles;
  /** Instances whose direct address did not answer, so that their entry goes through the proxy. */
  proxied: MarkerFiles;
  setup: () => SshSetup;
  /** Stands while the person has removed the integration, so that no window writes entries by itself. */
  sshPauseFile: string;
}

export interface SyncResult {
  /** Instances without an entry although they run, and why. */
  skipped: SkippedEntry[];
  /** Ids that two services use; the later one has no entry. */
  clashes: number[];
}

/**
 * Milliseconds after which a list counts no more when its account has no key here: another window that has one, in
 * memory only, asks at least every minute.
 */
const abandonedAfter = 10 * 60_000;

/**
 * Keeps our ssh config file equal to the last complete lists of all accounts. Every window computes the same
 * content from the same files, so it does not matter which one writes last.
 */
export class SshEntries {
  readonly #options: SshEntriesOptions;
  #last: Promise<unknown> = Promise.resolve();
  /** Instances that a complete list no longer has: the trust in their host keys ends with them. */
  readonly #gone = new Set<number>();

  constructor(options: SshEntriesOptions) {
    this.#options = options;
  }

  /** Brings the files up to date. Rejects with SshConfigError; the files are whole in any case. */
  sync(): Promise<SyncResult> {
    const run = this.#last.catch(() => undefined).then(() => this.#sync());
    this.#last = run;
    return run;
  }

  /** These instances exist no more: their host keys are forgotten by the next `sync`. */
  forget(instanceIds: readonly number[]): void {
    for (const id of instanceIds) this.#gone.add(id);
  }

  /** Runs a removal of our files with no writing in between; afterwards only `resume` lets entries be written again. */
  pause<T>(removal: () => Promise<T>): Promise<T> {
    const run = this.#last
      .catch(() => undefined)
      .then(async () => {
        await writeJson(this.#options.sshPauseFile, {});
        // What could not be removed must go on being kept up to date.
        return removal().catch(async (error: unknown) => {
          await this.resume();
          throw error;
        });
      });
    this.#last = run;
    return run;
  }

  /** The person wants our entries (again). */
  async resume(): Promise<void> {
    await rm(this.#options.sshPauseFile, { force: true });
  }

  async #sync(): Promise<SyncResult> {
    const { config, user, identityFile } = this.#options.setup();
    // More may come while this runs, for the next time.
    const gone = [...this.#gone];
    const { instances, clashes } = await this.#allInstances();
    const entries = [...instances.values()].flatMap(({ instance, viaProxy }) =>
      entryFor(instance, viaProxy, user, identityFile),
    );
    if ((await readJson(this.#options.sshPauseFile)) !== undefined) return { skipped: [], clashes };
    const { skipped } = await this.#write(config, entries, gone);
    // What a setting named before is still read by somebody: an old port there may soon be a stranger's.
    for (const other of await config.elsewhere()) {
      // One that is out of reach now leads nobody anywhere, and is looked at again with the next list.
      if (await other.isThere().catch(() => false))
        await this.#write(other, entries, gone).catch(() => undefined);
    }
    for (const id of gone) this.#gone.delete(id);
    return { skipped, clashes };
  }

  async #write(
    config: SshConfig,
    entries: readonly SshEntry[],
    gone: readonly number[],
  ): Promise<{ skipped: SkippedEntry[] }> {
    for (const id of gone) await config.forgetHostKey(id);
    // Nothing to say and nothing to take back: the folder is not made for that.
    if (entries.length === 0 && (await config.readEntries()).length === 0) return { skipped: [] };
    return config.writeEntries(entries);
  }

  async #allInstances() {
    const { files, accounts, snapshots, proxied } = this.#options;
    const signedIn = new Set(accounts.accounts.map(({ id }) => id));
    const instances = new Map<number, { instance: Instance; viaProxy: boolean }>();
    const clashes: number[] = [];
    for (const { id: accountId } of await files.list()) {
      const marked = await proxied.list(accountId);
      const snapshot = await snapshots.read(accountId);
      if (!snapshot || (!signedIn.has(accountId) && Date.now() - snapshot.at > abandonedAfter)) continue;
      for (const instance of snapshot.instances) {
        if (instances.has(instance.id)) clashes.push(instance.id);
        else instances.set(instance.id, { instance, viaProxy: marked.has(instance.id) });
      }
    }
    return { instances, clashes };
  }
}

/** One entry for a running instance with an address; what its values may contain is checked when it is written. */
function entryFor(
  instance: Instance,
  viaProxy: boolean,
  user: string,
  identityFile: string | undefined,
): SshEntry[] {
  const address = usedAddress(instance, viaProxy);
  if (!address) return [];
  return [{ instanceId: instance.id, host: address.host, port: address.port, user, identityFile }];
}
