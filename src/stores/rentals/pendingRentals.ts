import { randomUUID } from 'node:crypto';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { AccountFiles } from '../account/accountFiles';
import { rowsIn } from '../account/accountRows';
import { AgeWatch } from '../watches/ageWatch';
import type { Clock } from '../../clock';
import {
  type NewRental,
  type PendingRental,
  candidatesOf,
  mayBe,
  rentalSchema,
  withChange,
} from './pendingRental';
import { SharedFile } from '../windows/sharedFile';
import { type Log, ignore } from '../../log/log';
import type { ExpectedRental } from '../instances/instanceChange';
import type { MarkerFiles } from './markerFiles';

/** How long a rental is expected in the list, even after its answer was lost, in milliseconds. */
const expectedFor = 30 * 60_000;
export const unclearFor = 15 * 60_000;
/** After how many milliseconds the window that sent it must have closed: sending and searching take less. */
const longestSending = 150_000;

/** `sending`: its window waits for the answer or searches; `listed`: the list has shown it. */
export type RentalPhase = 'sending' | 'created' | 'unclear' | 'listed' | 'over';

/**
 * Rentals that may not be in the list yet, shared between windows: the service's list may lag minutes behind, the
 * window may be closed, and a created instance costs money all the same.
 */
export class PendingRentals {
  readonly #clock: Clock;
  readonly #ages: AgeWatch;
  readonly #file: SharedFile<readonly PendingRental[]>;

  /** @param onDamaged called with the path under which a damaged file is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#ages = new AgeWatch(clock);
    this.#file = new SharedFile(accounts, clock, {
      ...rowsIn({
        name: 'pending.json',
        field: 'rentals',
        schema: rentalSchema,
        keyOf: ({ token }) => token,
      }),
      isKeptInMemory: true,
      isMendedAtOnce: true,
      onDamaged,
    });
  }

  /** Call it before sending the request. Resolves to a token to report its outcome. */
  async begin(accountId: string, rental: NewRental): Promise<string> {
    const token = randomUUID();
    await this.#change(accountId, (all) => [...all, { ...rental, token, at: this.#clock.now() }]);
    return token;
  }

  async created(accountId: string, token: string, instanceId: number): Promise<void> {
    await this.#change(accountId, (all) => withChange(all, token, { instanceId }));
  }

  /** Its answer was lost, and nothing was found. */
  async unclear(accountId: string, token: string): Promise<void> {
    await this.#change(accountId, (all) => withChange(all, token, { unclear: true }));
  }

  /** The stop that was agreed to with it is scheduled, or somebody was told that it isn't. */
  async settled(accountId: string, instanceId: number): Promise<void> {
    await this.#change(accountId, (all) =>
      all.map((one) => (one.instanceId === instanceId ? settled(one) : one)),
    );
  }

  /** Nothing was created, or it was destroyed. */
  async forget(accountId: string, which: { token: string } | { instanceId: number }): Promise<void> {
    const isMeant = (one: PendingRental) =>
      'token' in which ? one.token === which.token : one.instanceId === which.instanceId;
    await this.#change(accountId, (all) => (all.some(isMeant) ? all.filter((one) => !isMeant(one)) : all));
  }

  /**
   * The instance of a rental whose answer was lost. Only returns one that can't belong to another rental: there must be
   * more new instances than other rentals that are waiting for theirs.
   */
  async find(
    accountId: string,
    token: string,
    listed: readonly SharedInstance[],
  ): Promise<number | undefined> {
    let found: number | undefined;
    await this.#change(accountId, (all) => {
      const rental = all.find((one) => one.token === token);
      if (!rental) return all;
      const candidates = candidatesOf(rental, listed, all);
      const rivals = all.filter(
        (one) => one !== rental && candidates.some(({ id }) => mayBe(one, id, listed, all)),
      );
      found = candidates.length > rivals.length ? candidates[0]?.id : undefined;
      return found === undefined ? all : withChange(all, token, { instanceId: found });
    });
    return found;
  }

  /** All rentals that still matter, in any phase. */
  async list(accountId: string): Promise<PendingRental[]> {
    return (await this.#file.read(accountId)).filter((one) => this.phaseOf(one) !== 'over');
  }

  phaseOf(rental: PendingRental): RentalPhase {
    const { token, at, instanceId, listedAt } = rental;
    const limit = instanceId === undefined ? unclearFor : expectedFor;
    const age = this.#ages.age(token, at, limit);
    if (age > limit) return 'over';
    if (listedAt !== undefined) return 'listed';
    if (instanceId !== undefined) return 'created';
    return rental.unclear || age > longestSending ? 'unclear' : 'sending';
  }

  /**
   * Processes a complete list. Resolves to instances of rentals whose answer was lost and that a person waits for, and to
   * those whose agreed stop isn't scheduled yet although their window has had the time. The first are returned in one
   * window only; the others until `settled`, because a window may be killed before it has scheduled the stop.
   */
  async reconcile(
    accountId: string,
    listed: readonly SharedInstance[],
  ): Promise<{ appeared: number[]; unscheduled: UnscheduledStop[] }> {
    const ids = new Set(listed.map(({ id }) => id));
    const appeared: number[] = [];
    const unscheduled: UnscheduledStop[] = [];
    const note = (all: readonly PendingRental[]): readonly PendingRental[] => {
      appeared.length = 0;
      unscheduled.length = 0;
      let rentals = this.#ofInterest(all);
      for (const { token } of rentals) {
        const rental = rentals.find((one) => one.token === token);
        if (!rental) continue;
        let { instanceId } = rental;
        if (instanceId === undefined && this.phaseOf(rental) === 'unclear') {
          const candidates = candidatesOf(rental, listed, rentals);
          // The window that waits for its answer is about to say which one it got.
          const isOpen = rentals.some(
            (one) =>
              this.phaseOf(one) === 'sending' && candidates.some(({ id }) => mayBe(one, id, listed, rentals)),
          );
          instanceId = isOpen ? undefined : candidates[0]?.id;
          if (instanceId !== undefined && rental.awaited) appeared.push(instanceId);
        }
        if (instanceId === undefined || !ids.has(instanceId)) continue;
        // Its own window schedules the stop with the answer.
        if (rental.stopAt !== undefined && this.#ages.age(token, rental.at, unclearFor) > longestSending) {
          unscheduled.push({ instanceId, stopAt: rental.stopAt });
        }
        if (rental.listedAt !== undefined) continue;
        rentals = withChange(rentals, token, {
          instanceId,
          listedAt: this.#clock.now(),
        });
      }
      return rentals.length === all.length && rentals.every((one, index) => one === all[index])
        ? all
        : rentals;
    };
    await this.#change(accountId, note);
    return { appeared, unscheduled };
  }

  /**
   * While one rental waits for its instance, remember which ones the others got. A known instance whose agreed stop isn't
   * scheduled matters at any age: the list may show it late, or no window was open.
   */
  #ofInterest(all: readonly PendingRental[]): PendingRental[] {
    const isOver = (one: PendingRental): boolean => this.phaseOf(one) === 'over';
    const someWait = all.some((one) => one.instanceId === undefined && !isOver(one));
    return all.filter(
      (one) => !isOver(one) || (one.instanceId !== undefined && (someWait || one.stopAt !== undefined)),
    );
  }

  #change(
    accountId: string,
    edit: (all: readonly PendingRental[]) => readonly PendingRental[],
  ): Promise<void> {
    return this.#file.change(accountId, (all) => ({ value: edit(all), result: undefined }));
  }
}

/** Never rejects: where it fails, the person is told. */
export type ScheduleStop = (accountId: string, instanceId: number, stopAt: number) => Promise<void>;

/** A stop that was agreed to with a rental, whose window was closed before it was scheduled. */
export interface UnscheduledStop {
  instanceId: number;
  /** Milliseconds since the epoch. */
  stopAt: number;
}

function settled(rental: PendingRental): PendingRental {
  const { stopAt, ...others } = rental;
  return stopAt === undefined ? rental : others;
}

/** Rentals, certain or possible, until the list contains them. */
export class ExpectedRentals {
  readonly #pending: PendingRentals;
  readonly #pendingStart: MarkerFiles;
  readonly #log: Log;
  readonly #schedule: ScheduleStop;

  /** @param pendingStart marks instances that a person waits for @param schedule schedules a stop that was agreed to */
  constructor(pending: PendingRentals, pendingStart: MarkerFiles, log: Log, schedule: ScheduleStop) {
    this.#pending = pending;
    this.#pendingStart = pendingStart;
    this.#log = log;
    this.#schedule = schedule;
  }

  async list(accountId: string): Promise<ExpectedRental[]> {
    return (await this.#pending.list(accountId)).flatMap((rental) => {
      const phase = this.#pending.phaseOf(rental);
      return phase === 'listed' || phase === 'over' ? [] : [{ ...rental, phase }];
    });
  }

  /** Stops waiting for instances in a complete list; the person is notified when they run. */
  async reconcile(accountId: string, instances: readonly SharedInstance[]): Promise<void> {
    const { appeared, unscheduled } = await this.#pending.reconcile(accountId, instances);
    const why = 'it exists, only the reminder is missing';
    for (const id of appeared) await this.#pendingStart.add(accountId, id).catch(ignore(this.#log, why));
    for (const { instanceId, stopAt } of unscheduled) {
      await this.#schedule(accountId, instanceId, stopAt);
      await this.#pending.settled(accountId, instanceId);
    }
  }
}
