import type { Account, SshKey } from '../accounts/account';
import type { Accounts } from '../accounts/accounts';
import type { Clock } from '../clock';
import type { Instance } from '../instances/instance';
import type { Instances } from '../instances/instances';
import type { Settings } from '../options';
import type { SshHosts } from './sshHosts';

/** Brings public keys to the instances, after the delay with which keys arrive. */
export class KeyDelivery {
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #instances: Instances;
  readonly #sshHosts: SshHosts;
  readonly #settings: Settings;

  constructor(
    clock: Clock,
    accounts: Accounts,
    instances: Instances,
    sshHosts: SshHosts,
    settings: Settings,
  ) {
    this.#clock = clock;
    this.#accounts = accounts;
    this.#instances = instances;
    this.#sshHosts = sshHosts;
    this.#settings = settings;
  }

  /** The keys that log in to the instance: the account's and its own. */
  keysOf(instance: Instance): SshKey[] {
    return [...this.#accounts.get(instance.accountId).sshKeys, ...instance.sshKeys];
  }

  /** Brings the keys known now to one instance. */
  deliver(instance: Instance): void {
    const keys = this.keysOf(instance).map(({ key }) => key);
    const write = () => this.#sshHosts.setKeys(instance.id, keys);
    if (this.#settings.keyDelaySeconds === 0) {
      write();
      return;
    }
    const { turn } = instance;
    this.#clock.after(this.#settings.keyDelaySeconds, () => {
      if (this.#instances.isCurrent(instance, turn)) write();
    });
  }

  /** Brings the keys known now to every instance of the account. */
  deliverToAll(account: Account): void {
    for (const instance of this.#instances.of(account)) this.deliver(instance);
  }
}
