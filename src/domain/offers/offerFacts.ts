import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { Offer } from '../../api/schemas/offers/offer';
import { formatPerHour, formatPerMonth, offerCost, perHour } from '../money/cost';
import { formatDollars, formatNumber, formatPercent, formatVersion } from '../format';
import { percent } from './valueTexts';
import { memoryShare } from './memoryShare';

/** One thing to know of an offer, with its unit. */
export interface Fact {
  label: string;
  value: string;
  /** The fields that it tells. */
  fields: readonly (keyof Offer)[];
}

export interface FactGroup {
  title: string;
  facts: readonly Fact[];
}

/**
 * All that the service tells of an offer; what it does not tell is left out. Prices are those of a disk of `disk` GB.
 * @param bid dollars per hour, of an interruptible offer
 */
export function offerFacts(offer: Offer, disk: number, bid?: number): FactGroup[] {
  return [
    { title: l10n.t('Price'), facts: priceFacts(offer, disk, bid) },
    { title: l10n.t('GPU'), facts: gpuFacts(offer) },
    { title: l10n.t('Machine'), facts: machineFacts(offer) },
    { title: l10n.t('Disk'), facts: diskFacts(offer) },
    { title: l10n.t('Network'), facts: networkFacts(offer) },
    { title: l10n.t('Host'), facts: hostFacts(offer) },
  ].map(({ title, facts }) => ({ title, facts: facts.flatMap((one) => one ?? []) }));
}

type MaybeFact = Fact | undefined;

/** Undefined where the value is not told. */
function fact<K extends keyof Offer>(
  offer: Offer,
  field: K,
  label: string,
  words: (value: NonNullable<Offer[K]>) => string,
): MaybeFact {
  const value = offer[field];
  return value === undefined ? undefined : { label, value: words(value), fields: [field] };
}

const yesOrNo = (value: boolean): string => (value ? l10n.t('yes') : l10n.t('no'));
const plain = (value: string): string => plainText(value, 100);
const gigabytes = (megabytes: number): string =>
  l10n.t('{0} GB ({1} MB)', formatNumber(megabytes / 1024, 1), formatNumber(megabytes));
const precise = (dollars: number): string => perHour(formatDollars(dollars, 4));
const perGigabyte = (dollars: number): string =>
  dollars === 0 ? l10n.t('free') : l10n.t('{0} per GB', formatDollars(dollars, 0, 4));

function priceFacts(offer: Offer, disk: number, bid: number | undefined): MaybeFact[] {
  const { running, stopped } = offerCost(offer, disk, bid);
  const total = (state: number | undefined): string =>
    state === undefined
      ? formatPerHour(undefined)
      : l10n.t('{0} ({1})', precise(state), formatPerMonth(state));
  return [
    {
      label: l10n.t('While running, with {0} GB disk', formatNumber(disk)),
      value: total(running),
      fields: ['dph_total', 'search'],
    },
    {
      label: l10n.t('While stopped, with {0} GB disk', formatNumber(disk)),
      value:
        stopped === undefined
          ? formatPerHour(undefined)
          : l10n.t('{0} ({1})', formatPerHour(stopped), formatPerMonth(stopped)),
      fields: ['instance'],
    },
    fact(offer, 'dph_base', l10n.t('GPUs only'), precise),
    fact(offer, 'storage_cost', l10n.t('Disk'), (value) =>
      l10n.t('{0} per GB and month', formatDollars(value, 0, 4)),
    ),
    fact(offer, 'min_bid', l10n.t('Lowest bid, if interruptible'), precise),
    fact(offer, 'is_bid', l10n.t('Interruptible'), yesOrNo),
    fact(offer, 'inet_down_cost', l10n.t('Download traffic'), perGigabyte),
    fact(offer, 'inet_up_cost', l10n.t('Upload traffic'), perGigabyte),
    fact(offer, 'dlperf_per_dphtotal', l10n.t('Deep learning performance per dollar'), (value) =>
      l10n.t('{0} DLPerf/$', formatNumber(value, 1)),
    ),
  ];
}

function gpuFacts(offer: Offer): MaybeFact[] {
  return [
    fact(offer, 'gpu_name', l10n.t('Model'), plain),
    fact(offer, 'num_gpus', l10n.t('GPUs'), String),
    fact(offer, 'gpu_frac', l10n.t('Share of the machine’s GPUs'), (value) => formatPercent(value, 1)),
    fact(offer, 'gpu_ram', l10n.t('Memory per GPU'), gigabytes),
    fact(offer, 'gpu_total_ram', l10n.t('Total memory'), gigabytes),
    fact(offer, 'gpu_mem_bw', l10n.t('Memory bandwidth'), (value) => `${formatNumber(value, 1)} GB/s`),
    fact(offer, 'total_flops', l10n.t('Compute'), (value) => `${formatNumber(value, 1)} TFLOPS`),
    fact(offer, 'dlperf', l10n.t('Deep learning performance'), (value) =>
      l10n.t('{0} DLPerf', formatNumber(value, 1)),
    ),
    fact(offer, 'cuda_max_good', l10n.t('Highest CUDA version'), formatVersion),
    fact(offer, 'driver_version', l10n.t('Driver'), plain),
    fact(offer, 'compute_cap', l10n.t('Compute capability'), (value) => formatVersion(value / 100)),
    fact(offer, 'pcie_bw', l10n.t('PCIe bandwidth'), (value) => `${formatNumber(value, 1)} GB/s`),
    fact(offer, 'pci_gen', l10n.t('PCIe generation'), (value) => formatNumber(value)),
    fact(offer, 'bw_nvlink', l10n.t('NVLink'), (value) =>
      value > 0 ? `${formatNumber(value, 1)} GB/s` : l10n.t('no'),
    ),
  ];
}

function machineFacts(offer: Offer): MaybeFact[] {
  return [
    fact(offer, 'cpu_name', l10n.t('CPU'), plain),
    fact(offer, 'cpu_arch', l10n.t('CPU architecture'), plain),
    fact(offer, 'cpu_cores_effective', l10n.t('CPU cores you get'), (value) => formatNumber(value, 1)),
    memoryFact(offer),
    fact(offer, 'vms_enabled', l10n.t('Can run VMs'), yesOrNo),
    fact(offer, 'machine_id', l10n.t('Machine'), String),
  ];
}

function memoryFact(offer: Offer): MaybeFact {
  const share = memoryShare(offer);
  if (share === undefined) return fact(offer, 'cpu_ram', l10n.t('Memory of the whole machine'), gigabytes);
  return {
    label: l10n.t('Memory you get'),
    value: gigabytes(share),
    fields: ['cpu_ram', 'cpu_cores', 'cpu_cores_effective'],
  };
}

function diskFacts(offer: Offer): MaybeFact[] {
  return [
    fact(offer, 'disk_space', l10n.t('Largest disk'), (value) => `${formatNumber(value, 1)} GB`),
    fact(offer, 'disk_bw', l10n.t('Speed'), (value) => `${formatNumber(value, 1)} MB/s`),
  ];
}

function networkFacts(offer: Offer): MaybeFact[] {
  return [
    fact(offer, 'inet_down', l10n.t('Download speed'), (value) => `${formatNumber(value, 1)} Mb/s`),
    fact(offer, 'inet_up', l10n.t('Upload speed'), (value) => `${formatNumber(value, 1)} Mb/s`),
    fact(offer, 'direct_port_count', l10n.t('Direct ports'), String),
    fact(offer, 'static_ip', l10n.t('Static IP address'), yesOrNo),
  ];
}

function hostFacts(offer: Offer): MaybeFact[] {
  const reliability = offer.reliability ?? offer.reliability2;
  return [
    fact(offer, 'geolocation', l10n.t('Place'), plain),
    reliability === undefined
      ? undefined
      : {
          label: l10n.t('Reliability'),
          value: percent(reliability),
          fields: ['reliability', 'reliability2'],
        },
    fact(offer, 'verification', l10n.t('Verification'), plain) ??
      fact(offer, 'verified', l10n.t('Verified'), yesOrNo),
    fact(offer, 'hosting_type', l10n.t('Data center'), (value) => yesOrNo(value >= 1)),
    fact(offer, 'duration', l10n.t('Can be rented for'), (value) =>
      value < 172_800
        ? l10n.t('{0} more hours', Math.floor(value / 3600))
        : l10n.t('{0} more days', Math.floor(value / 86_400)),
    ),
    fact(offer, 'rentable', l10n.t('Can be rented now'), yesOrNo),
    fact(offer, 'rented', l10n.t('Rented by someone'), yesOrNo),
    fact(offer, 'host_id', l10n.t('Host'), String),
    fact(offer, 'cluster_id', l10n.t('Cluster'), String),
    fact(offer, 'id', l10n.t('Offer'), String),
  ];
}
