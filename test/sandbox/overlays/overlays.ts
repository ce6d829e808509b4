import type { Account } from '../accounts/account';
import type { Instance } from '../instances/instance';
import type { Instances } from '../instances/instances';
import type { Market } from '../market/market';
import { invalidArgs } from '../serviceError';

interface Overlay {
  id: number;
  accountId: number;
  name: string;
  clusterId: number;
}

/** Networks between instances of one cluster. */
export class Overlays {
  readonly #instances: Instances;
  readonly #market: Market;
  readonly #all = new Map<number, Overlay>();
  #lastId = 300;

  constructor(instances: Instances, market: Market) {
    this.#instances = instances;
    this.#market = market;
  }

  of(account: Account): Overlay[] {
    return [...this.#all.values()].filter(({ accountId }) => accountId === account.id);
  }

  /** Those that were rented with `-n` and its name. */
  membersOf({ accountId, name }: Overlay): Instance[] {
    return this.#instances
      .all()
      .filter((one) => one.accountId === accountId && Object.hasOwn(one.launch.env, `-n ${name}`));
  }

  view(overlay: Overlay) {
    return {
      overlay_id: overlay.id,
      name: overlay.name,
      internal_subnet: `10.${overlay.id % 200}.0.0/24`,
      cluster_id: overlay.clusterId,
      instances: this.membersOf(overlay).map(({ id }) => id),
    };
  }

  /** @throws ServiceError 400 */
  create(account: Account, clusterId: number, name: string): void {
    if (!/^[\w.-]+$/.test(name)) throw invalidArgs('name: is not valid');
    if (this.of(account).some((one) => one.name === name)) throw invalidArgs('name: is taken');
    if (!this.#market.offers.some(({ machine }) => machine.clusterId === clusterId))
      throw invalidArgs('cluster_id: there is no such cluster');
    const id = (this.#lastId += 1);
    this.#all.set(id, { id, accountId: account.id, name, clusterId });
  }

  remove({ id }: Overlay): void {
    this.#all.delete(id);
  }

  /** A name that no overlay has is kept. @throws ServiceError 400 for an instance that is to join one of another cluster */
  check(account: Account, env: Readonly<Record<string, string>>, clusterId: number | null): void {
    const isElsewhere = (one: Overlay): boolean =>
      Object.hasOwn(env, `-n ${one.name}`) && one.clusterId !== clusterId;
    if (this.of(account).some(isElsewhere))
      throw invalidArgs('env: the machine is in another cluster than the overlay');
  }
}
