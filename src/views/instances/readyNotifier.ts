import type * as vscode from 'vscode';
import { failureIn } from '../../domain/instances/knownFailures';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { AccountStore } from '../../stores/account/accountStore';
import { AgeWatch } from '../../stores/watches/ageWatch';
import type { Clock } from '../../clock';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { MarkerFiles } from '../../stores/rentals/markerFiles';
import type { PendingRentals } from '../../stores/rentals/pendingRentals';
import type { showStartOutcome, StartOutcome } from './startMessage';
import { ignore, type Log } from '../../log/log';

/** Milliseconds in which an instance may be missing from a list, or said to be stopped, although it was started. */
const listingGrace = 60_000;
/** After how many milliseconds to notify about a slow start: most take one to five minutes. */
const unusuallyLong = 15 * 60_000;
/** After how many milliseconds to notify about a start that waits for its GPU. */
const queuedGrace = 30_000;
/** After how many milliseconds to stop waiting. */
const longestWait = 3 * 3_600_000;

export interface ReadyFiles {
  accounts: Pick<AccountStore, 'accounts' | 'active' | 'switchTo'>;
  pendingStart: MarkerFiles;
  /** Those that wait for their GPU, which the person was told. */
  queuedStart: MarkerFiles;
  /** Those that take unusually long, which the person was told. */
  slowStart: MarkerFiles;
  pending: PendingRentals;
  clock: Clock;
  log: Log;
}

/**
 * Notifies once, in one window, how the wait for an instance ended. The waits are files, so they outlive the window
 * in which the instance was rented.
 */
export class ReadyNotifier implements vscode.Disposable {
  readonly #store: InstanceStore;
  readonly #files: ReadyFiles;
  readonly #ages: AgeWatch;
  readonly #show: Show;
  readonly #subscription: vscode.Disposable;
  #hold: vscode.Disposable | undefined;

  constructor(store: InstanceStore, files: ReadyFiles, show: Show = showLate) {
    this.#store = store;
    this.#show = show;
    this.#files = files;
    this.#ages = new AgeWatch(files.clock);
    this.#subscription = store.onDidChange(({ listed }) => {
      if (listed) void this.look();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#hold?.dispose();
  }

  /** Looks at what was listed last. */
  async look(): Promise<void> {
    const { accountId } = this.#store.state;
    if (accountId === undefined) return;
    let waiting = false;
    const { queuedStart, log } = this.#files;
    const missing = await this.#mayBeMissing(accountId);
    for (const marks of this.#marks) {
      for (const [id, since] of await marks.list(accountId)) {
        const outcome = this.#outcomeOf(id, since, missing, marks === queuedStart);
        const next = isWord(outcome) ? undefined : this.#marksAfter(outcome);
        if (outcome === 'waiting' || (next && (next === marks || (await next.list(accountId)).has(id)))) {
          waiting = true;
          continue;
        }
        if (!(await marks.take(accountId, id)) || outcome === 'vanished') continue;
        // It may have been started twice.
        for (const others of this.#marks) if (others !== marks) await others.take(accountId, id);
        const why = 'the person may be notified twice or not at all';
        await next?.add(accountId, id).catch(ignore(log, why));
        this.#tell(accountId, outcome);
      }
    }
    this.#hold?.dispose();
    this.#hold = waiting ? this.#store.hold() : undefined;
  }

  /** How it is marked once the person was told, while it is still waited for. */
  #marksAfter({ kind }: StartOutcome): MarkerFiles | undefined {
    if (kind === 'queued') return this.#files.queuedStart;
    return kind === 'slow' ? this.#files.slowStart : undefined;
  }

  get #marks(): readonly MarkerFiles[] {
    const { pendingStart, queuedStart, slowStart } = this.#files;
    return [pendingStart, queuedStart, slowStart];
  }

  #tell(accountId: string, outcome: StartOutcome): void {
    const { accounts } = this.#files;
    const account = accounts.accounts.find(({ id }) => id === accountId);
    void this.#show(outcome, accounts, account);
  }

  /** Instances that were rented, and that the list does not have yet or had for the first time just now. */
  async #mayBeMissing(accountId: string): Promise<ReadonlySet<number>> {
    const rentals = await this.#files.pending.list(accountId);
    const recent = rentals.filter(
      ({ token, listedAt }) =>
        listedAt === undefined || this.#ages.age(token, listedAt, listingGrace) <= listingGrace,
    );
    return new Set(recent.flatMap(({ instanceId }) => instanceId ?? []));
  }

  #outcomeOf(
    id: number,
    since: number,
    missing: ReadonlySet<number>,
    isQueuedBefore: boolean,
  ): StartOutcome | 'waiting' | 'vanished' {
    const instance = this.#store.get(id);
    const waited = this.#ages.age(`${id} ${since}`, since, longestWait);
    if (!instance) return missing.has(id) || waited <= listingGrace ? 'waiting' : 'vanished';
    const { phase, hopeless } = lifecycleOf(instance);
    if (phase === 'running') return { kind: 'running', instance };
    // Nothing is known to notify about.
    if (phase === 'unreadable') return waited > unusuallyLong ? 'vanished' : 'waiting';
    // A start that has just been sent may not be in the list yet, and what an earlier one said may still be there.
    const mayBeOld = instance.intended_status === 'stopped' && waited <= listingGrace;
    const hasFailed = hopeless || (phase === 'stopped' && failureIn(instance.status_msg) !== undefined);
    if (hasFailed) return mayBeOld ? 'waiting' : { kind: 'hopeless', instance };
    // A stop that was asked for here has taken the mark.
    if (phase === 'stopped' && waited > listingGrace)
      return { kind: isQueuedBefore ? 'leftQueue' : 'stoppedAgain', instance };
    const isQueued = phase === 'scheduling' || phase === 'outbid';
    if (isQueued) return waited > queuedGrace ? { kind: 'queued', instance } : 'waiting';
    return waited > unusuallyLong ? { kind: 'slow', instance } : 'waiting';
  }
}

const isWord = (outcome: StartOutcome | 'waiting' | 'vanished') => typeof outcome === 'string';

type Show = (...told: Parameters<typeof showStartOutcome>) => unknown;

const showLate: Show = async (...told) => (await import('./startMessage')).showStartOutcome(...told);
