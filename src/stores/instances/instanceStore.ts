import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import type { Snapshot } from '../../domain/instances/sharedInstance';
import type { AccountStore } from '../account/accountStore';
import type { GoneInstances } from './goneInstance';
import type { InstanceState } from './instanceChange';
import { isNewer, isWithin, OneAtATime } from '../polling/requests';
import { signedIn } from '../../api/localError';
import type { Lease } from '../windows/lease';
import { KnownInstances, type KnownInstancesOptions } from './knownInstances';
import { Poller, type PollResult } from '../polling/poller';
import { ignore } from '../../log/log';
import { pollShared } from '../polling/pollShared';

export interface InstanceStoreOptions extends KnownInstancesOptions {
  accounts: AccountStore;
  gone: Pick<GoneInstances, 'ask' | 'exists' | 'isGone' | 'left'>;
  /** Whether something of the account is to be stopped or destroyed. */
  isScheduled?: (accountId: string) => boolean;
  /** The lease that lets one window at a time load the list. */
  lease: (accountId: string) => Lease;
  /** Milliseconds between two polls while the view is visible or something is pending. */
  pollInterval: () => number;
  /** Whether the person works in this window. Elsewhere a list that is only visible keeps the pace of a hidden one. */
  isFocused?: () => boolean;
}

/** Milliseconds between two requests while the list isn't visible but something is billed. */
const hiddenInterval = 60_000;
/** Milliseconds between two looks at the lists of other windows, while this one doesn't need to ask the service. */
const idleInterval = 60_000;

/**
 * The account's instances, kept up to date with one list request per poll, regardless of the number of instances and
 * windows: a list that another window has just loaded is used instead. Keeps only the fields that windows share, so
 * that both sources look the same.
 */
export class InstanceStore extends KnownInstances {
  readonly #options: InstanceStoreOptions;
  readonly #poller: Poller;
  readonly #subscription: vscode.Disposable;
  readonly #fetches: OneAtATime;
  #visible = false;
  #holds = 0;

  constructor(options: InstanceStoreOptions) {
    super(options);
    this.#options = options;
    this.#fetches = new OneAtATime(() => this.#fetch(), this.log);
    this.#poller = new Poller({
      clock: options.clock,
      interval: () => this.#interval() ?? (this.state.accountId ? idleInterval : undefined),
      poll: () => this.#poll(),
    });
    this.#subscription = options.accounts.onDidChange(() => this.#startSession());
  }

  /** Loads the complete list with a request that starts after this call. Rejects if it fails. */
  refresh(): Promise<void> {
    return this.#fetches.run();
  }

  /** Whether a view shows the list. */
  get isVisible(): boolean {
    return this.#visible;
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    const age = this.#options.clock.now() - (this.state.fetchedAt ?? 0);
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

  /** Something was rented, or may have been: polls quickly, then until the list contains it. */
  async lookForPending(): Promise<void> {
    const { accountId } = this.state;
    if (accountId !== undefined) await this.readExpected(accountId);
    this.#poller.burst();
  }

  /** A few quick polls after a change. */
  burst(): void {
    this.#poller.burst();
  }

  override dispose(): void {
    this.#poller.dispose();
    this.#subscription.dispose();
    super.dispose();
  }

  /** Something may be due earlier now. */
  protected override told(): void {
    this.#poller.wake();
  }

  #startSession(): void {
    const accountId = this.#options.accounts.active?.id;
    this.#fetches.forget();
    this.follow(accountId);
    if (accountId) this.#poller.wake({ now: true });
  }

  /** Milliseconds between two requests; undefined if none are needed. */
  #interval(): number | undefined {
    return listInterval(this.state, {
      watched: this.#holds > 0 || (this.#visible && this.#options.isFocused?.() !== false),
      confirmed: this.isCertain,
      isScheduled: () => this.#options.isScheduled?.(this.state.accountId ?? '') === true,
      isPending: () => this.lists.isPending(this.state.instances),
      watchedInterval: this.#options.pollInterval(),
    });
  }

  /** One tick of the timer: another window's list, or our own request. */
  async #poll(): Promise<PollResult> {
    const { accountId } = this.state;
    if (!accountId) return 'done';
    await this.seeded;
    return pollShared({
      lease: this.#options.lease(accountId),
      isFresh: async () => {
        await this.readExpected(accountId);
        return this.#isUpToDate(accountId);
      },
      ask: () => this.refresh(),
      log: this.log,
      why: 'the view shows it, and the next poll tries again',
    });
  }

  /** Takes over a newer list of another window; true if no request is needed now. */
  async #isUpToDate(accountId: string): Promise<boolean> {
    const isCurrent = this.session();
    const shared = await this.lists.shared(accountId);
    if (!isCurrent()) return true;
    const now = this.#options.clock.now();
    if (shared && shared.at <= now && isNewer(shared.at, this.state.fetchedAt, now))
      await this.take(accountId, shared);
    const interval = this.#interval();
    const isFresh = isWithin(shared?.at, (interval ?? Infinity) * 0.8, now);
    if (isFresh && shared && !this.isConfirmed) await this.take(accountId, shared);
    if (interval !== undefined) return isFresh;
    // Ours then is from before the clock was set back, and the other one, which seems older, may be newer.
    const isOlder = shared && shared.at < (this.state.fetchedAt ?? 0) - 1000;
    return !shared || (shared.at <= now && !isOlder);
  }

  /** The answer must be about the account that is in use when it arrives. */
  async #fetch(): Promise<void> {
    const isCurrent = this.session();
    const { accounts, gone } = this.#options;
    const client = signedIn(accounts);
    const accountId = accounts.active?.id ?? '';
    try {
      const listed = await this.#load(isCurrent, accountId, client);
      // What the list lacks may exist all the same. If the service says more about it, another list settles that.
      const asked = listed && [...listed.instances, ...(await this.#options.pending.unseen(accountId))];
      if (asked && (await gone.ask(accountId, client, asked)) && isCurrent()) {
        const why = 'what isn’t certain to be gone stays until the next list';
        const left = await this.#load(isCurrent, accountId, client).catch(ignore(this.log, why));
        // Of many, only some are asked for after each list.
        const answers = left?.instances
          .filter(({ missing }) => missing)
          .map(({ id }) => gone.exists(accountId, id));
        if (answers?.includes('unknown') && !answers.includes(true))
          this.refresh().catch(ignore(this.log, why));
      }
    } catch (error) {
      if (isCurrent()) this.failed(error);
      throw error;
    }
    if (!isCurrent()) await this.refresh();
  }

  /** Undefined if another account or key is in use by then. */
  async #load(isCurrent: () => boolean, accountId: string, client: Client): Promise<Snapshot | undefined> {
    const asked = await this.lists.ask(client);
    if (!isCurrent()) return undefined;
    const newest = await this.lists.share(accountId, asked, this.state.instances);
    if (!isCurrent()) return undefined;
    this.#poller.succeeded();
    await this.take(accountId, newest);
    return newest;
  }
}

interface ListReasons {
  /** It is visible in a window with the focus, or a person waits for something in it. */
  watched: boolean;
  /** The list is from this session, and if it is empty, so was the one before; until then it isn't known what is billed. */
  confirmed: boolean;
  /** Something is to be stopped or destroyed, which doesn't end by a list. */
  isScheduled: () => boolean;
  /** An instance in it is about to change. */
  isPending: () => boolean;
  /** Milliseconds, from the person's settings. */
  watchedInterval: number;
}

/** Milliseconds between two requests for the list; undefined if none are needed. */
export function listInterval(
  { accountId, instances, expected, error }: InstanceState,
  { watched, confirmed, isScheduled, isPending, watchedInterval }: ListReasons,
): number | undefined {
  if (accountId === undefined) return undefined;
  if (watched || expected.length > 0 || isPending()) return watchedInterval;
  const mayBeBilled = instances.size > 0 || !confirmed || error !== undefined || isScheduled();
  return mayBeBilled ? hiddenInterval : undefined;
}
