import * as vscode from 'vscode';
import type { SharedInstance, Snapshot } from '../../domain/instances/sharedInstance';
import { type Log, silent } from '../../log/log';
import { isSame } from '../polling/sameRows';
import { type AgreedStops, ExpectedRentals } from '../rentals/expectedRentals';
import type { MarkerFiles } from '../rentals/markerFiles';
import type { PendingRentals } from '../rentals/pendingRentals';
import type { GoneInstances } from './goneInstance';
import {
  changeBetween,
  type InstanceChange,
  type InstanceState,
  logPhases,
  unlisted,
} from './instanceChange';
import { type Figures, InstanceLists, type ListOptions, noInstances } from './instanceLists';

export interface KnownInstancesOptions extends ListOptions {
  pending: PendingRentals;
  /** Marks instances that a person waits for. */
  pendingStart: MarkerFiles;
  /** For stops that were agreed to with a rental whose window was closed before. */
  agreed?: AgreedStops;
  gone: Pick<GoneInstances, 'isGone' | 'left'>;
  log?: Log;
}

/** What is known of the instances of the account in use, whoever asked for it. Tells every change. */
export abstract class KnownInstances implements vscode.Disposable {
  readonly #gone: KnownInstancesOptions['gone'];
  readonly #changed = new vscode.EventEmitter<InstanceChange>();
  readonly #expected: ExpectedRentals;
  protected readonly lists: InstanceLists;
  protected readonly log: Log;
  #state: InstanceState = { instances: noInstances, expected: [] };
  /** The state that listeners last got. */
  #lastFired = this.#state;
  #seeded: Promise<void> = Promise.resolve();
  /**
   * Whether the list is from this session, from the service or another window. Until then it isn't known what is
   * billed.
   */
  isConfirmed = false;
  /** Lists in a row that had nothing; one alone may be a mistake of the service. */
  #emptyLists = 0;
  /** Counts changes of account or key, to drop answers to older ones. */
  #session = 0;

  readonly onDidChange = this.#changed.event;

  constructor(options: KnownInstancesOptions) {
    const { gone, pending, pendingStart, agreed, log = silent } = options;
    this.#gone = gone;
    this.log = log;
    this.lists = new InstanceLists(options, log);
    this.#expected = new ExpectedRentals(
      pending,
      pendingStart,
      log,
      agreed ?? { schedule: () => Promise.resolve(), tellLost: () => undefined },
    );
  }

  /** Called after all have heard of a change. */
  protected abstract told(): void;

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
    return this.lists.isOwn(this.#state.fetchedAt);
  }

  /** An instance's current load, from this window's last list. */
  figures(id: number): Figures | undefined {
    return this.lists.figures(id);
  }

  /** It is confirmed, and if it is empty, so was the one before. */
  protected get isCertain(): boolean {
    return this.isConfirmed && this.#emptyLists !== 1;
  }

  /** Tells later whether account and key are still the same. */
  protected session(): () => boolean {
    const session = this.#session;
    return () => session === this.#session;
  }

  /** This account or its key is in use now; undefined if none is. */
  protected follow(accountId: string | undefined): void {
    this.#session += 1;
    if (accountId === this.#state.accountId) return;
    this.isConfirmed = false;
    this.#emptyLists = 0;
    if (accountId) this.#seeded = this.#seed(accountId);
    else this.#replace({ instances: noInstances, expected: [] }, false);
  }

  /** A complete list, from the service or another window. */
  protected async take(accountId: string, snapshot: Snapshot): Promise<void> {
    const isCurrent = this.session();
    await this.reconcile(accountId, snapshot);
    const expected = await this.#expected.list(accountId);
    if (!isCurrent()) return;
    // A list that was only seeded isn't counted yet.
    const isOther = !this.isConfirmed || this.#state.fetchedAt !== snapshot.at;
    this.isConfirmed = true;
    if (snapshot.instances.length > 0) this.#emptyLists = 0;
    else if (isOther) this.#emptyLists += 1;
    const list = this.lists.newest(this.#state, snapshot);
    this.#replace({ accountId, ...list, expected: unlisted(expected, list) }, true);
  }

  /** What a complete list of an account, in use or not, says of its rentals. */
  reconcile(accountId: string, { at, instances }: Snapshot): Promise<void> {
    return this.#expected.reconcile(accountId, instances, (id) => this.#gone.isGone(accountId, id, at));
  }

  /** Looks what is expected now. */
  protected async readExpected(accountId: string): Promise<void> {
    const isCurrent = this.session();
    const expected = unlisted(await this.#expected.list(accountId), this.#state);
    if (isCurrent() && !isSame(expected, this.#state.expected))
      this.#replace({ ...this.#state, expected }, false);
  }

  /** The list could not be loaded; the last one stays. */
  protected failed(error: unknown): void {
    this.#replace({ ...this.#state, error }, false);
  }

  /** Other data about an instance has changed. */
  redraw(instanceId: number): void {
    const nothing = { added: [], removed: [], gone: [] };
    this.#changed.fire({ ...nothing, changed: [instanceId], listed: false, expected: false });
    this.told();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The account's last list, however old, until there is a new one. Fires no event before it is read. */
  async #seed(accountId: string): Promise<void> {
    this.#state = { accountId, instances: noInstances, expected: [] };
    const shared = await this.lists.shared(accountId);
    if (accountId !== this.#state.accountId) return;
    const isFirst = shared && this.#state.fetchedAt === undefined;
    const list = isFirst ? { fetchedAt: shared.at, instances: this.lists.byId(shared.instances) } : {};
    this.#replace({ ...this.#state, ...list }, false);
  }

  #replace(state: InstanceState, listed: boolean): void {
    const before = this.#lastFired;
    this.#state = state;
    this.#lastFired = state;
    const change = changeBetween(before, state, listed);
    logPhases(this.log, before.instances, state.instances, change);
    this.#changed.fire(change);
    this.told();
  }
}
