import { HOURS_PER_MONTH } from '../choices';

/** What a contract costs; dollars per hour, `gpu` for all of its GPUs. */
export interface Terms {
  gpu: number;
  /** GB. */
  disk: number;
  /** Dollars per GB and month. */
  storageCost: number;
}

export function storagePerHour(terms: Terms): number {
  return (terms.storageCost * terms.disk) / HOURS_PER_MONTH;
}

/** The members `search` (price while running) and `instance` (price while stopped) of offers and instances. */
export function hourlyTotals(terms: Terms, stopped: boolean) {
  const gpu = stopped ? 0 : terms.gpu;
  const disk = storagePerHour(terms);
  return {
    gpuCostPerHour: gpu,
    diskHour: disk,
    totalHour: gpu + disk,
    discountTotalHour: 0,
    discountedTotalPerHour: gpu + disk,
  };
}
