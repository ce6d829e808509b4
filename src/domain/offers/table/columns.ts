import * as l10n from '@vscode/l10n';
import type { Offer } from '../../../api/schemas/offers/offer';
import { typeName } from '../search/vocabulary/choiceWords';
import {
  days,
  gigabytes,
  megabits,
  numberWords,
  percent,
  placeName,
  short,
  unitWords,
  version,
  whole,
} from '../valueTexts';
import { memoryShare } from '../memoryShare';
import { amount, type Column, column, identity, name, payable, price, yes } from './columnKinds';
import type { MarketRow } from './marketRow';
import { formatSum } from '../../money/cost';
import { believable, type Plan, precisePrice, trafficPrice } from '../plannedPrice';
import { bidPrice } from '../../instances/bid';

/** Deep learning performance for a dollar, at the price that is planned. */
function performancePerDollar(row: MarketRow, plan: Plan): number | undefined {
  const { running } = payable(row, plan);
  const performance = believable(row.offer.dlperf);
  return performance === undefined || running === undefined ? undefined : believable(performance / running);
}

/** Every column, in the order in which they are shown at first: what decides is seen together. */
export const columns: readonly Column[] = [
  price(
    { id: 'price', title: () => l10n.t('Price'), unit: '/h', width: 82, isUsual: true },
    'running',
    precisePrice,
  ),
  name({ id: 'gpu', title: () => l10n.t('GPU'), width: 116, isUsual: true }, ({ gpu_name }) => gpu_name),
  amount({ id: 'gpus', title: () => l10n.t('GPUs'), field: 'num_gpus', width: 56, isUsual: true }, String),
  name(
    { id: 'place', title: () => l10n.t('Place'), width: 142, isUsual: true },
    ({ geolocation }) => geolocation && placeName(geolocation),
  ),
  column<string>(
    { id: 'type', title: () => l10n.t('Rental'), width: 120, isUsual: 'bid' },
    'start',
    ({ isBid }) => typeName(isBid ? 'bid' : 'on-demand'),
    String,
  ),
  column(
    { id: 'dlperfPerDollar', title: () => l10n.t('DLPerf/$'), width: 72, isUsual: true, better: 'high' },
    'end',
    performancePerDollar,
    (value) => short(value, 1),
  ),
  column(
    { id: 'reliability', title: () => l10n.t('Reliability'), width: 84, isUsual: true, better: 'high' },
    'end',
    ({ offer }) => believable(offer.reliability ?? offer.reliability2),
    percent,
  ),
  amount(
    {
      id: 'download',
      title: () => l10n.t('Download'),
      unit: 'Mb/s',
      field: 'inet_down',
      width: 72,
      isUsual: true,
    },
    megabits,
  ),
  amount(
    { id: 'duration', title: () => l10n.t('Available for'), field: 'duration', width: 78, isUsual: true },
    days,
  ),
  amount(
    { id: 'vram', title: () => l10n.t('VRAM each'), unit: 'GB', field: 'gpu_ram', width: 72, isUsual: true },
    gigabytes,
  ),
  amount(
    { id: 'upload', title: () => l10n.t('Upload'), unit: 'Mb/s', field: 'inet_up', width: 72 },
    megabits,
  ),
  price(
    { id: 'lowestBid', title: () => l10n.t('Lowest bid'), unit: '/h', width: 84, isUsual: 'bid' },
    'lowestBid',
    bidPrice,
  ),
  price(
    { id: 'onDemand', title: () => l10n.t('On demand'), unit: '/h', width: 84, isUsual: 'bid' },
    'onDemand',
    precisePrice,
  ),
  price(
    { id: 'total', title: ({ hours }) => l10n.t('For {0} h', numberWords(hours)), width: 80, isUsual: true },
    'total',
    formatSum,
  ),
  price(
    { id: 'stopped', title: () => l10n.t('Stopped'), unit: '/h', width: 84, isUsual: true },
    'stopped',
    precisePrice,
  ),
  yes({ id: 'verified', title: () => l10n.t('Verified'), width: 64, isUsual: true }, isVerified),
  amount(
    { id: 'dlperf', title: () => l10n.t('DLPerf'), field: 'dlperf', width: 64, isUsual: true },
    (value) => short(value, 1),
  ),
  amount(
    { id: 'cuda', title: () => l10n.t('CUDA'), field: 'cuda_max_good', width: 64, isUsual: true },
    version,
  ),
  amount(
    {
      id: 'cpuCores',
      title: () => l10n.t('CPU cores'),
      field: 'cpu_cores_effective',
      width: 64,
      isUsual: true,
    },
    (value) => short(value, 1),
  ),
  column(
    { id: 'memory', title: () => l10n.t('Memory'), unit: 'GB', width: 64, isUsual: true, better: 'high' },
    'end',
    ({ offer }) => believable(memoryShare(offer)),
    gigabytes,
  ),
  amount(
    {
      id: 'disk',
      title: () => l10n.t('Largest disk'),
      unit: 'GB',
      field: 'disk_space',
      width: 72,
      isUsual: true,
    },
    whole,
  ),
  price(
    { id: 'downloadPrice', title: () => l10n.t('Download price'), unit: '/GB', width: 72, isUsual: true },
    'down',
    trafficPrice,
  ),
  price(
    { id: 'uploadPrice', title: () => l10n.t('Upload price'), unit: '/GB', width: 72 },
    'up',
    trafficPrice,
  ),
  yes({ id: 'datacenter', title: () => l10n.t('Data center'), width: 64 }, ({ hosting_type }) =>
    hosting_type === undefined ? undefined : hosting_type >= 1,
  ),
  amount(
    { id: 'vramTotal', title: () => l10n.t('Total VRAM'), unit: 'GB', field: 'gpu_total_ram', width: 64 },
    gigabytes,
  ),
  amount(
    { id: 'vramSpeed', title: () => l10n.t('VRAM bandwidth'), unit: 'GB/s', field: 'gpu_mem_bw', width: 64 },
    whole,
  ),
  amount({ id: 'tflops', title: () => l10n.t('TFLOPS'), field: 'total_flops', width: 84 }, (value) =>
    short(value, 1),
  ),
  amount(
    { id: 'gpuShare', title: () => l10n.t('GPU share'), unit: '%', field: 'gpu_frac', width: 64 },
    (value) => short(value * 100, 1),
  ),
  amount(
    { id: 'computeCap', title: () => l10n.t('Compute capability'), field: 'compute_cap', width: 64 },
    (value) => version(value / 100),
  ),
  amount({ id: 'pcie', title: () => l10n.t('PCIe'), unit: 'GB/s', field: 'pcie_bw', width: 64 }, (value) =>
    short(value, 1),
  ),
  amount({ id: 'pcieGen', title: () => l10n.t('PCIe generation'), field: 'pci_gen', width: 64 }, String),
  amount({ id: 'nvlink', title: () => l10n.t('NVLink'), unit: 'GB/s', field: 'bw_nvlink', width: 64 }, whole),
  amount(
    { id: 'diskSpeed', title: () => l10n.t('Disk speed'), unit: 'MB/s', field: 'disk_bw', width: 64 },
    whole,
  ),
  amount({ id: 'ports', title: () => l10n.t('Direct ports'), field: 'direct_port_count', width: 64 }, String),
  yes({ id: 'staticIp', title: () => l10n.t('Static IP'), width: 64 }, ({ static_ip }) => static_ip),
  yes({ id: 'vms', title: () => l10n.t('Can run VMs'), width: 64 }, ({ vms_enabled }) => vms_enabled),
  name({ id: 'cpu', title: () => l10n.t('CPU'), width: 180 }, ({ cpu_name }) => cpu_name),
  name({ id: 'cpuArch', title: () => l10n.t('CPU architecture'), width: 84 }, ({ cpu_arch }) => cpu_arch),
  name({ id: 'driver', title: () => l10n.t('Driver'), width: 100 }, ({ driver_version }) => driver_version),
  price({ id: 'bid', title: () => l10n.t('Bid'), unit: '/h', width: 72 }, 'bid', bidPrice),
  identity({ id: 'machine', title: () => l10n.t('Machine'), width: 92 }, 'machine_id'),
  identity({ id: 'host', title: () => l10n.t('Host'), width: 84 }, 'host_id'),
  identity({ id: 'offer', title: () => l10n.t('Offer'), width: 100 }, 'id'),
];

/** Answers carry a word, some of them a flag; undefined if neither. */
export function isVerified({ verified, verification }: Offer): boolean | undefined {
  return verified ?? (verification === undefined ? undefined : verification === 'verified');
}

const byId: ReadonlyMap<string, Column> = new Map(columns.map((one) => [one.id, one]));

/** Undefined for an id that no column has, such as one remembered by another version. */
export const columnOf = (id: string): Column | undefined => byId.get(id);

/** The ids of the columns that are shown until the person chooses others. */
export const usualColumns: readonly string[] = columns.filter(({ isUsual }) => isUsual).map(({ id }) => id);

/** "VRAM each (GB)". */
export function columnTitle({ title, unit }: Column, plan: Plan): string {
  return unit === undefined ? title(plan) : `${title(plan)} (${unitWords(unit)})`;
}
