import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import type { Charged } from '../billing';
import type { Clock } from '../clock';
import type { Machine } from '../market/generateMarket';
import { invalidArgs } from '../serviceError';
import { CLONE_SECONDS } from '../choices';
import type { Random } from '../random';

export const volumeName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/, 'letters, digits, dot, dash and underscore'));

/** A local volume lies on one machine; a network volume is reached from all machines of its place. */
export type VolumeKind = 'local' | 'network';

/** A separate disk that outlives instances. */
export interface Volume {
  id: number;
  accountId: number;
  kind: VolumeKind;
  machine: Machine;
  /** Where it was made. */
  offer: VolumeOffer;
  name: string;
  /** GB. */
  size: number;
  createdAt: number;
  charged: Charged;
  /** `copying` while it is filled from another volume, `error` if that failed. */
  status: 'created' | 'copying' | 'error';
}

/** A machine, or a network's disk, that has room for volumes. */
export interface VolumeOffer {
  id: number;
  kind: VolumeKind;
  machine: Machine;
  /** GB that are left. */
  free: number;
}

/** Volumes, and where they can be made. */
export class Volumes {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #offers: ReadonlyMap<number, VolumeOffer>;
  readonly #networkOffers: ReadonlyMap<number, VolumeOffer>;
  readonly #volumes = new Map<number, Volume>();
  #lastId: number;

  constructor(clock: Clock, random: Random, machines: Iterable<Machine>) {
    this.#clock = clock;
    this.#random = random;
    this.#lastId = random.integer(300_000, 400_000);
    this.#offers = new Map(
      [...machines].map((machine) => {
        const id = this.#nextId();
        return [id, { id, kind: 'local', machine, free: Math.floor(machine.diskSpace / 2) }];
      }),
    );
    // One disk for each place that has a data centre, which its first machine there stands for.
    const centres = [...machines].filter(({ hostingType }) => hostingType >= 1);
    const places = new Map(centres.toReversed().map((machine) => [machine.geolocation, machine]));
    this.#networkOffers = new Map(
      [...places.values()].map((machine, index) => {
        const id = 900_000 + index;
        return [id, { id, kind: 'network', machine, free: 10_000 }];
      }),
    );
  }

  offers(kind: VolumeKind = 'local'): VolumeOffer[] {
    return [...this.#all(kind).values()].filter((offer) => offer.free >= 1);
  }

  /** Any of them, whether it has room or not. */
  anyOffer(kind: VolumeKind = 'local'): VolumeOffer | undefined {
    return this.#all(kind).values().next().value;
  }

  #all(kind: VolumeKind): ReadonlyMap<number, VolumeOffer> {
    return kind === 'local' ? this.#offers : this.#networkOffers;
  }

  of(account: Account): Volume[] {
    return [...this.#volumes.values()].filter((volume) => volume.accountId === account.id);
  }

  find(account: Account, id: number): Volume | undefined {
    return this.of(account).find((volume) => volume.id === id);
  }

  networkOffer(id: number): VolumeOffer | undefined {
    return this.#networkOffers.get(id);
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
      kind: offer.kind,
      machine: offer.machine,
      offer,
      name: name ?? `volume.${id}`,
      size,
      createdAt: this.#clock.now(),
      charged: { gpu: 0, storage: 0 },
      status: 'created',
    };
    this.#volumes.set(id, volume);
    return volume;
  }

  /** Fills a new volume from another one, which takes a while and fails if either is deleted meanwhile. */
  fill(volume: Volume, source: Volume, copy: () => void): void {
    volume.status = 'copying';
    this.#clock.after(CLONE_SECONDS, () => {
      if (!this.#volumes.has(volume.id)) return;
      const isThere = this.#volumes.has(source.id);
      if (isThere) copy();
      volume.status = isThere ? 'created' : 'error';
    });
  }

  delete(volume: Volume): void {
    this.#volumes.delete(volume.id);
    volume.offer.free += volume.size;
  }

  #nextId(): number {
    this.#lastId += this.#random.integer(1, 9);
    return this.#lastId;
  }
}
