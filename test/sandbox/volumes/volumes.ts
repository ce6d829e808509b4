import type { Account } from '../accounts/account';
import type { Charged } from '../billing';
import type { Clock } from '../clock';
import type { Machine } from '../market/generateMarket';
import { invalidArgs } from '../serviceError';
import type { Random } from '../random';

/** A separate disk on one machine that outlives instances. */
export interface Volume {
  id: number;
  accountId: number;
  machine: Machine;
  name: string;
  /** GB. */
  size: number;
  createdAt: number;
  charged: Charged;
}

/** A machine that has room for volumes. */
export interface VolumeOffer {
  id: number;
  machine: Machine;
  /** GB that are left. */
  free: number;
}

/** Volumes, and where they can be made. */
export class Volumes {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #offers: ReadonlyMap<number, VolumeOffer>;
  readonly #volumes = new Map<number, Volume>();
  #lastId: number;

  constructor(clock: Clock, random: Random, machines: Iterable<Machine>) {
    this.#clock = clock;
    this.#random = random;
    this.#lastId = random.integer(300_000, 400_000);
    this.#offers = new Map(
      [...machines].map((machine) => {
        const id = this.#nextId();
        return [id, { id, machine, free: Math.floor(machine.diskSpace / 2) }];
      }),
    );
  }

  offers(): VolumeOffer[] {
    return [...this.#offers.values()].filter((offer) => offer.free >= 1);
  }

  /** Any of them, whether it has room or not. */
  anyOffer(): VolumeOffer | undefined {
    return this.#offers.values().next().value;
  }

  of(account: Account): Volume[] {
    return [...this.#volumes.values()].filter((volume) => volume.accountId === account.id);
  }

  find(account: Account, id: number): Volume | undefined {
    return this.of(account).find((volume) => volume.id === id);
  }

  /** The offer with this id. @param machine the only machine on which it may lie, if any */
  offer(id: number, machine?: Machine): VolumeOffer | undefined {
    const offer = this.#offers.get(id);
    return machine === undefined || offer?.machine === machine ? offer : undefined;
  }

  /** @throws ServiceError 400 when the machine has not so much room */
  checkRoom(offer: VolumeOffer, size: number): void {
    if (size > offer.free) throw invalidArgs(`size: the machine has ${offer.free} GB left for volumes`);
  }

  create(account: Account, offer: VolumeOffer, size: number, name?: string): Volume {
    this.checkRoom(offer, size);
    offer.free -= size;
    const id = this.#nextId();
    const volume: Volume = {
      id,
      accountId: account.id,
      machine: offer.machine,
      name: name ?? `volume.${id}`,
      size,
      createdAt: this.#clock.now(),
      charged: { gpu: 0, storage: 0 },
    };
    this.#volumes.set(id, volume);
    return volume;
  }

  delete(volume: Volume): void {
    this.#volumes.delete(volume.id);
    const offer = [...this.#offers.values()].find(({ machine }) => machine === volume.machine);
    if (offer !== undefined) offer.free += volume.size;
  }

  #nextId(): number {
    this.#lastId += this.#random.integer(1, 9);
    return this.#lastId;
  }
}
