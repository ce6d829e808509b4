import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts/account';
import type { Accounts } from '../accounts/accounts';
import { RESTART_SHARE, STOP_SECONDS } from '../choices';
import type { Clock } from '../clock';
import type { Offer } from '../market/generateMarket';
import { wrongAnswers } from '../http/wrongAnswers';
import type { Settings } from '../options';
import type { Random } from '../random';
import { ServiceError } from '../serviceError';
import type { SshHosts } from '../ssh/sshHosts';
import type { Boot } from './boot';
import type { Treatment } from './fate';
import { billsCompute, type Instance } from './instance';
import type { Instances } from './instances';
import { canPull, type Launch } from './launch';

export interface LifecycleParts {
  clock: Clock;
  random: Random;
  accounts: Accounts;
  instances: Instances;
  boot: Boot;
  sshHosts: SshHosts;
  settings: Settings;
}

/** What a renter does to instances: create, start, stop, reboot, destroy (specification, States and transitions). */
export class Lifecycle {
  readonly #parts: LifecycleParts;
  #lastId: number;

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
    this.#lastId = parts.random.integer(27_000_000, 28_000_000);
  }

  /** Accepts an offer that is free (or, when its host is busy, waits for it). */
  create(
    account: Account,
    offer: Offer,
    launch: Launch,
    { behaviour, message }: Treatment,
    volumeId?: number,
  ): Instance {
    const { clock, random, instances, boot, settings } = this.#parts;
    this.#lastId += random.integer(1, 60);
    const instance: Instance = {
      id: this.#lastId,
      accountId: account.id,
      offer,
      launch,
      label: launch.label,
      terms: { gpu: launch.price ?? offer.price, disk: launch.disk, storageCost: offer.machine.storageCost },
      bid: launch.price,
      createdAt: clock.now(),
      intended: launch.targetState,
      current: 'unloaded',
      actual: null,
      behaviour,
      failure: message,
      message: undefined,
      boot: undefined,
      turn: 0,
      work: { load: 3, used: 0 },
      runningSince: undefined,
      address: undefined,
      sshKeys: [],
      snapshots: [],
      jupyterToken: randomBytes(32).toString('hex'),
      apiKey: undefined,
      charged: { gpu: 0, storage: 0 },
      prepaid: { left: 0 },
      volume:
        volumeId === undefined ? undefined : { id: volumeId, mountPath: launch.volume?.mountPath ?? '' },
    };
    instances.change(instance, () => instances.add(instance));
    boot.begin(instance, settings.bootSeconds, true);
    return instance;
  }

  /** @throws ServiceError 200 `resources_unavailable` when the start is queued, where the settings say so */
  start(instance: Instance): void {
    if (instance.intended === 'running') return;
    // An instance that was created as stopped boots anyway. That boot continues and now ends in running.
    const boots = instance.boot !== undefined;
    this.#parts.instances.change(instance, () => {
      if (!boots) instance.turn += 1;
      instance.intended = 'running';
      instance.message = undefined;
    });
    if (boots) return;
    this.#parts.boot.begin(instance, this.#restartSeconds(), false);
    const { queuedStart } = this.#parts.settings;
    if (instance.boot !== undefined || queuedStart === 'silent') return;
    if (queuedStart === 'given_up') this.#parts.boot.giveUpQueued(instance);
    throw new ServiceError(200, wrongAnswers.queued.body);
  }

  /** Compute charges end at once, the SSH sessions and the container a moment later. */
  async stop(instance: Instance, message?: string): Promise<void> {
    if (instance.intended === 'stopped') return;
    const { clock, instances, boot, sshHosts } = this.#parts;
    instances.change(instance, () => {
      instance.intended = 'stopped';
      boot.leave(instance);
      instance.message = message;
      if (instance.actual === 'running') instance.actual = 'stopping';
    });
    const { turn } = instance;
    clock.after(STOP_SECONDS, () => {
      if (instances.isCurrent(instance, turn)) boot.goDown(instance);
    });
    this.retryWaiting();
    sshHosts.stopSoon(instance.id);
  }

  async stopAll(account: Account, message: string): Promise<void> {
    for (const instance of this.#parts.instances.of(account).filter(billsCompute)) {
      await this.stop(instance, message);
    }
  }

  async destroy(instance: Instance): Promise<void> {
    const { instances, boot, accounts, sshHosts } = this.#parts;
    instances.change(instance, () => {
      boot.leave(instance);
      instances.remove(instance);
    });
    accounts.deleteKeysOfInstance(instance.id);
    this.retryWaiting();
    sshHosts.forgetSoon(instance.id);
  }

  /** Stops and starts the container without giving the GPUs back; recycling makes a new container. */
  async reboot(instance: Instance, word: 'rebooting' | 'recycling'): Promise<void> {
    const { clock, instances, boot, sshHosts } = this.#parts;
    if (instance.intended === 'stopped') return;
    instances.change(instance, () => {
      instance.turn += 1;
      instance.actual = word;
      instance.address = undefined;
      instance.runningSince = undefined;
    });
    const { turn } = instance;
    clock.after(this.#restartSeconds(), () => boot.arrive(instance, turn));
    sshHosts.stopSoon(instance.id);
    if (word === 'recycling') sshHosts.renew(instance.id);
  }

  /**
   * Makes the container anew from what the instance is to run now: with the next start where it is stopped. A boot that is
   * under way goes on with it, and one that failed is tried again.
   */
  async recreate(instance: Instance): Promise<void> {
    const { instances, boot, sshHosts } = this.#parts;
    if (instance.intended === 'running' && instance.current === 'running' && instance.boot === undefined)
      return this.reboot(instance, 'recycling');
    sshHosts.renew(instance.id);
    if (instance.intended === 'stopped' || instance.boot !== undefined) return;
    instances.change(instance, () => {
      instance.turn += 1;
      instance.message = undefined;
    });
    boot.begin(instance, this.#restartSeconds(), false);
  }

  /** Lets instances that wait for their GPUs have them, if they are free now. */
  retryWaiting(): void {
    for (const instance of this.#parts.instances.all()) {
      const waits = instance.intended === 'running' && instance.current === 'stopped';
      const isBad = instance.behaviour !== 'good' || !canPull(instance.launch);
      const failed = instance.actual === 'created' && isBad;
      if (waits && !failed && instance.boot === undefined) {
        this.#parts.boot.begin(instance, this.#restartSeconds(), false);
      }
    }
  }

  #restartSeconds(): number {
    return this.#parts.settings.bootSeconds * RESTART_SHARE;
  }
}
