import * as vscode from 'vscode';
import type { Instance } from '../api/schemas/instance';
import { lifecycleOf } from '../domain/lifecycle';
import type { AccountStore } from './accountStore';
import { signedIn } from './signedIn';
import type { Clock } from './clock';
import type { Lease } from './lease';
import { Poller, type PollResult } from './poller';
import { sharedPart, type SnapshotFiles } from './snapshotFiles';

/** What is known of the account's instances. After a failure the last data stay, with their age and the error. */
export interface InstanceState {
  accountId?: string;
  instances: ReadonlyMap<number, Instance>;
  /** Milliseconds since the epoch at which the list was asked for; undefined before the first one. */
  fetchedAt?: number;
  /** Why the last attempt failed. */
  error?: unknown;
}

export interface InstanceChange {
  added: readonly number[];
  removed: readonly number[];
  changed: readonly number[];
  /** The list came from the service or another window just now, whether or not it differs. */
  listed: boolean;
}

export interface InstanceStoreOptions {
  accounts: AccountStore;
  snapshots: SnapshotFiles;
  /** By which one window at a time asks for the list. */
  lease: (accountId: string) => Lease;
  clock: Clock;
  /** Milliseconds between two polls while the view is visible or something is pending. */
  pollInterval: () => number;
}

/** Milliseconds between two polls while nobody looks but something is billed. */
const hiddenInterval = 60_000;
const empty: ReadonlyMap<number, Instance> = new Map();

/**
 * The account's instances, kept up to date with one list request a poll, however many instances and windows
 * there are: a list that another window asked for a moment ago is taken over instead. Only the fields that
 * windows share are kept, so that both sources look the same.
 */
export class InstanceStore implements vscode.Disposable {
  readonly #options: InstanceStoreOptions;
  readonly #changed = new vscode.EventEmitter<InstanceChange>();
  readonly #poller: Poller;
  readonly #subscription: vscode.Disposable;
  #state: InstanceState = { instances: empty };
  #visible = false;
  #holds = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** Counts changes of account or key: an answer to an older one is dropped. */
  #session = 0;

  readonly onDidChange = this.#changed.event;

  constructor(options: InstanceStoreOptions) {
    this.#options = options;
    this.#poller = new Poller({
      clock: options.clock,
      interval: () => this.#interval(),
      poll: () => this.#poll(),
    });
    this.#subscription = options.accounts.onDidChange(() => this.#startSession());
  }

  get state(): InstanceState {
    return this.#state;
  }

  get(id: number): Instance | undefined {
    return this.#state.instances.get(id);
  }

  /** Asks for the complete list; the request begins after this call. Rejects when it fails. */
  refresh(): Promise<void> {
    if (!this.#running) return this.#begin();
    // The request under way began before this call, so its answer may be too old: one more follows it.
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  /** Takes over one instance that was just asked for by itself. */
  put(instance: Instance): void {
    if (!this.#state.instances.has(instance.id)) return;
    const instances = new Map(this.#state.instances).set(instance.id, sharedPart(instance));
    this.#replace({ ...this.#state, instances }, false);
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#poller.wake({ now: visible && this.#isOld() });
  }

  /** Keeps polling as if the view were visible, until disposed: something is pending. */
  hold(): vscode.Disposable {
    this.#holds += 1;
    this.#poller.wake();
    let held = true;
    return new vscode.Disposable(() => {
      if (held) this.#holds -= 1;
      held = false;
    });
  }

  /** What is known of an instance elsewhere has changed. */
  redraw(instanceId: number): void {
    this.#changed.fire({ added: [], removed: [], changed: [instanceId], listed: false });
  }

  /** A few quick polls, because something was just changed. */
  burst(): void {
    this.#poller.burst();
  }

  dispose(): void {
    this.#poller.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #startSession(): void {
    const accountId = this.#options.accounts.active?.id;
    this.#session += 1;
    this.#running = undefined;
    this.#next = undefined;
    if (accountId !== this.#state.accountId) {
      this.#replace({ ...(accountId ? { accountId } : {}), instances: empty }, false);
      if (accountId) void this.#seed(accountId);
    }
    if (accountId) this.#poller.wake({ now: true });
  }

  /** The last list of the account, however old, until there is a new one. */
  async #seed(accountId: string): Promise<void> {
    const session = this.#session;
    const shared = await this.#options.snapshots.read(accountId).catch(() => undefined);
    if (!shared || session !== this.#session || this.#state.fetchedAt !== undefined) return;
    const { error } = this.#state;
    this.#replace({ accountId, fetchedAt: shared.at, instances: byId(shared.instances), error }, false);
  }

  #interval(): number | undefined {
    if (!this.#state.accountId) return undefined;
    const instances = [...this.#state.instances.values()];
    const pending = this.#holds > 0 || instances.some((instance) => lifecycleOf(instance).pending);
    if (this.#visible || pending) return this.#options.pollInterval();
    // Before the first list nobody knows whether something is billed.
    return instances.length > 0 || this.#state.fetchedAt === undefined ? hiddenInterval : undefined;
  }

  #isOld(): boolean {
    return this.#options.clock.now() - (this.#state.fetchedAt ?? 0) > this.#options.pollInterval();
  }

  /** One turn of the timer: another window's fresh list, or a request of our own. */
  async #poll(): Promise<PollResult> {
    const { accountId } = this.#state;
    if (!accountId) return 'done';
    try {
      if (await this.#adopt(accountId)) return 'done';
      const ran = await this.#options.lease(accountId).tryRun(async () => {
        // Between the look and the lease another window may have finished.
        if (!(await this.#adopt(accountId))) await this.refresh();
      });
      return ran ? 'done' : 'elsewhere';
    } catch {
      return 'failed';
    }
  }

  async #adopt(accountId: string): Promise<boolean> {
    const session = this.#session;
    const shared = await this.#options.snapshots.read(accountId).catch(() => undefined);
    if (!shared || session !== this.#session || shared.at <= (this.#state.fetchedAt ?? 0)) return false;
    const age = this.#options.clock.now() - shared.at;
    if (age < 0 || age > (this.#interval() ?? 0) * 0.8) return false;
    this.#replace({ accountId, fetchedAt: shared.at, instances: byId(shared.instances) }, true);
    return true;
  }

  #begin(): Promise<void> {
    const running = this.#fetch().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** Of several accounts, the answer is about the one in use when it arrives. */
  async #fetch(): Promise<void> {
    const session = this.#session;
    const { accounts, clock } = this.#options;
    const client = signedIn(accounts);
    const accountId = accounts.active?.id ?? '';
    const at = clock.now();
    try {
      const instances = (await client.listInstances()).map(sharedPart);
      if (session === this.#session) await this.#share(accountId, at, instances);
      if (session !== this.#session) {
        await this.refresh();
        return;
      }
      this.#poller.succeeded();
      this.#replace({ accountId, fetchedAt: at, instances: byId(instances) }, true);
    } catch (error) {
      if (session === this.#session) this.#replace({ ...this.#state, error }, false);
      throw error;
    }
  }

  /** What cannot be written down is known to this window all the same. */
  async #share(accountId: string, at: number, instances: Instance[]): Promise<void> {
    await this.#options.snapshots.write(accountId, { at, instances }).catch(() => undefined);
  }

  #replace(state: InstanceState, listed: boolean): void {
    const before = this.#state.instances;
    this.#state = state;
    const after = state.instances;
    this.#changed.fire({
      added: [...after.keys()].filter((id) => !before.has(id)),
      removed: [...before.keys()].filter((id) => !after.has(id)),
      changed: [...after].filter(([id, instance]) => differs(before.get(id), instance)).map(([id]) => id),
      listed,
    });
    this.#poller.wake();
  }
}

const byId = (instances: readonly Instance[]): ReadonlyMap<number, Instance> =>
  new Map(instances.map((instance) => [instance.id, instance]));

function differs(before: Instance | undefined, after: Instance): boolean {
  return before !== undefined && JSON.stringify(before) !== JSON.stringify(after);
}
