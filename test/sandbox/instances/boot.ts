import { EXITED_SHARE, PROVISIONING_SHARE, QUEUE_SECONDS } from '../choices';
import type { Clock } from '../clock';
import type { Market } from '../market/market';
import type { Settings } from '../options';
import type { KeyDelivery } from '../ssh/keyDelivery';
import type { SshHosts } from '../ssh/sshHosts';
import { provideAddress } from './address';
import { isOutbid, type Instance } from './instance';
import type { Instances } from './instances';
import { canPull, type Launch } from './launch';
import { startFailures } from './startFailures';

export interface BootParts {
  clock: Clock;
  market: Market;
  instances: Instances;
  sshHosts: SshHosts;
  keys: KeyDelivery;
  settings: Settings;
}

/** How an instance comes up: GPUs, image, container, address; and how it gives them back. */
export class Boot {
  readonly #clock: Clock;
  readonly #market: Market;
  readonly #instances: Instances;
  readonly #sshHosts: SshHosts;
  readonly #keys: KeyDelivery;
  readonly #settings: Settings;

  constructor({ clock, market, instances, sshHosts, keys, settings }: BootParts) {
    this.#clock = clock;
    this.#market = market;
    this.#instances = instances;
    this.#sshHosts = sshHosts;
    this.#keys = keys;
    this.#settings = settings;
  }

  /**
   * Takes the GPUs and loads the image within `seconds`; where the GPUs are not to be had, the instance waits.
   * @param first the first boot, which spends its beginning in provisioning (`actual_status` null)
   */
  begin(instance: Instance, seconds: number, first: boolean): void {
    if (
      instance.behaviour === 'busy' ||
      isOutbid(instance) ||
      !this.#market.take(instance.offer, 'instance')
    ) {
      this.#instances.change(instance, () => (instance.current = 'stopped'));
      return;
    }
    instance.message = undefined;
    instance.boot = { begun: this.#clock.now(), seconds };
    if (!first && this.#settings.restart === 'exited') {
      this.#wake(instance, seconds);
      return;
    }
    const provisioning = first ? seconds * PROVISIONING_SHARE : 0;
    if (provisioning === 0) {
      this.#load(instance, instance.turn, seconds);
      return;
    }
    const { turn } = instance;
    this.#clock.after(provisioning, () => this.#load(instance, turn, seconds - provisioning));
  }

  /** The container that is there starts again: exited with `cur_state` stopped, then running, before it runs. */
  #wake(instance: Instance, seconds: number): void {
    const { turn } = instance;
    const stopped = seconds * EXITED_SHARE;
    this.goDown(instance);
    this.#clock.after(stopped, () => {
      if (!this.#instances.isCurrent(instance, turn)) return;
      instance.current = 'running';
      this.#sayFailure(instance);
      this.#clock.after(seconds - stopped, () => this.arrive(instance, turn));
    });
  }

  /** A start that has waited long enough in the queue is given up by the service itself. */
  giveUpQueued(instance: Instance): void {
    const { turn } = instance;
    this.#clock.after(QUEUE_SECONDS, () => {
      if (!this.#instances.isCurrent(instance, turn) || instance.boot !== undefined) return;
      if (instance.current === 'stopped') instance.intended = 'stopped';
    });
  }

  #sayFailure(instance: Instance): void {
    if (instance.behaviour === 'error') instance.message = instance.failure ?? startFailures[0];
  }

  /** The container could not be made. The GPUs are free again. */
  #fail(instance: Instance, message = instance.failure ?? startFailures[0]): void {
    this.#instances.change(instance, () => {
      this.leave(instance);
      instance.actual = 'created';
      instance.current = 'stopped';
      instance.message = message;
      if (instance.behaviour === 'given_up') instance.intended = 'stopped';
    });
  }

  #load(instance: Instance, turn: number, seconds: number): void {
    if (!this.#instances.isCurrent(instance, turn)) return;
    instance.actual = 'loading';
    instance.current = 'running';
    instance.boot = { begun: this.#clock.now(), seconds };
    this.#sayFailure(instance);
    this.#clock.after(seconds, () => this.arrive(instance, turn));
  }

  /** The image is there: the container starts, or the host shows how bad it is. */
  async arrive(instance: Instance, turn: number): Promise<void> {
    if (!this.#instances.isCurrent(instance, turn)) return;
    if (instance.intended === 'stopped') {
      this.#instances.change(instance, () => {
        this.leave(instance);
        this.goDown(instance);
      });
      return;
    }
    if (!canPull(instance.launch)) {
      this.#fail(instance, noLogin(instance.launch));
      return;
    }
    switch (instance.behaviour) {
      case 'stuck':
      case 'error':
      case 'busy':
        return;
      case 'created':
      case 'given_up':
        this.#fail(instance);
        return;
      case 'exited':
      case 'unknown':
      case 'offline':
        instance.actual = instance.behaviour;
        instance.boot = undefined;
        return;
      case 'good':
      case 'direct_blocked':
        await this.#run(instance, turn);
    }
  }

  async #run(instance: Instance, turn: number): Promise<void> {
    const address = await provideAddress(this.#sshHosts, instance);
    if (!this.#instances.isCurrent(instance, turn)) {
      await this.#sshHosts.stop(instance.id);
      return;
    }
    this.#instances.change(instance, () => {
      instance.address = address;
      instance.actual = 'running';
      instance.current = 'running';
      instance.boot = undefined;
      instance.runningSince = this.#clock.now();
    });
    this.#keys.deliver(instance);
  }

  /** Gives the GPUs back and drops what belongs to the turn that ends. */
  leave(instance: Instance): void {
    instance.turn += 1;
    if (instance.boot !== undefined || instance.current === 'running') this.#market.release(instance.offer);
    instance.boot = undefined;
    instance.address = undefined;
    instance.runningSince = undefined;
  }

  /** The container is down and the contract without GPUs. */
  goDown(instance: Instance): void {
    instance.actual = 'exited';
    instance.current = 'stopped';
  }
}

const noLogin = ({ image }: Launch): string =>
  `Error response from daemon: pull access denied for ${image.split(':')[0]}, repository does not exist or may require docker login\n`;
