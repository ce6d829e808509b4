import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { ignore, type Log } from '../../log/log';
import type { ExpectedRental } from '../instances/instanceChange';
import type { MarkerFiles } from './markerFiles';
import type { PendingRentals } from './pendingRentals';

/** Rentals, certain or possible, until the list contains them. */
export class ExpectedRentals {
  readonly #pending: PendingRentals;
  readonly #pendingStart: MarkerFiles;
  readonly #log: Log;

  /** @param pendingStart marks instances that a person waits for */
  constructor(pending: PendingRentals, pendingStart: MarkerFiles, log: Log) {
    this.#pending = pending;
    this.#pendingStart = pendingStart;
    this.#log = log;
  }

  async list(accountId: string): Promise<ExpectedRental[]> {
    return (await this.#pending.list(accountId)).flatMap((rental) => {
      const phase = this.#pending.phaseOf(rental);
      return phase === 'listed' || phase === 'over' ? [] : [{ ...rental, phase }];
    });
  }

  /** Stops waiting for instances in a complete list; the person is notified when they run. */
  async reconcile(accountId: string, instances: readonly SharedInstance[]): Promise<void> {
    const appeared = await this.#pending.reconcile(accountId, instances);
    const why = 'it exists, only the reminder is missing';
    for (const id of appeared) await this.#pendingStart.add(accountId, id).catch(ignore(this.#log, why));
  }
}
