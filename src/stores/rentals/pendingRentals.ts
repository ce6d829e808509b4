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
  type RentalAges,
  type RentalPhase,
  longestSending,
  rentalSchema,
  withChange,
} from './pendingRental';
import { SharedFile } from '../windows/sharedFile';

/** How long a rental is expected in the list, even after its answer was lost, in milliseconds. */
const expectedFor = 30 * 60_000;
export const unclearFor = 15 * 60_000;

/**
 * Rentals that may not be in the list yet, shared between windows: the service's list may lag minutes behind, the
 * window may be closed, and a created instance costs money all the same.
 */
export class PendingRentals {
  readonly #clock: Clock;
  readonly #watch: AgeWatch;
  readonly #file: SharedFile<readonly PendingRental[]>;

  /** @param onDamaged called with the path under which a damaged file is kept, once for all windows */
  constructor(
    accounts: AccountFiles,
    clock: Clock,
    onDamaged: (accountId: string, kept: string) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#watch = new AgeWatch(clock);
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
    const { withFound } = await import('./recognition');
    return this.#file.change(accountId, (all) => withFound(all, token, listed));
  }

  /** All rentals that still matter, in any phase. */
  async list(accountId: string): Promise<PendingRental[]> {
    return (await this.#file.read(accountId)).filter((one) => this.phaseOf(one) !== 'over');
  }

  /** One whose agreed stop isn't scheduled matters at any age: lists are asked for until it is, or can't be. */
  phaseOf(rental: PendingRental): RentalPhase {
    const { instanceId, listedAt, stopAt, unclear } = rental;
    // Always asked: an age is only known from when it was asked for first.
    if (this.#ages.isLate(rental) && stopAt === undefined) return 'over';
    if (listedAt !== undefined) return 'listed';
    if (instanceId !== undefined) return 'created';
    return unclear || this.#ages.of(rental) > longestSending ? 'unclear' : 'sending';
  }

  readonly #ages: RentalAges = {
    of: (rental) => this.#watch.age(rental.token, rental.at, limitOf(rental)),
    isLate: (rental) => this.#ages.of(rental) > limitOf(rental),
    phaseOf: (rental) => this.phaseOf(rental),
  };

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
    // Mostly there are none.
    if ((await this.#file.read(accountId)).length === 0 && !this.#file.isUnwritten(accountId))
      return { appeared: [], unscheduled: [], lost: [] };
    const { reconciled } = await import('./recognition');
    return this.#file.change(accountId, (all) =>
      reconciled(all, { listed, isGone, ages: this.#ages, now: this.#clock.now() }),
    );
  }

  /** Instances of rentals that no list has shown for long. The service is to be asked whether they exist. */
  async unseen(accountId: string): Promise<{ id: number; missing: true }[]> {
    const isUnseen = (one: PendingRental) => one.stopAt !== undefined && this.#ages.isLate(one);
    const ids = (await this.#file.read(accountId)).filter(isUnseen).map(({ instanceId }) => instanceId);
    return ids.flatMap((id) => (id === undefined ? [] : [{ id, missing: true }]));
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
