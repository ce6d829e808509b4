import { type Clock, type Moment, momentOf, minute } from '../../../clock';
import { lifecycleOf } from '../../../domain/instances/lifecycle';
import type { SharedInstance } from '../../../domain/instances/sharedInstance';
import type { WarningState } from '../../../domain/money/warnings/warningState';
import type { Finding, WarningLimits } from '../../../domain/money/warnings/warning';
import { ignore, type Log } from '../../../log/log';
import type { AccountRates } from '../accountRates';
import type { AccountStore } from '../../account/accountStore';
import type { CreditStore } from '../creditStore';
import { FreshLists, type FreshListsOptions } from '../../polling/freshLists';
import type { IdleWatch } from '../../stops/idleWatch';
import type { InstanceStore } from '../../instances/instanceStore';
import type { MarkerFiles } from '../../rentals/markerFiles';
import type { ScheduledStops } from '../../stops/scheduledStops';
import type { SpendingStore } from '../spendingStore';
import type { WarningFiles } from './warningFiles';
import { Listeners } from '../../listeners';

export interface WarningStoreOptions extends FreshListsOptions {
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'onDidChange'>;
  instances: Pick<InstanceStore, 'state' | 'figures' | 'onDidChange'>;
  spending: Pick<SpendingStore, 'ledgerOf' | 'onDidChange'>;
  credit: Pick<CreditStore, 'credit' | 'onDidChange'>;
  rates: FreshListsOptions['rates'] & Pick<AccountRates, 'figures'>;
  /** Of the account in use, and of the others. */
  idle: Pick<IdleWatch, 'since'>;
  idleElsewhere: Pick<IdleWatch, 'since'>;
  scheduledStops: Pick<ScheduledStops, 'known' | 'onDidChange'>;
  /** The starts that a person waits for. */
  awaited: readonly Pick<MarkerFiles, 'list'>[];
  warnings: WarningFiles;
  othersAreThere: () => Promise<boolean>;
  limits: () => WarningLimits;
  clock: Clock;
  log: Log;
}

/** What to say about an account. */
export type WarningListener = (accountId: string, findings: readonly Finding[]) => void;

/** Milliseconds between two looks while nothing changes but the time. */
const lookEvery = minute;
const second = 1000;
/** A clock that was just set may be set right again, and what is known after a sleep is old. Milliseconds. */
const leap = 2 * minute;
const settling = 5 * minute;

/**
 * Finds what the person should be warned about, in the lists that come anyway. Looks when something has changed, and by
 * one timer for what only time changes. Each warning is given to one window.
 */
export class WarningStore {
  readonly #options: WarningStoreOptions;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #found = new Listeners<Parameters<WarningListener>>();
  readonly #looked = new Listeners();
  /** What is listed, for whoever else needs it. */
  readonly lists: FreshLists;
  #seen: Moment | undefined;
  /** By the monotonic clock. */
  #settledAt = -Infinity;
  #looking: Promise<void> = Promise.resolve();
  #isQueued = false;
  #cancelTimer: () => void = () => undefined;
  #disposed = false;

  readonly onDidFind = this.#found.add;
  /** After each look at all accounts. */
  readonly onDidLook = this.#looked.add;

  constructor(options: WarningStoreOptions) {
    this.#options = options;
    const { accounts, spending, credit, scheduledStops } = options;
    const look = (): void => void this.look();
    this.lists = new FreshLists(options, look);
    this.#subscriptions = [
      this.lists,
      spending.onDidChange(look),
      credit.onDidChange(look),
      scheduledStops.onDidChange(look),
      accounts.onDidChange(() => this.lists.forgetOthers((id) => this.#isSignedIn(id))),
    ];
  }

  /** Looks at all accounts. What has changed until it begins is looked at once. Never rejects. */
  look(): Promise<void> {
    if (this.#isQueued || this.#disposed) return this.#looking;
    this.#isQueued = true;
    const why = 'the next look tries again';
    this.#looking = this.#looking.then(() => this.#lookAtAll()).catch(ignore(this.#options.log, why));
    return this.#looking;
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelTimer();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#found.clear();
    this.#looked.clear();
  }

  async #lookAtAll(): Promise<void> {
    this.#isQueued = false;
    this.#cancelTimer();
    const { accounts, clock, log } = this.#options;
    const due: number[] = [];
    if (this.#isSteady()) {
      const why = 'the next look tries again';
      for (const { id } of accounts.accounts)
        due.push(...((await this.#lookAt(id).catch(ignore(log, why))) ?? []));
    }
    this.#looked.tell();
    if (this.#disposed || !this.lists.hasAny()) return;
    // What has become due during this look is looked at in a moment.
    const left = due.map((at) => at - clock.now()).filter(Number.isFinite);
    const delay = Math.max(second, Math.min(lookEvery, ...left));
    this.#cancelTimer();
    this.#cancelTimer = clock.after(delay, () => void this.look());
  }

  /** Shows the warnings that are due. Resolves to when the next one is, in milliseconds since the epoch. */
  async #lookAt(accountId: string): Promise<readonly number[]> {
    const { warnings, limits, othersAreThere, log } = this.#options;
    const awaited = await this.#awaited(accountId);
    const hasOtherWindows = await othersAreThere();
    const state = await warnings.read(accountId);
    if (this.#disposed || !this.#isSignedIn(accountId)) return [];
    if (!this.#mayFind(accountId, state)) return [];
    const [{ findingsOf }, { situationOf }] = await Promise.all([
      import('../../../domain/money/warnings/rules'),
      import('./warningSituation'),
    ]);
    const known = situationOf(this.#options, this.lists, { accountId, state, awaited });
    const situation = { ...known, hasOtherWindows };
    const findings = findingsOf(situation, limits());
    const toShow = await warnings.take(accountId, findings);
    for (const { kind, key } of toShow) log.info(`Warning about ${key}: ${kind}.`);
    if (toShow.length > 0) this.#found.tell(accountId, toShow);
    return findings.flatMap(({ verdict }) =>
      typeof verdict === 'object' && 'dueAt' in verdict ? [verdict.dueAt] : [],
    );
  }

  /** Where nothing is billed and nothing was said, there is nothing to find. */
  #mayFind(accountId: string, { told, begun }: WarningState): boolean {
    return this.lists.hasRows(accountId) || Object.keys(told).length > 0 || Object.keys(begun).length > 0;
  }

  async #awaited(accountId: string): Promise<ReadonlySet<number>> {
    const isStarting = (instance: SharedInstance): boolean => lifecycleOf(instance).pending;
    if (!this.lists.instancesOf(accountId)?.some(isStarting)) return new Set();
    const marks = await Promise.all(this.#options.awaited.map((some) => some.list(accountId)));
    return new Set(marks.flatMap((some) => [...some.keys()]));
  }

  /** Both clocks have agreed for a while. */
  #isSteady(): boolean {
    const { clock } = this.#options;
    const now = momentOf(clock);
    const before = this.#seen ?? now;
    this.#seen = now;
    const drift = now.now - before.now - (now.monotonic - before.monotonic);
    if (Math.abs(drift) > leap) this.#settledAt = now.monotonic + settling;
    return now.monotonic >= this.#settledAt;
  }

  #isSignedIn(accountId: string): boolean {
    return this.#options.accounts.accounts.some(({ id }) => id === accountId);
  }
}
