import * as vscode from 'vscode';
import type { Volume } from '../../api/schemas/volume';
import { omitUndefined } from '../../domain/omitUndefined';
import type { AccountStore } from '../account/accountStore';
import { AttachmentWatch } from './attachments';
import type { Clock, EpochMs } from '../../clock';
import type { InstanceChange } from '../instances/instanceChange';
import type { InstanceStore } from '../instances/instanceStore';
import type { Lease } from '../windows/lease';
import { isNewer, isWithin, OneAtATime } from '../polling/requests';
import { Poller, type PollResult } from '../polling/poller';
import { isSame } from '../polling/sameRows';
import { signedIn } from '../../api/localError';
import { type VolumeList, volumeInterval, type VolumeLists } from './volumeLists';
import type { Log } from '../../log/log';
import { pollShared } from '../polling/pollShared';

/** The account's volumes. After a failure, the last data are kept with their age and the error. */
export interface VolumeState {
  accountId?: string;
  volumes: readonly Volume[];
  /** When the list was requested; undefined before the first one. */
  fetchedAt?: EpochMs;
  /** Why the last attempt failed. */
  error?: unknown;
  /** The service, or this key, has no list of volumes. */
  missing?: true | undefined;
  /** This key may not read the list: `volumes` are those that were known before. */
  refused?: true | undefined;
}

export interface VolumeStoreOptions {
  accounts: Pick<AccountStore, 'active' | 'client' | 'onDidChange'>;
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  lists: VolumeLists;
  /** The lease that lets one window at a time request the list. */
  lease: (accountId: string) => Lease;
  clock: Clock;
  log: Log;
}

/** Milliseconds between two requests while the view is visible. */
const shownInterval = 60_000;
/** Milliseconds between two reads of what other windows wrote. */
const lookInterval = 60_000;

/**
 * The account's volumes. They rarely change, so they are requested once a session, then while the view is visible, less
 * often while there are any, and when an instance with a volume appears or goes. A list of another window is used instead
 * where it is fresh.
 */
export class VolumeStore implements vscode.Disposable {
  readonly #options: VolumeStoreOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #poller: Poller;
  readonly #fetches: OneAtATime;
  readonly #attachments = new AttachmentWatch();
  readonly #subscriptions: vscode.Disposable;
  #state: VolumeState = { volumes: [] };
  #seeded: Promise<void> = Promise.resolve();
  /** The list is from this session. Until then, it isn't known what is billed. */
  #confirmed = false;
  #visible = false;
  /** A list requested before this (milliseconds since the epoch) is out of date, regardless of its age. */
  #outdatedAt = -Infinity;
  /** Counts changes of account or key. An answer to an older one is dropped. */
  #session = 0;

  readonly onDidChange = this.#changed.event;

  constructor(options: VolumeStoreOptions) {
    this.#options = options;
    this.#fetches = new OneAtATime(() => this.#fetch(), options.log);
    this.#poller = new Poller({
      clock: options.clock,
      interval: () => (this.#state.accountId === undefined ? undefined : lookInterval),
      poll: () => this.#poll(),
    });
    this.#subscriptions = vscode.Disposable.from(
      options.accounts.onDidChange(() => this.#startSession()),
      options.instances.onDidChange((change) => this.#follow(change)),
    );
  }

  get state(): VolumeState {
    return this.#state;
  }

  get(id: number): Volume | undefined {
    return this.#state.volumes.find((volume) => volume.id === id);
  }

  /** The volumes as listed within the last minute, else as they are now. Undefined if the service doesn't list any. */
  async listed(): Promise<readonly Volume[] | undefined> {
    const { fetchedAt = -Infinity, error } = this.#state;
    const isFresh = isWithin(fetchedAt, shownInterval, this.#options.clock.now());
    if (!isFresh || fetchedAt <= this.#outdatedAt || error !== undefined) await this.refresh();
    return this.#state.missing ? undefined : this.#state.volumes;
  }

  /** Requests the list; the request begins after this call. Rejects if it fails. */
  refresh(): Promise<void> {
    return this.#fetches.run();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (visible) this.#poller.wake({ now: true });
  }

  /** Something changed the list: requests it soon. */
  outdate(): void {
    if (this.#state.accountId === undefined) return;
    this.#outdatedAt = this.#options.clock.now();
    this.#poller.wake({ now: true });
  }

  /** Removes a deleted volume at once; the list follows. */
  forget(id: number): void {
    this.#replace({ ...this.#state, volumes: this.#state.volumes.filter((volume) => volume.id !== id) });
    this.outdate();
  }

  dispose(): void {
    this.#poller.dispose();
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #startSession(): void {
    const accountId = this.#options.accounts.active?.id;
    this.#session += 1;
    this.#fetches.forget();
    // Another key may see more.
    if (accountId === this.#state.accountId) this.outdate();
    else {
      this.#confirmed = false;
      this.#attachments.forget();
      this.#outdatedAt = -Infinity;
      this.#replace({ volumes: [], ...omitUndefined({ accountId }) });
      if (accountId !== undefined) this.#seeded = this.#seed(accountId);
    }
  }

  /** Shows the account's last list until there is a new one. */
  async #seed(accountId: string): Promise<void> {
    const shared = await this.#options.lists.read(accountId);
    if (accountId !== this.#state.accountId || this.#state.fetchedAt !== undefined) return;
    if (shared) this.#replace({ accountId, ...withoutAt(shared) });
    this.#poller.wake();
  }

  /** The first list of instances starts the first one of volumes; later ones may show that it is too old. */
  #follow({ added, removed, changed, listed }: InstanceChange): void {
    const { accountId, volumes, error, missing } = this.#state;
    if (accountId === undefined) return;
    const { instances } = this.#options.instances.state;
    const isNews = added.length + removed.length + changed.length > 0;
    const isOld = isNews && this.#attachments.follow(instances.values(), removed, volumes);
    if (isOld && this.#confirmed && !missing) this.outdate();
    if (listed && !this.#confirmed && error === undefined) this.#poller.wake({ now: true });
  }

  /** One tick of the timer: takes over a list of another window, or requests one. */
  async #poll(): Promise<PollResult> {
    const { accountId } = this.#state;
    if (accountId === undefined) return 'done';
    await this.#seeded;
    const { lease, log } = this.#options;
    return pollShared({
      lease: lease(accountId),
      isFresh: () => this.#isUpToDate(accountId),
      ask: () => this.refresh(),
      log,
      why: 'the view shows it, and the next poll tries again',
    });
  }

  /** How old a list may be, in milliseconds; undefined while there is no reason for a new one. */
  #longestAge(): number | undefined {
    if (this.#visible) return shownInterval * 0.8;
    const { volumes, error, missing } = this.#state;
    const mayBeSome = volumes.length > 0 || (this.#attachments.hasSome && !missing);
    return !this.#confirmed || error !== undefined || mayBeSome ? volumeInterval * 0.8 : undefined;
  }

  /** Takes over a newer list of another window; true if no request is needed. */
  async #isUpToDate(accountId: string): Promise<boolean> {
    const session = this.#session;
    const shared = await this.#options.lists.read(accountId);
    if (session !== this.#session) return true;
    const now = this.#options.clock.now();
    const isNews = shared && shared.at <= now && isNewer(shared.at, this.#state.fetchedAt, now);
    if (isNews && shared.at > this.#outdatedAt) this.#take(accountId, shared);
    const at = Math.max(shared?.at ?? -Infinity, this.#state.fetchedAt ?? -Infinity);
    if (at <= this.#outdatedAt) return false;
    const longest = this.#longestAge();
    const isFresh = at <= now && now - at <= (longest ?? Infinity);
    if (isFresh && shared && !this.#confirmed) this.#take(accountId, shared);
    return longest === undefined || isFresh;
  }

  async #fetch(): Promise<void> {
    const session = this.#session;
    const outdatedAt = this.#outdatedAt;
    const { accounts, lists } = this.#options;
    const client = signedIn(accounts);
    const accountId = accounts.active?.id ?? '';
    try {
      const list = await lists.ask(client);
      const newest = session === this.#session ? await lists.write(accountId, list) : undefined;
      if (!newest || session !== this.#session) {
        await this.refresh();
        return;
      }
      this.#poller.succeeded();
      if (this.#outdatedAt === outdatedAt) this.#outdatedAt = -Infinity;
      this.#take(accountId, newest);
    } catch (error) {
      if (session === this.#session) this.#replace({ ...this.#state, error });
      throw error;
    }
  }

  #take(accountId: string, list: VolumeList): void {
    this.#confirmed = true;
    this.#replace({ accountId, ...withoutAt(list) });
  }

  #replace(state: VolumeState): void {
    const before = this.#state;
    this.#state = state;
    this.#poller.wake();
    // The time alone is no change, except for the first list.
    const { fetchedAt: _old, ...was } = before;
    const { fetchedAt: _new, ...is } = state;
    if (before.fetchedAt === undefined || !isSame(was, is)) this.#changed.fire();
  }
}

const withoutAt = ({ at: fetchedAt, volumes, missing, refused }: VolumeList) => ({
  volumes,
  fetchedAt,
  ...omitUndefined({ missing, refused }),
});
