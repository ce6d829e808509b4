import { randomUUID } from 'node:crypto';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { AccountFiles } from '../account/accountFiles';
import { rowsIn } from '../account/accountRows';
import { AgeWatch } from '../watches/ageWatch';
import type { Clock } from '../../clock';
import {
  type NewRental,
  type PendingRental,
  type Reconciled,
  candidatesOf,
  isRentedThen,
  mayBe,
  rentalSchema,
  withChange,
} from './pendingRental';
import { SharedFile } from '../windows/sharedFile';

/** How long a rental is expected in the list, even after its answer was lost, in milliseconds. */
const expectedFor = 30 * 60_000;
export const unclearFor = 15 * 60_000;
/** After how many milliseconds the window that sent it must have closed: sending and searching take less. */
const longestSending = 150_000;

/** For how many milliseconds another window has a stop to schedule for itself. */
const handedFor = 60_000;

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

  /** One whose agreed stop isn't scheduled matters at any age: lists are asked for until it is, or can't be. */
  phaseOf(rental: PendingRental): RentalPhase {
    const { instanceId, listedAt, stopAt, unclear } = rental;
    // Always asked: an age is only known from when it was asked for first.
    if (this.#isLate(rental) && stopAt === undefined) return 'over';
    if (listedAt !== undefined) return 'listed';
    if (instanceId !== undefined) return 'created';
    return unclear || this.#age(rental) > longestSending ? 'unclear' : 'sending';
  }

  /** No list is expected to show its instance for the first time. */
  #isLate(rental: PendingRental): boolean {
    return this.#age(rental) > limitOf(rental);
  }

  #age(rental: PendingRental): number {
    return this.#ages.age(rental.token, rental.at, limitOf(rental));
  }

  /**
   * Processes a complete list, with what may exist although the list lacks it.
   *
   * @param isGone whether an instance that the list lacks is certain to be gone
   */
  async reconcile(
    accountId: string,
    listed: readonly SharedInstance[],
    isGone: (instanceId: number) => boolean = () => false,
  ): Promise<Reconciled> {
    const ids = new Set(listed.map(({ id }) => id));
    const now = this.#clock.now();
    let found: Reconciled = { appeared: [], unscheduled: [], lost: [] };
    const note = (all: readonly PendingRental[]): readonly PendingRental[] => {
      found = { appeared: [], unscheduled: [], lost: [] };
      let rentals = this.#ofInterest(all);
      for (const { token } of rentals) {
        const rental = rentals.find((one) => one.token === token);
        if (!rental) continue;
        const instanceId = rental.instanceId ?? this.#recognize(rental, listed, rentals);
        const isLost = instanceId === undefined && this.#isLate(rental);
        if (isLost) found.lost.push(rental);
        if (isLost || (instanceId !== undefined && !ids.has(instanceId) && isGone(instanceId))) {
          rentals = rentals.filter((one) => one.token !== token);
        }
        if (instanceId === undefined || !ids.has(instanceId)) continue;
        if (rental.instanceId === undefined && rental.awaited) found.appeared.push(instanceId);
        if (rental.listedAt === undefined) {
          rentals = withChange(rentals, token, { instanceId, listedAt: now });
        }
        if (rental.stopAt === undefined || !this.#isLeft(rental)) continue;
        found.unscheduled.push({ instanceId, stopAt: rental.stopAt });
        rentals = withChange(rentals, token, { handedAt: now });
      }
      return rentals.length === all.length && rentals.every((one, index) => one === all[index])
        ? all
        : rentals;
    };
    await this.#change(accountId, note);
    return found;
  }

  /** Instances of rentals that no list has shown for long. The service is to be asked whether they exist. */
  async unseen(accountId: string): Promise<{ id: number; missing: true }[]> {
    const isUnseen = (one: PendingRental) => one.stopAt !== undefined && this.#isLate(one);
    const ids = (await this.#file.read(accountId)).filter(isUnseen).map(({ instanceId }) => instanceId);
    return ids.flatMap((id) => (id === undefined ? [] : [{ id, missing: true }]));
  }

  /** The instance of a rental whose answer was lost. */
  #recognize(
    rental: PendingRental,
    listed: readonly SharedInstance[],
    rentals: readonly PendingRental[],
  ): number | undefined {
    if (this.phaseOf(rental) !== 'unclear') return undefined;
    const candidates = candidatesOf(rental, listed, rentals);
    if (this.#isLate(rental)) {
      // Many may have been rented elsewhere since.
      const [first, second] = candidates.filter((one) => isRentedThen(one, rental.at));
      return second ? undefined : first?.id;
    }
    // The window that waits for its answer is about to say which one it got.
    const isOpen = rentals.some(
      (one) =>
        this.phaseOf(one) === 'sending' && candidates.some(({ id }) => mayBe(one, id, listed, rentals)),
    );
    return isOpen ? undefined : candidates[0]?.id;
  }

  /** Whether its window had the time to schedule the stop, and no other window has just been asked to. */
  #isLeft(rental: PendingRental): boolean {
    const { handedAt } = rental;
    if (this.#age(rental) <= longestSending) return false;
    return handedAt === undefined || Math.abs(this.#clock.now() - handedAt) >= handedFor;
  }

  /** While one rental waits for its instance, remember which ones the others got. */
  #ofInterest(all: readonly PendingRental[]): PendingRental[] {
    const isOver = (one: PendingRental): boolean => this.phaseOf(one) === 'over';
    const someWait = all.some((one) => one.instanceId === undefined && !isOver(one));
    return all.filter((one) => !isOver(one) || (one.instanceId !== undefined && someWait));
  }

  #change(
    accountId: string,
    edit: (all: readonly PendingRental[]) => readonly PendingRental[],
  ): Promise<void> {
    return this.#file.change(accountId, (all) => ({ value: edit(all), result: undefined }));
  }
}

function settled(rental: PendingRental): PendingRental {
  const { stopAt, handedAt: _, ...others } = rental;
  return stopAt === undefined ? rental : others;
}

/** For how many milliseconds a list may show its instance for the first time. */
const limitOf = ({ instanceId }: PendingRental): number =>
  instanceId === undefined ? unclearFor : expectedFor;
