import type { Client } from '../../api/client';
import type { Instance } from '../../api/schemas/instances/instance';
import { bidOf, type StandingBids } from '../../domain/instances/bid';
import { ignore, type Log } from '../../log/log';
import { type Clock, type Moment, momentOf, since } from '../../clock';

/** An interruptible instance and its bids at one moment, from the service. */
export interface BidTerms extends StandingBids {
  readonly instance: Instance;
  readonly seen: Moment;
}

/** How long bids count as current after they were looked up, in milliseconds. */
const bidsHold = 15_000;

/** Looks up the bids to compare with. */
export class BidLookup {
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * The current bids of an instance. If its own row doesn't have the lowest one, its machine's offers may; else
   * `lowest` is undefined. @throws ApiError if the instance can't be read
   */
  async look(client: Client, instanceId: number, signal?: AbortSignal): Promise<BidTerms> {
    const instance = await client.instances.get(instanceId, { signal });
    const lowest = instance.min_bid ?? (await this.#lowestOfMachine(client, instance, signal));
    return { instance, bid: bidOf(instance), lowest, seen: momentOf(this.#clock) };
  }

  isFresh({ seen }: BidTerms): boolean {
    return since(this.#clock, seen) < bidsHold;
  }

  /** Among offers with the same number of GPUs; dollars per hour. */
  async #lowestOfMachine(
    client: Client,
    { machine_id, num_gpus }: Instance,
    signal?: AbortSignal,
  ): Promise<number | undefined> {
    if (machine_id === undefined || num_gpus === undefined) return undefined;
    const filters = { machine_id: { eq: machine_id }, num_gpus: { eq: num_gpus } };
    const search = client.offers.search({ filters, type: 'bid' }, { signal });
    const offers = await search.catch(ignore(this.#log, 'the lowest bid is then shown as unknown'));
    const lowest = (offers ?? [])
      .filter((offer) => offer.machine_id === machine_id && offer.num_gpus === num_gpus)
      .map(({ min_bid }) => min_bid)
      .filter((price) => price !== undefined);
    return lowest.length === 0 ? undefined : Math.min(...lowest);
  }
}
