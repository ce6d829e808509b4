import { PROVISIONING_SHARE } from '../choices';
import type { Clock } from '../clock';
import type { Market } from '../market/market';
import type { KeyDelivery } from '../ssh/keyDelivery';
import type { SshHosts } from '../ssh/sshHosts';
import { provideAddress } from './address';
import { isOutbid, type Instance } from './instance';
import type { Instances } from './instances';

const createFailed =
  'Error response from daemon: failed to create task for container: OCI runtime create failed: permission denied\n';

/** How an instance comes up: GPUs, image, container, address; and how it gives them back. */
export class Boot {
  readonly #clock: Clock;
  readonly #market: Market;
  readonly #instances: Instances;
  readonly #sshHosts: SshHosts;
  readonly #keys: KeyDelivery;

  constructor(clock: Clock, market: Market, instances: Instances, sshHosts: SshHosts, keys: KeyDelivery) {
    this.#clock = clock;
    this.#market = market;
    this.#instances = instances;
    this.#sshHosts = sshHosts;
    this.#keys = keys;
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
    const provisioning = first ? seconds * PROVISIONING_SHARE : 0;
    if (provisioning === 0) {
      this.#load(instance, instance.turn, seconds);
      return;
    }
    const { turn } = instance;
    this.#clock.after(provisioning, () => this.#load(instance, turn, seconds - provisioning));
  }

  #load(instance: Instance, turn: number, seconds: number): void {
    if (!this.#instances.isCurrent(instance, turn)) return;
    instance.actual = 'loading';
    instance.current = 'running';
    instance.boot = { begun: this.#clock.now(), seconds };
    if (instance.behaviour === 'error') instance.message = createFailed;
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
    switch (instance.behaviour) {
      case 'stuck':
      case 'error':
      case 'busy':
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
