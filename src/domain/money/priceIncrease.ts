import type { PriceIncrease } from '../../api/schemas/instances/priceIncrease';
import { hourlyCost } from './rate';
import type { SharedInstance } from '../instances/sharedInstance';

/** What a price that a host wants to raise means for the renter. Dollars per hour, with the disk. */
export interface RaisedPrice {
  before: number | undefined;
  /** Undefined if the service doesn't tell the new price. */
  after: number | undefined;
}

const perHour = (perSecond: number): number => perSecond * 3600;

/** What rises by how much; undefined unless both prices of the GPUs are told. A disk without a new price keeps its own. */
function riseOf({
  old_gpu_costpersec: oldGpu,
  new_gpu_costpersec: newGpu,
  old_disk_ram_costpersec: oldDisk,
  new_disk_ram_costpersec: newDisk,
}: PriceIncrease): number | undefined {
  if (oldGpu === undefined || newGpu === undefined) return undefined;
  const disk = newDisk === undefined ? 0 : oldDisk === undefined ? undefined : newDisk - oldDisk;
  return disk === undefined ? undefined : perHour(newGpu - oldGpu + disk);
}

/** Both prices while it runs: the listed one, and with what is added to it. */
export function raisedPrice(instance: SharedInstance, increase: PriceIncrease): RaisedPrice {
  const { running: before } = hourlyCost(instance);
  const rise = riseOf(increase);
  return { before, after: before === undefined || rise === undefined ? undefined : before + rise };
}

/** Dollars per GB of a direction of traffic that would cost something else. */
export interface RaisedTraffic {
  way: 'up' | 'down';
  before: number | undefined;
  after: number;
}

export function raisedTraffic(increase: PriceIncrease): RaisedTraffic[] {
  const of = (way: 'up' | 'down', before: number | undefined, after: number | undefined): RaisedTraffic[] =>
    after === undefined || after === before ? [] : [{ way, before, after }];
  return [
    ...of('up', increase.old_bwu_cost, increase.new_bwu_cost),
    ...of('down', increase.old_bwd_cost, increase.new_bwd_cost),
  ];
}

/** When the agreed price ends, in Unix seconds; the service names no other day. Undefined if it doesn't tell. */
export const agreedUntil = ({
  contract_end_date: end,
  ask_end_date: asked,
}: PriceIncrease): number | undefined => end ?? asked;
