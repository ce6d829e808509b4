import type { Clock } from '../clock';
import type { Offer } from '../market/generateMarket';
import type { SshHosts } from '../ssh/sshHosts';
import type { Boot } from './boot';
import { isOutbid, type ActualStatus, type HostBehaviour, type Instance } from './instance';
import type { Instances } from './instances';
import type { Lifecycle } from './lifecycle';

export interface FateParts {
  clock: Clock;
  instances: Instances;
  lifecycle: Lifecycle;
  boot: Boot;
  sshHosts: SshHosts;
}

/** How a machine treats containers, and what it says of those that it lets fail. */
export interface Treatment {
  behaviour: HostBehaviour;
  message?: string | undefined;
}

/** What happens to instances without their renter: bad hosts and higher bids. */
export class Fate {
  readonly #parts: FateParts;
  readonly #behaviours = new Map<number | 'next', Treatment>();

  constructor(parts: FateParts) {
    this.#parts = parts;
  }

  /** How a machine (or the machine of the next instance) treats containers from now on, also those not up yet. */
  setBehaviour(machineId: number | 'next', treatment: Treatment): void {
    this.#behaviours.set(machineId, treatment);
    for (const instance of this.#parts.instances.all()) {
      if (instance.offer.machine.id === machineId) this.#treat(instance, treatment);
    }
    this.#parts.lifecycle.retryWaiting();
  }

  /** How this offer's machine treats the next container. */
  behaviourFor(offer: Offer): Treatment {
    return this.#behaviours.get('next') ?? this.#behaviours.get(offer.machine.id) ?? { behaviour: 'good' };
  }

  /** As `behaviourFor`, and uses up what was meant for the next instance only. */
  takeBehaviour(offer: Offer): Treatment {
    const treatment = this.behaviourFor(offer);
    this.#behaviours.delete('next');
    return treatment;
  }

  #treat(instance: Instance, { behaviour, message }: Treatment): void {
    instance.behaviour = behaviour;
    instance.failure = message;
    const { boot, turn } = instance;
    if (behaviour !== 'good' || boot === undefined) return;
    instance.message = undefined;
    const { clock } = this.#parts;
    // If its time is already over, the boot continues at once.
    if (clock.now() >= boot.begun + boot.seconds)
      clock.after(0, () => this.#parts.boot.arrive(instance, turn));
  }

  /** A host goes wrong, or right again, under a container that runs. */
  async setStatus(instance: Instance, status: ActualStatus, message?: string): Promise<void> {
    const wasRunning = instance.actual === 'running';
    if (status === 'running' && !wasRunning) {
      instance.behaviour = 'good';
      instance.message = message;
      await this.#parts.boot.arrive(instance, instance.turn);
      return;
    }
    this.#parts.instances.change(instance, () => {
      instance.actual = status;
      instance.message = message;
      if (status !== 'running') instance.address = undefined;
    });
    if (wasRunning && status !== 'running') await this.#parts.sshHosts.stop(instance.id);
  }

  /** Someone bids more: an interruptible instance stops and waits. */
  async outbid(instance: Instance): Promise<void> {
    if (instance.bid === undefined) return;
    if (!isOutbid(instance)) instance.offer.minBid = instance.bid * 1.1;
    if (instance.current !== 'running') return;
    this.#parts.instances.change(instance, () => {
      this.#parts.boot.leave(instance);
      this.#parts.boot.goDown(instance);
      instance.message = 'Outbid: another renter pays more for these GPUs.';
    });
    await this.#parts.sshHosts.stop(instance.id);
  }

  /** A new bid in dollars per hour: too low, and the instance is outbid; high enough, and it goes on. */
  async setBid(instance: Instance, price: number): Promise<void> {
    this.#parts.instances.change(instance, () => {
      instance.bid = price;
      instance.terms.gpu = price;
    });
    await this.outbidByMarket();
    this.#parts.lifecycle.retryWaiting();
  }

  /** Interruptible instances whose bid is below the market's lowest are outbid. */
  async outbidByMarket(): Promise<void> {
    for (const instance of this.#parts.instances.all()) {
      if (isOutbid(instance)) await this.outbid(instance);
    }
  }
}
