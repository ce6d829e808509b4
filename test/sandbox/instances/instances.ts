import { randomBytes } from 'node:crypto';
import type { Account, SshKey } from '../accounts/account';
import type { Accounts } from '../accounts/accounts';
import { Billing, type Billable } from '../billing';
import { PROVISIONING_SHARE, RESTART_SHARE, STOP_SECONDS } from '../choices';
import type { Clock } from '../clock';
import type { Market } from '../market/market';
import type { Offer } from '../market/generateMarket';
import type { Settings } from '../options';
import type { Random } from '../random';
import type { SshHosts } from '../ssh/sshHosts';
import { storagePerHour } from '../market/prices';
import type { Volumes } from '../volumes/volumes';
import { provideAddress } from './address';
import { billsCompute, type ActualStatus, type HostBehaviour, type Instance } from './instance';
import { viewInstance } from './instanceView';
import type { Launch } from './launch';

export interface InstancesParts {
  clock: Clock;
  random: Random;
  market: Market;
  volumes: Volumes;
  accounts: Accounts;
  sshHosts: SshHosts;
  settings: Settings;
}

/** All instances and how they come, run, stop and go (specification, States and transitions). */
export class Instances {
  readonly billing: Billing;
  /** How machines behave, by machine id; 'next' holds for the next instance created, whatever the machine. */
  readonly behaviours = new Map<number | 'next', HostBehaviour>();
  readonly #parts: InstancesParts;
  readonly #instances = new Map<number, Instance>();
  #lastId: number;

  constructor(parts: InstancesParts) {
    this.#parts = parts;
    this.#lastId = parts.random.integer(27_000_000, 28_000_000);
    this.billing = new Billing(
      parts.clock,
      (account) => this.#billables(account),
      (account) => this.#creditUsedUp(account),
    );
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

  view(instance: Instance) {
    return viewInstance(instance, { now: this.#parts.clock.now(), minBid: instance.offer.minBid });
  }

  /** Whether an instance of this offer would have to wait for its GPUs. */
  wouldWait(offer: Offer): boolean {
    return (this.behaviours.get('next') ?? this.behaviours.get(offer.machine.id)) === 'busy';
  }

  /** Accepts an offer that is free (or, when its host is busy, waits for it). */
  create(account: Account, offer: Offer, launch: Launch, volumeId?: number): Instance {
    const { clock, random } = this.#parts;
    this.#lastId += random.integer(1, 60);
    const instance: Instance = {
      id: this.#lastId,
      accountId: account.id,
      offer,
      launch,
      label: launch.label,
      terms: {
        gpu: launch.price ?? offer.price,
        disk: launch.disk,
        storageCost: offer.machine.storageCost,
      },
      bid: launch.price,
      createdAt: clock.now(),
      intended: launch.targetState,
      current: 'unloaded',
      actual: null,
      behaviour: this.#takeBehaviour(offer.machine.id),
      message: undefined,
      boot: undefined,
      turn: 0,
      runningSince: undefined,
      address: undefined,
      sshKeys: [],
      jupyterToken: randomBytes(32).toString('hex'),
      charged: { gpu: 0, storage: 0 },
      volume:
        volumeId === undefined ? undefined : { id: volumeId, mountPath: launch.volume?.mountPath ?? '' },
    };
    this.#change(instance, () => this.#instances.set(instance.id, instance));
    this.#begin(instance, this.#parts.settings.bootSeconds, 1);
    return instance;
  }

  start(instance: Instance): void {
    if (instance.intended === 'running') return;
    this.#change(instance, () => {
      instance.turn += 1;
      instance.intended = 'running';
      instance.message = undefined;
    });
    this.#begin(instance, this.#parts.settings.bootSeconds * RESTART_SHARE, 0);
  }

  /** Compute charges and every SSH session end at once; the container is down a moment later. */
  async stop(instance: Instance, message?: string): Promise<void> {
    if (instance.intended === 'stopped') return;
    this.#change(instance, () => {
      instance.intended = 'stopped';
      this.#leave(instance);
      instance.message = message;
      if (instance.actual === 'running') instance.actual = 'stopping';
    });
    const turn = instance.turn;
    this.#parts.clock.after(STOP_SECONDS, () => {
      if (this.#isCurrent(instance, turn)) this.#change(instance, () => this.#goDown(instance));
    });
    this.retryWaiting();
    await this.#parts.sshHosts.stop(instance.id);
  }

  async destroy(instance: Instance): Promise<void> {
    this.#change(instance, () => {
      this.#leave(instance);
      this.#instances.delete(instance.id);
    });
    this.#parts.accounts.deleteKeysOfInstance(instance.id);
    await this.#parts.sshHosts.forget(instance.id);
    this.retryWaiting();
  }

  /** Stops and starts the container without giving the GPUs back. */
  async reboot(instance: Instance, word: 'rebooting' | 'recycling'): Promise<void> {
    if (instance.intended === 'stopped') return;
    this.#change(instance, () => {
      instance.turn += 1;
      instance.actual = word;
      instance.address = undefined;
      instance.runningSince = undefined;
    });
    const turn = instance.turn;
    this.#parts.clock.after(this.#parts.settings.bootSeconds * RESTART_SHARE, () =>
      this.#arrive(instance, turn),
    );
    await this.#parts.sshHosts.stop(instance.id);
    if (word === 'recycling') this.#parts.sshHosts.renewHostKey(instance.id);
  }

  /** A host goes wrong, or right again, under a container that runs. */
  async setStatus(instance: Instance, status: ActualStatus, message?: string): Promise<void> {
    const wasRunning = instance.actual === 'running';
    this.#change(instance, () => {
      instance.actual = status;
      instance.message = message;
    });
    if (wasRunning && status !== 'running') {
      instance.address = undefined;
      await this.#parts.sshHosts.stop(instance.id);
    } else if (!wasRunning && status === 'running') {
      await this.#arrive(instance, instance.turn);
    }
  }

  /** How a machine (or the machine of the next instance) treats containers from now on, also those not up yet. */
  setBehaviour(machineId: number | 'next', behaviour: HostBehaviour): void {
    this.behaviours.set(machineId, behaviour);
    for (const instance of this.all()) {
      if (instance.offer.machine.id === machineId) instance.behaviour = behaviour;
    }
    this.retryWaiting();
  }

  /** Someone bids more: an interruptible instance stops and waits. */
  async outbid(instance: Instance): Promise<void> {
    if (instance.bid === undefined) return;
    if (!isOutbid(instance)) instance.offer.minBid = instance.bid * 1.1;
    if (instance.current !== 'running') return;
    this.#change(instance, () => {
      this.#leave(instance);
      this.#goDown(instance);
      instance.message = 'Outbid: another renter pays more for these GPUs.';
    });
    await this.#parts.sshHosts.stop(instance.id);
  }

  /** A new bid in dollars per hour: too low, and the instance is outbid; high enough, and it goes on. */
  async setBid(instance: Instance, price: number): Promise<void> {
    this.#change(instance, () => {
      instance.bid = price;
      instance.terms.gpu = price;
    });
    await this.outbidByMarket();
    this.retryWaiting();
  }

  /** Interruptible instances whose bid is below the market's lowest are outbid. */
  async outbidByMarket(): Promise<void> {
    for (const instance of this.all()) {
      if (isOutbid(instance)) await this.outbid(instance);
    }
  }

  /** Lets instances that wait for their GPUs have them, if they are free now. */
  retryWaiting(): void {
    for (const instance of this.all()) {
      if (instance.intended === 'running' && instance.current === 'stopped' && instance.boot === undefined) {
        this.#begin(instance, this.#parts.settings.bootSeconds * RESTART_SHARE, 0);
      }
    }
  }

  /** The public keys that log in to the instance: the account's and its own. */
  keysOf(instance: Instance): SshKey[] {
    return [...this.#parts.accounts.get(instance.accountId).sshKeys, ...instance.sshKeys];
  }

  /** Brings the keys known now to the instance, after the delay with which keys arrive. */
  deliverKeys(instance: Instance): void {
    const keys = this.keysOf(instance).map(({ key }) => key);
    const deliver = () => this.#parts.sshHosts.setKeys(instance.id, keys);
    const delay = this.#parts.settings.keyDelaySeconds;
    if (delay === 0) {
      deliver();
      return;
    }
    const turn = instance.turn;
    this.#parts.clock.after(delay, () => {
      if (this.#isCurrent(instance, turn)) deliver();
    });
  }

  #begin(instance: Instance, seconds: number, provisioning: 0 | 1): void {
    const { clock, market } = this.#parts;
    if (instance.behaviour === 'busy' || isOutbid(instance) || !market.take(instance.offer, 'instance')) {
      this.#change(instance, () => {
        instance.current = 'stopped';
      });
      return;
    }
    const turn = instance.turn;
    const wait = seconds * PROVISIONING_SHARE * provisioning;
    const load = () => {
      if (!this.#isCurrent(instance, turn)) return;
      instance.actual = 'loading';
      instance.current = 'running';
      instance.boot = { begun: clock.now(), seconds: seconds - wait };
      if (instance.behaviour === 'error') {
        instance.message =
          'Error response from daemon: failed to create task for container: OCI runtime create failed: permission denied\n';
      }
      clock.after(seconds - wait, () => this.#arrive(instance, turn));
    };
    instance.message = undefined;
    instance.boot = { begun: clock.now(), seconds };
    if (wait > 0) clock.after(wait, load);
    else load();
  }

  /** The image is there: the container starts, or the host shows how bad it is. */
  async #arrive(instance: Instance, turn: number): Promise<void> {
    if (!this.#isCurrent(instance, turn)) return;
    if (instance.behaviour === 'stuck' || instance.behaviour === 'error') return;
    if (instance.intended === 'stopped') {
      this.#change(instance, () => {
        this.#leave(instance);
        this.#goDown(instance);
      });
      return;
    }
    const { behaviour } = instance;
    if (behaviour === 'exited' || behaviour === 'unknown' || behaviour === 'offline') {
      this.#change(instance, () => {
        instance.actual = behaviour;
        instance.current = 'running';
        instance.boot = undefined;
      });
      return;
    }
    const address = await provideAddress(this.#parts.sshHosts, instance);
    if (!this.#isCurrent(instance, turn)) {
      await this.#parts.sshHosts.stop(instance.id);
      return;
    }
    this.#change(instance, () => {
      instance.address = address;
      instance.actual = 'running';
      instance.current = 'running';
      instance.boot = undefined;
      instance.runningSince = this.#parts.clock.now();
    });
    this.deliverKeys(instance);
  }

  /** Gives the GPUs back and drops what belongs to the turn that ends. */
  #leave(instance: Instance): void {
    instance.turn += 1;
    if (instance.boot !== undefined || instance.current === 'running')
      this.#parts.market.release(instance.offer);
    instance.boot = undefined;
    instance.address = undefined;
    instance.runningSince = undefined;
  }

  #goDown(instance: Instance): void {
    instance.actual = 'exited';
    instance.current = 'stopped';
  }

  #isCurrent(instance: Instance, turn: number): boolean {
    return this.#instances.get(instance.id) === instance && instance.turn === turn;
  }

  /** Makes a change to what is charged. */
  #change(instance: Instance, change: () => void): void {
    this.billing.change(this.#parts.accounts.get(instance.accountId), change);
  }

  #billables(account: Account): Billable[] {
    const instances = this.of(account).map((instance) => ({
      source: `instance-${instance.id}`,
      gpuPerHour: billsCompute(instance) ? instance.terms.gpu : 0,
      storagePerHour: storagePerHour(instance.terms),
      charged: instance.charged,
    }));
    const volumes = this.#parts.volumes.of(account).map(({ id, size, machine, charged }) => ({
      source: `volume-${id}`,
      gpuPerHour: 0,
      storagePerHour: storagePerHour({ gpu: 0, disk: size, storageCost: machine.storageCost }),
      charged,
    }));
    return [...instances, ...volumes];
  }

  #takeBehaviour(machineId: number): HostBehaviour {
    const next = this.behaviours.get('next');
    this.behaviours.delete('next');
    return next ?? this.behaviours.get(machineId) ?? 'good';
  }

  async #creditUsedUp(account: Account): Promise<void> {
    for (const instance of this.of(account).filter(billsCompute)) {
      await this.stop(instance, 'Stopped: the account has no credit left.');
    }
  }
}

function isOutbid({ bid, offer }: Instance): boolean {
  return bid !== undefined && bid < offer.minBid;
}
