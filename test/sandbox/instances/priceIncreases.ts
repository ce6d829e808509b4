import type { Clock } from '../clock';
import type { Instance } from './instance';

/** A price that a host wants from some day on. The renter accepts or declines it. */
export interface PriceIncrease {
  id: number;
  instance: Instance;
  /** Dollars per hour for the GPUs. */
  oldPrice: number;
  newPrice: number;
  createdAt: number;
}

/** The prices that are announced and not answered yet. */
export class PriceIncreases {
  readonly #clock: Clock;
  #pending: PriceIncrease[] = [];
  #lastId = 5_000;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  announce(instance: Instance, newPrice: number): PriceIncrease {
    this.#lastId += 1;
    const createdAt = this.#clock.now();
    const increase = { id: this.#lastId, instance, oldPrice: instance.terms.gpu, newPrice, createdAt };
    this.#pending.push(increase);
    return increase;
  }

  of(instances: readonly Instance[]): PriceIncrease[] {
    return this.#pending.filter(({ instance }) => instances.includes(instance));
  }

  /** It was answered. */
  remove(increase: PriceIncrease): void {
    this.#pending = this.#pending.filter((one) => one !== increase);
  }
}
