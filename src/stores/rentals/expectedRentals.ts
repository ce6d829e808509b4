import type { EpochMs } from '../../clock';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { type Log, ignore } from '../../log/log';
import type { ExpectedRental } from '../instances/instanceChange';
import type { MarkerFiles } from './markerFiles';
import type { PendingRental } from './pendingRental';
import type { PendingRentals } from './pendingRentals';

/** What becomes of a stop that was agreed to with a rental, once its window can't say. */
export interface AgreedStops {
  /** Never rejects: where it fails, the person is told. */
  schedule: (accountId: string, instanceId: number, stopAt: EpochMs) => Promise<void>;
  /** Tells that nothing stops the instance of a rental, which may exist. */
  tellLost: (accountId: string, rental: PendingRental) => void;
}

/** Rentals, certain or possible, until the list contains them. */
export class ExpectedRentals {
  readonly #pending: PendingRentals;
  readonly #pendingStart: MarkerFiles;
  readonly #log: Log;
  readonly #agreed: AgreedStops;

  /** @param pendingStart marks instances that a person waits for */
  constructor(pending: PendingRentals, pendingStart: MarkerFiles, log: Log, agreed: AgreedStops) {
    this.#pending = pending;
    this.#pendingStart = pendingStart;
    this.#log = log;
    this.#agreed = agreed;
  }

  async list(accountId: string): Promise<ExpectedRental[]> {
    return (await this.#pending.list(accountId)).flatMap((rental) => {
      const phase = this.#pending.phaseOf(rental);
      return phase === 'listed' || phase === 'over' ? [] : [{ ...rental, phase }];
    });
  }

  /** Stops waiting for instances in a complete list; the person is notified when they run. */
  async reconcile(
    accountId: string,
    instances: readonly SharedInstance[],
    isGone: (instanceId: number) => boolean,
  ): Promise<void> {
    const { appeared, unscheduled, lost } = await this.#pending.reconcile(accountId, instances, isGone);
    const why = 'it exists, only the reminder is missing';
    for (const id of appeared) await this.#pendingStart.add(accountId, id).catch(ignore(this.#log, why));
    for (const { instanceId, stopAt } of unscheduled) {
      await this.#agreed.schedule(accountId, instanceId, stopAt);
      await this.#pending.settled(accountId, instanceId);
    }
    for (const rental of lost) this.#agreed.tellLost(accountId, rental);
  }
}
