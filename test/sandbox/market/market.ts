import type { Random } from '../random';
import { generateMarket, round, type Machine, type Offer } from './generateMarket';

/** Everything that can be rented, and who has it now. */
export class Market {
  readonly offers: readonly Offer[];
  readonly #byId: ReadonlyMap<number, Offer>;
  readonly #machines: ReadonlyMap<number, Machine>;
  readonly #random: Random;

  constructor(random: Random, count: number, now: number) {
    this.#random = random;
    this.offers = generateMarket(random, count, now);
    this.#byId = new Map(this.offers.map((offer) => [offer.id, offer]));
    this.#machines = new Map(this.offers.map((offer) => [offer.machine.id, offer.machine]));
  }

  find(offerId: number): Offer | undefined {
    return this.#byId.get(offerId);
  }

  machine(machineId: number): Machine | undefined {
    return this.#machines.get(machineId);
  }

  /** Whether an offer can be accepted now: it is free and its machine has enough GPUs left. */
  isFree(offer: Offer): boolean {
    return offer.holder === 'free' && offer.machine.gpusInUse + offer.numGpus <= offer.machine.gpuCount;
  }

  /** Takes the offer's GPUs; false when they are not free. */
  take(offer: Offer, holder: 'instance' | 'stranger'): boolean {
    if (!this.isFree(offer)) return false;
    offer.holder = holder;
    offer.machine.gpusInUse += offer.numGpus;
    return true;
  }

  release(offer: Offer): void {
    if (offer.holder === 'free') return;
    offer.holder = 'free';
    offer.machine.gpusInUse -= offer.numGpus;
  }

  /** Others rent this share of the offers or give them back, and this share changes its price. No instance loses its own. */
  churn(share: number): void {
    for (const offer of this.offers) {
      if (offer.holder === 'instance') continue;
      if (this.#random.chance(share)) {
        if (offer.holder === 'stranger') this.release(offer);
        else this.take(offer, 'stranger');
      }
      if (this.#random.chance(share)) this.#tickPrice(offer);
    }
  }

  /** A random walk of all prices, a few per cent at most. */
  tickPrices(): void {
    for (const offer of this.offers) this.#tickPrice(offer);
  }

  #tickPrice(offer: Offer): void {
    const step = 1 + (this.#random.next() - 0.5) * 0.06;
    offer.price = Math.max(0.01, round(offer.price * step, 4));
    offer.minBid = Math.min(offer.price, Math.max(0.005, round(offer.minBid * step, 4)));
  }
}
