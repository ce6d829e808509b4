import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import type { SharedInstance, Snapshot } from '../../domain/instances/sharedInstance';
import type { AccountStore } from '../account/accountStore';
import type { Clock } from '../../clock';
import type { GoneInstances } from './goneInstance';
import { changeBetween, type InstanceChange, type InstanceState, logPhases } from './instanceChange';
import { idleInterval, listInterval } from './listInterval';
import { OneAtATime } from '../polling/requests';
import { signedIn } from '../../api/localError';
import type { Lease } from '../windows/lease';
import type { MarkerFiles } from '../rentals/markerFiles';
import { type AgreedStops, ExpectedRentals } from '../rentals/expectedRentals';
import type { PendingRentals } from '../rentals/pendingRentals';
import { type Figures, InstanceLists, noInstances } from './instanceLists';
import { isSame } from '../polling/sameRows';
import { Poller, type PollResult } from '../polling/poller';
import { isNewer, type SnapshotFiles } from './snapshotFiles';
import { ignore, type Log, silent } from '../../log/log';

export interface InstanceStoreOptions {
  accounts: AccountStore;
  snapshots: SnapshotFiles;
  pending: PendingRentals;
  /** Marks instances that a person waits for. */
  pendingStart: MarkerFiles;
  /** For stops that were agreed to with a rental whose window was closed before. */
  agreed?: AgreedStops;
  gone: Pick<GoneInstances, 'ask' | 'exists' | 'isGone' | 'left'>;
  /** Whether something of the account is to be stopped or destroyed. */
  isScheduled?: (accountId: string) => boolean;
  /** The lease that lets one window at a time load the list. */
  lease: (accountId: string) => Lease;
  clock: Clock;
  /** Milliseconds between two polls while the view is visible or something is pending. */
  pollInterval: () => number;
  /** Whether the person works in this window. Elsewhere a list that is only visible keeps the pace of a hidden one. */
  isFocused?: () => boolean;
  log?: Log;
}

/**
 * The account's instances, kept up to date with one list request per poll, regardless of the number of instances and
 * windows: a list that another window has just loaded is used instead. Keeps only the fields that windows share, so
 * that both sources look the same.
 */
export class InstanceStore implements vscode.Disposable {
  readonly #options: InstanceStoreOptions;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<InstanceChange>();
  readonly #poller: Poller;
  readonly #subscription: vscode.Disposable;
  readonly #lists: InstanceLists;
  readonly #expected: ExpectedRentals;
  readonly #fetches: OneAtATime;
  #state: InstanceState = { instances: noInstances, expected: [] };
  /** The state that listeners last got. */
  #lastFired = this.#state;
  #seeded: Promise<void> = Promise.resolve();
  /**
   * Whether the list is from this session, from the service or another window. Until then it isn't known what is
   * billed.
   */
  #confirmed = false;
  /** Lists in a row that had nothing; one alone may be a mistake of the service. */
  #emptyLists = 0;
  #visible = false;
  #holds = 0;
  /** Counts changes of account or key, to drop answers to older ones. */
  #session = 0;

  readonly onDidChange = this.#changed.event;

  constructor(options: InstanceStoreOptions) {
    this.#options = options;
    this.#log = options.log ?? silent;
    this.#lists = new InstanceLists(options, this.#log);
    this.#expected = new ExpectedRentals(
      options.pending,
      options.pendingStart,
      this.#log,
      options.agreed ?? { schedule: () => Promise.resolve(), tellLost: () => undefined },
    );
    this.#fetches = new OneAtATime(() => this.#fetch(), this.#log);
    this.#poller = new Poller({
      clock: options.clock,
      interval: () => this.#interval() ?? (this.#state.accountId ? idleInterval : undefined),
      poll: () => this.#poll(),
    });
    this.#subscription = options.accounts.onDidChange(() => this.#startSession());
  }

  get state(): InstanceState {
    return this.#state;
  }

  /** Resolves when the last list of the account in use was read, so that known rows are drawn first. */
  get seeded(): Promise<void> {
    return this.#seeded;
  }

  get(id: number): SharedInstance | undefined {
    return this.#state.instances.get(id);
  }

  /** Whether the service answered the last list to this window, and so with figures of the same moment. */
  get isOwnList(): boolean {
    return this.#lists.isOwn(this.#state.fetchedAt);
  }

  /** An instance's current load, from this window's last list. */
  figures(id: number): Figures | undefined {
    return this.#lists.figures(id);
  }

  /** Loads the complete list with a request that starts after this call. Rejects if it fails. */
  refresh(): Promise<void> {
    return this.#fetches.run();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    const age = this.#options.clock.now() - (this.#state.fetchedAt ?? 0);
    this.#poller.wake({ now: visible && (age < 0 || age > this.#options.pollInterval()) });
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

  /** Other data about an instance has changed. */
  redraw(instanceId: number): void {
    const nothing = { added: [], removed: [], gone: [] };
    this.#changed.fire({ ...nothing, changed: [instanceId], listed: false, expected: false });
    // Something may be scheduled now.
    this.#poller.wake();
  }

  /** Something was rented, or may have been: polls quickly, then until the list contains it. */
  async lookForPending(): Promise<void> {
    const { accountId } = this.#state;
    if (accountId !== undefined) await this.#readExpected(accountId);
    this.#poller.burst();
  }

  /** A few quick polls after a change. */
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
    this.#fetches.forget();
    if (accountId !== this.#state.accountId) {
      this.#confirmed = false;
      this.#emptyLists = 0;
      if (accountId) this.#seeded = this.#seed(accountId);
      else this.#replace({ instances: noInstances, expected: [] }, false);
    }
    if (accountId) this.#poller.wake({ now: true });
  }

  /** The account's last list, however old, until there is a new one. Fires no event before it is read. */
  async #seed(accountId: string): Promise<void> {
    this.#state = { accountId, instances: noInstances, expected: [] };
    const shared = await this.#lists.shared(accountId);
    if (accountId !== this.#state.accountId) return;
    const isFirst = shared && this.#state.fetchedAt === undefined;
    const list = isFirst ? { fetchedAt: shared.at, instances: this.#lists.byId(shared.instances) } : {};
    this.#replace({ ...this.#state, ...list }, false);
  }

  /** Milliseconds between two requests; undefined if none are needed. */
  #interval(): number | undefined {
    return listInterval(this.#state, {
      watched: this.#holds > 0 || (this.#visible && this.#options.isFocused?.() !== false),
      confirmed: this.#confirmed && this.#emptyLists !== 1,
      isScheduled: () => this.#options.isScheduled?.(this.#state.accountId ?? '') === true,
      isPending: () => this.#lists.isPending(this.#state.instances),
      watchedInterval: this.#options.pollInterval(),
    });
  }

  /** One tick of the timer: another window's list, or our own request. */
  async #poll(): Promise<PollResult> {
    const { accountId } = this.#state;
    if (!accountId) return 'done';
    await this.#seeded;
    try {
      await this.#readExpected(accountId);
      if (await this.#isUpToDate(accountId)) return 'done';
      const ran = await this.#options.lease(accountId).tryRun(async () => {
        // Another window may have finished before this one got the lease.
        if (!(await this.#isUpToDate(accountId))) await this.refresh();
      });
      return ran ? 'done' : 'elsewhere';
    } catch (error) {
      ignore(this.#log, 'the view shows it, and the next poll tries again')(error);
      return 'failed';
    }
  }

  /** Takes over a newer list of another window; true if no request is needed now. */
  async #isUpToDate(accountId: string): Promise<boolean> {
    const session = this.#session;
    const shared = await this.#lists.shared(accountId);
    if (session !== this.#session) return true;
    const now = this.#options.clock.now();
    const age = shared ? now - shared.at : Infinity;
    if (shared && age >= 0 && isNewer(shared.at, this.#state.fetchedAt, now))
      await this.#take(accountId, shared);
    const interval = this.#interval();
    // A list from the future is from before the clock was set back: its age isn't known.
    const isFresh = age >= 0 && age <= (interval ?? Infinity) * 0.8;
    if (isFresh && shared && !this.#confirmed) await this.#take(accountId, shared);
    if (interval !== undefined) return isFresh;
    // Ours then is from before the clock was set back, and the other one, which seems older, may be newer.
    const isOlder = shared && shared.at < (this.#state.fetchedAt ?? 0) - 1000;
    return !shared || (age >= 0 && !isOlder);
  }

  /** A complete list, from the service or another window. */
  async #take(accountId: string, snapshot: Snapshot): Promise<void> {
    const session = this.#session;
    await this.#expected.reconcile(accountId, snapshot.instances, (id) =>
      this.#options.gone.isGone(accountId, id, snapshot.at),
    );
    const expected = await this.#expected.list(accountId);
    if (session !== this.#session) return;
    this.#confirmed = true;
    const isOther = this.#state.fetchedAt !== snapshot.at;
    if (snapshot.instances.length > 0) this.#emptyLists = 0;
    else if (isOther) this.#emptyLists += 1;
    const list = this.#lists.newest(this.#state, snapshot);
    this.#replace({ accountId, ...list, expected }, true);
  }

  async #readExpected(accountId: string): Promise<void> {
    const session = this.#session;
    const expected = await this.#expected.list(accountId);
    if (session !== this.#session || isSame(expected, this.#state.expected)) return;
    this.#replace({ ...this.#state, expected }, false);
  }

  /** The answer must be about the account that is in use when it arrives. */
  async #fetch(): Promise<void> {
    const session = this.#session;
    const { accounts, gone } = this.#options;
    const client = signedIn(accounts);
    const accountId = accounts.active?.id ?? '';
    try {
      const listed = await this.#load(session, accountId, client);
      // What the list lacks may exist all the same. If the service says more about it, another list settles that.
      const asked = listed && [...listed.instances, ...(await this.#options.pending.unseen(accountId))];
      if (asked && (await gone.ask(accountId, client, asked)) && session === this.#session) {
        const why = 'what isn’t certain to be gone stays until the next list';
        const left = await this.#load(session, accountId, client).catch(ignore(this.#log, why));
        // Of many, only some are asked for after each list.
        const answers = left?.instances
          .filter(({ missing }) => missing)
          .map(({ id }) => gone.exists(accountId, id));
        if (answers?.includes('unknown') && !answers.includes(true))
          this.refresh().catch(ignore(this.#log, why));
      }
    } catch (error) {
      if (session === this.#session) this.#replace({ ...this.#state, error }, false);
      throw error;
    }
    if (session !== this.#session) await this.refresh();
  }

  /** Undefined if another account or key is in use by then. */
  async #load(session: number, accountId: string, client: Client): Promise<Snapshot | undefined> {
    const asked = await this.#lists.ask(client);
    if (session !== this.#session) return undefined;
    const newest = await this.#lists.share(accountId, asked, this.#state.instances);
    if (session !== this.#session) return undefined;
    this.#poller.succeeded();
    await this.#take(accountId, newest);
    return newest;
  }

  #replace(state: InstanceState, listed: boolean): void {
    const before = this.#lastFired;
    this.#state = state;
    this.#lastFired = state;
    const change = changeBetween(before, state, listed);
    logPhases(this.#log, before.instances, state.instances, change);
    this.#changed.fire(change);
    this.#poller.wake();
  }
}
