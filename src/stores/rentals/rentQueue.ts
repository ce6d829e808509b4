import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/client';
import { CancelledError } from '../../api/cancelled';
import { ApiError, isOutcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { omitUndefined } from '../../domain/omitUndefined';
import type { CreateInstanceRequest } from '../../api/http/requests';
import type { AgreedSpending } from '../../domain/money/budget';
import { offerCost } from '../../domain/money/cost';
import { defaultDisk } from '../../domain/launch/launchRequest';
import { LockTimeout } from '../../files/lock';
import { unlessAborted } from '../../files/unlessAborted';
import { type AccountInUse, accountInUse } from '../account/accountInUse';
import type { AccountStore } from '../account/accountStore';
import type { Clock } from '../../clock';
import type { InstanceStore } from '../instances/instanceStore';
import type { Lease } from '../windows/lease';
import { findLost } from './lostAnswer';
import type { MarkerFiles } from './markerFiles';
import type { OfferStore } from '../offers/offerStore';
import type { NewRental } from './pendingRental';
import type { PendingRentals } from './pendingRentals';
import { ignore, type Log, silent } from '../../log/log';

export interface RentQueueOptions {
  accounts: Pick<AccountStore, 'active' | 'client'>;
  instances: Pick<InstanceStore, 'lookForPending'>;
  pendingStart: MarkerFiles;
  pending: PendingRentals;
  /** Told of each request that names a volume, also when the answer was lost. */
  volumes?: { outdate: () => void };
  /** Known offers, to describe later what was rented. */
  offers?: Pick<OfferStore, 'known'>;
  /** The lease that lets one window at a time rent. */
  lease: (accountId: string) => Lease;
  clock: Clock;
  log?: Log;
  /** Called after a second of waiting for another window that is renting. */
  onWait?: ((wait: RentWait) => void) | undefined;
  /** Keeps what was agreed to with the rental. Never rejects. */
  keepAgreed?: (accountId: string, instanceId: number, agreed: AgreedSpending) => Promise<void>;
}

export interface RentCallOptions {
  /** The account that it was agreed for; by default the one in use at the call. */
  who?: AccountInUse;
  /** The answer was lost. The instance is now searched for in the list, for up to a minute. */
  onLost?: () => void;
  /** What the person agreed to with the rental. */
  agreed?: AgreedSpending | undefined;
  /** GB that the template gives it, where the request says nothing, as far as known. */
  disk?: number | undefined;
}

/** Waiting for another rental. */
export interface RentWait {
  ended: Promise<unknown>;
  /** Stops waiting. A rental that has started is never interrupted. */
  cancel: () => void;
}

export interface RentResult {
  instanceId: number;
  /** The service's answer was lost; the instance was found by comparing the list with the one before. */
  foundAfterwards: boolean;
}

/** After how many milliseconds a person is notified what they wait for. */
const wordAfter = 1000;

/**
 * Rents once: a call that spends money is never repeated, and two never run at the same time for an account, in any
 * window, so that the list shows which instance belongs to which rental.
 */
export class RentQueue {
  readonly #options: RentQueueOptions;
  #current: Promise<unknown> | undefined;

  constructor(options: RentQueueOptions) {
    this.#options = options;
  }

  /**
   * Accepts an offer for the account `who`, even if another one is in use later. If the answer is lost, compares the
   * account's list for up to a minute with one loaded just before. Another rental waits meanwhile, for up to five
   * minutes. `machineId` is the offer's, to recognize the instance. `before` runs just before the call, because the
   * price may have changed while waiting: if it throws, the call isn't made.
   *
   * @throws ApiError as the service refused; 'outcome_unknown' when it stayed unclear and no instance appeared; what
   * `before` throws
   */
  async rent(
    offerId: number,
    request: CreateInstanceRequest,
    machineId?: number,
    before?: () => Promise<void>,
    { who = accountInUse(this.#options.accounts), onLost, agreed = {}, disk }: RentCallOptions = {},
  ): Promise<RentResult> {
    const { pendingStart, instances, volumes, lease, clock, onWait, log = silent } = this.#options;
    const order = {
      client: who.client,
      accountId: who.account.id,
      offerId,
      request,
      machineId,
      onLost,
      agreed,
      disk: request.disk ?? disk ?? (request.template_hash_id ? undefined : defaultDisk),
    };
    const previous = this.#current;
    const cancelling = new AbortController();
    const { signal } = cancelling;
    let begun = (): void => undefined;
    const ended = new Promise<void>((resolve) => (begun = resolve));
    const cancel = (): void =>
      cancelling.abort(new CancelledError({ message: l10n.t('Canceled. Nothing was rented.') }));
    const endWord = clock.after(wordAfter, () => onWait?.({ ended, cancel }));
    const run = (async () => {
      await unlessAborted(Promise.resolve(previous), signal);
      const task = (): Promise<RentResult> => {
        begun();
        endWord();
        return this.#create(order, before);
      };
      return lease(order.accountId).run(task, { signal });
    })();
    this.#current = Promise.allSettled([previous, run]);
    const rented = await run.catch(explained).finally(() => {
      begun();
      endWord();
      if (request.volume_info) volumes?.outdate();
    });
    log.info(
      `Rented offer ${offerId}: instance ${rented.instanceId}${rented.foundAfterwards ? ', found in the list' : ''}.`,
    );
    await this.#options.keepAgreed?.(order.accountId, rented.instanceId, agreed);
    if (agreed.stopAt !== undefined) await this.#options.pending.settled(order.accountId, rented.instanceId);
    if (request.target_state !== 'stopped') {
      const why = 'it is rented, only the reminder is missing';
      await pendingStart.add(order.accountId, rented.instanceId).catch(ignore(log, why));
    }
    await instances.lookForPending();
    return rented;
  }

  async #create(order: Order, before: (() => Promise<void>) | undefined): Promise<RentResult> {
    const { client, accountId, offerId, request } = order;
    const { pending, instances } = this.#options;
    const known = await beforeSending(async () => {
      const listed = await client.instances.list();
      await before?.();
      return listed.map(({ id }) => id);
    });
    const token = await pending.begin(accountId, this.#describe(order, known));
    try {
      const { instanceId } = await client.instances.create(offerId, request);
      await pending.created(accountId, token, instanceId);
      return { instanceId, foundAfterwards: false };
    } catch (error) {
      if (!isOutcomeUnknown(error)) {
        await pending.forget(accountId, { token });
        throw error;
      }
      order.onLost?.();
      void instances.lookForPending();
      const instanceId = await findLost(this.#options, { ...order, token }, error);
      return { instanceId, foundAfterwards: true };
    }
  }

  #describe({ offerId, request, machineId, agreed, disk }: Order, known: number[]): NewRental {
    const offer = this.#options.offers?.known(offerId)?.offer;
    const cost = offer && disk !== undefined ? offerCost(offer, disk, request.price) : undefined;
    return {
      known,
      label: request.label,
      machineId,
      gpuName: offer?.gpu_name,
      gpus: offer?.num_gpus,
      running: cost?.running,
      stopped: cost?.stopped,
      awaited: request.target_state !== 'stopped',
      ...omitUndefined({ stopAt: agreed.stopAt }),
    };
  }
}

interface Order {
  client: Client;
  accountId: string;
  offerId: number;
  request: CreateInstanceRequest;
  machineId: number | undefined;
  onLost: (() => void) | undefined;
  agreed: AgreedSpending;
  /** Undefined where only the template says it. */
  disk: number | undefined;
}

/** @throws the error to show if the turn never came */
function explained(error: unknown): never {
  if (!(error instanceof LockTimeout)) throw error;
  const message = l10n.t(
    'Another window has been renting for five minutes. Nothing was rented here. Try again.',
  );
  throw new LocalError('may_pass', message, { cause: error });
}

/** Marks failures as not sent, so that no instance is searched for. */
async function beforeSending<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw error instanceof ApiError ? error.reworded(error.message, { sent: false }) : error;
  }
}
