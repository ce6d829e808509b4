import * as l10n from '@vscode/l10n';
import { ApiError, isOutcomeUnknown } from '../api/errors';
import type { CreateInstanceRequest } from '../api/requests';
import type { Instance } from '../api/schemas/instance';
import type { AccountStore } from './accountStore';

import type { Clock } from './clock';
import type { InstanceStore } from './instanceStore';
import type { MarkerFiles } from './markerFiles';
import { signedIn } from './signedIn';

export interface RentalOptions {
  accounts: AccountStore;
  instances: InstanceStore;
  awaited: MarkerFiles;
  clock: Clock;
}

export interface Rented {
  instanceId: number;
  /** The service's answer was lost; the instance was found by comparing the list with the one before. */
  foundAfterwards: boolean;
}

/** Milliseconds for which an instance that may have been created is looked for, and between two looks. */
const searchTime = 60_000;
const searchPause = 3000;

/** Rents, once: a call that spends money is never repeated, and two never run at the same time. */
export class Rentals {
  readonly #options: RentalOptions;
  #current: Promise<unknown> | undefined;

  constructor(options: RentalOptions) {
    this.#options = options;
  }

  /**
   * Accepts an offer. When the answer is lost, the list is compared for up to a minute with one taken just before;
   * a second rent waits meanwhile. `machineId` is the offer's, to recognise the instance by.
   *
   * @throws ApiError as the service refused; 'timeout' when it stayed unclear and no instance appeared
   */
  async rent(offerId: number, request: CreateInstanceRequest, machineId?: number): Promise<Rented> {
    const previous = this.#current;
    const run = (async () => {
      await previous?.catch(() => undefined);
      return this.#rentNow(offerId, request, machineId);
    })();
    this.#current = run;
    return run;
  }

  async #rentNow(offerId: number, request: CreateInstanceRequest, machineId?: number): Promise<Rented> {
    const { accounts, instances, awaited } = this.#options;
    const client = signedIn(accounts);
    const accountId = accounts.active?.id ?? '';
    await instances.refresh();
    const before = new Set(instances.state.instances.keys());
    let rented: Rented;
    try {
      rented = { ...(await client.createInstance(offerId, request)), foundAfterwards: false };
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      rented = await this.#lookFor(before, request, machineId, error);
    }
    // It is rented, whatever becomes of the reminder.
    if (request.target_state !== 'stopped') {
      await awaited.add(accountId, rented.instanceId).catch(() => undefined);
    }
    instances.burst();
    return rented;
  }

  async #lookFor(
    before: ReadonlySet<number>,
    request: CreateInstanceRequest,
    machineId: number | undefined,
    cause: unknown,
  ): Promise<Rented> {
    const { clock, instances } = this.#options;
    const end = clock.now() + searchTime;
    do {
      await new Promise<void>((resolve) => void clock.after(searchPause, resolve));
      const listed = await instances.refresh().then(
        () => true,
        () => false,
      );
      const fresh = listed ? [...instances.state.instances.values()].filter(({ id }) => !before.has(id)) : [];
      const match = fresh.find((instance) => isLikely(instance, request, machineId));
      if (match) return { instanceId: match.id, foundAfterwards: true };
    } while (clock.now() < end);
    throw new ApiError(
      'timeout',
      l10n.t(
        'The service did not say whether the instance was created, and none appeared within a minute. Look at the list again before renting anew.',
      ),
      { cause, sent: true },
    );
  }
}

/** A new instance that contradicts neither the label nor the machine asked for. */
function isLikely(
  instance: Instance,
  request: CreateInstanceRequest,
  machineId: number | undefined,
): boolean {
  const sameLabel =
    request.label === undefined || instance.label === undefined || instance.label === request.label;
  const sameMachine =
    machineId === undefined || instance.machine_id === undefined || instance.machine_id === machineId;
  return sameLabel && sameMachine;
}
