import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client';
import { ApiError, isOutcomeUnknown } from '../api/errors';
import type { CreateInstanceRequest } from '../api/requests';
import type { Instance } from '../api/schemas/instance';
import type { AccountStore } from './accountStore';
import type { Clock } from './clock';
import type { InstanceStore } from './instanceStore';
import type { Lease } from './lease';
import type { MarkerFiles } from './markerFiles';
import { signedIn } from './signedIn';

export interface RentalOptions {
  accounts: Pick<AccountStore, 'active' | 'client'>;
  instances: Pick<InstanceStore, 'burst'>;
  awaited: MarkerFiles;
  /** By which one window at a time rents. */
  lease: (accountId: string) => Lease;
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

/**
 * Rents, once: a call that spends money is never repeated, and two never run at the same time for an account, in
 * whatever window: the list must tell which instance is whose.
 */
export class Rentals {
  readonly #options: RentalOptions;
  #current: Promise<unknown> | undefined;

  constructor(options: RentalOptions) {
    this.#options = options;
  }

  /**
   * Accepts an offer for the account in use now, whichever is in use later. When the answer is lost, the account's
   * list is compared for up to a minute with one taken just before; a second rent waits meanwhile. `machineId` is
   * the offer's, to recognise the instance by. `before` runs when its turn has come, just before the call, because
   * waiting may have outlasted what was agreed to: what it throws keeps the call from being made.
   *
   * @throws ApiError as the service refused; 'outcome_unknown' when it stayed unclear and no instance appeared; what
   * `before` throws
   */
  async rent(
    offerId: number,
    request: CreateInstanceRequest,
    machineId?: number,
    before?: () => Promise<void>,
  ): Promise<Rented> {
    const { accounts, awaited, instances, lease } = this.#options;
    const client = signedIn(accounts);
    const accountId = accounts.active?.id ?? '';
    const previous = this.#current;
    const run = (async () => {
      await previous?.catch(() => undefined);
      return lease(accountId).run(() => this.#create(client, offerId, request, machineId, before));
    })();
    this.#current = run;
    const rented = await run;
    // It is rented, whatever becomes of the reminder.
    if (request.target_state !== 'stopped') {
      await awaited.add(accountId, rented.instanceId).catch(() => undefined);
    }
    instances.burst();
    return rented;
  }

  async #create(
    client: Client,
    offerId: number,
    request: CreateInstanceRequest,
    machineId: number | undefined,
    before: (() => Promise<void>) | undefined,
  ): Promise<Rented> {
    const known = await beforeSending(async () => {
      const listed = await client.listInstances();
      await before?.();
      return new Set(listed.map(({ id }) => id));
    });
    try {
      return { ...(await client.createInstance(offerId, request)), foundAfterwards: false };
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      return await this.#lookFor(client, known, request, machineId, error);
    }
  }

  async #lookFor(
    client: Client,
    known: ReadonlySet<number>,
    request: CreateInstanceRequest,
    machineId: number | undefined,
    cause: unknown,
  ): Promise<Rented> {
    const { clock } = this.#options;
    const end = clock.now() + searchTime;
    let looked = false;
    do {
      await new Promise<void>((resolve) => void clock.after(searchPause, resolve));
      const listed = await client.listInstances().catch(() => undefined);
      looked ||= listed !== undefined;
      const match = listed?.find(
        (instance) => !known.has(instance.id) && isLikely(instance, request, machineId),
      );
      if (match) return { instanceId: match.id, foundAfterwards: true };
    } while (clock.now() < end);
    const message = looked
      ? l10n.t(
          'The service did not say whether the instance was created, and none appeared within a minute. Look at the list again before renting anew.',
        )
      : l10n.t(
          'The service did not say whether the instance was created, and could not be asked since. It may exist and cost money: look at the list before renting anew.',
        );
    throw new ApiError('outcome_unknown', message, { cause, sent: true });
  }
}

/** Marks what fails as not sent: nobody needs to look for an instance that was never asked for. */
async function beforeSending<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, status, serverMessage, thresholdSeconds } = error;
    throw new ApiError(code, message, { status, serverMessage, thresholdSeconds, sent: false, cause: error });
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
