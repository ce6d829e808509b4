import type { Account } from '../accounts/account';
import type { Accounts } from '../accounts/accounts';
import { Billing, type Billable } from '../billing';
import type { Clock } from '../clock';
import { storagePerHour } from '../market/prices';
import type { Volumes } from '../volumes/volumes';
import { billsCompute, type Instance } from './instance';
import { viewInstance } from './instanceView';

/** All instances, and what they and their volumes cost. */
export class Instances {
  readonly billing: Billing;
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #volumes: Volumes;
  readonly #instances = new Map<number, Instance>();

  /** @param onCreditUsedUp called at the moment at which an account's credit is used up */
  constructor(
    clock: Clock,
    accounts: Accounts,
    volumes: Volumes,
    onCreditUsedUp: (account: Account) => Promise<void>,
  ) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#volumes = volumes;
    this.billing = new Billing(clock, (account) => this.#billables(account), onCreditUsedUp);
  }

  all(): Instance[] {
    return [...this.#instances.values()];
  }

  of(account: Account): Instance[] {
    return this.all().filter((instance) => instance.accountId === account.id);
  }

  find(id: number): Instance | undefined {
    return this.#instances.get(id);
  }

  add(instance: Instance): void {
    this.#instances.set(instance.id, instance);
  }

  remove(instance: Instance): void {
    this.#instances.delete(instance.id);
  }

  view(instance: Instance) {
    return viewInstance(instance, { now: this.#clock.now(), minBid: instance.offer.minBid });
  }

  /** Whether the instance still exists and is in the turn in which something was begun. */
  isCurrent(instance: Instance, turn: number): boolean {
    return this.#instances.get(instance.id) === instance && instance.turn === turn;
  }

  /** Makes a change to an instance that may change what is charged. */
  change(instance: Instance, change: () => void): void {
    this.billing.change(this.#accounts.get(instance.accountId), change);
  }

  /** Pays ahead for its compute, which costs `price` dollars an hour from then on. */
  prepay(instance: Instance, amount: number, price: number): void {
    this.change(instance, () => (instance.terms.gpu = price));
    const account = this.#accounts.get(instance.accountId);
    this.billing.prepay(account, sourceOf(instance), instance.prepaid, amount);
  }

  #billables(account: Account): Billable[] {
    const instances = this.of(account).map((instance) => ({
      source: sourceOf(instance),
      gpuPerHour: billsCompute(instance) ? instance.terms.gpu : 0,
      storagePerHour: storagePerHour(instance.terms),
      charged: instance.charged,
      prepaid: instance.prepaid,
    }));
    const volumes = this.#volumes.of(account).map(({ id, size, machine, charged }) => ({
      source: `volume-${id}`,
      gpuPerHour: 0,
      storagePerHour: storagePerHour({ gpu: 0, disk: size, storageCost: machine.storageCost }),
      charged,
    }));
    return [...instances, ...volumes];
  }
}

/** What its charges are listed under. */
const sourceOf = ({ id }: Instance): string => `instance-${id}`;
