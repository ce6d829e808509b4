import * as l10n from '@vscode/l10n';
import { driverVersion } from '../../../api/schemas/offers/filters';
import { formatPercent } from '../../format';
import { formatPerHour } from '../../money/cost';
import { typedNumbers } from './typedNumbers';
import { atLeast, memory, network, type NumberKind, plain, rounded, shortNumber, span } from './kinds';

/** All numbers that a person may filter by, in the order they are printed and shown. */
export const numberKinds = [
  {
    field: 'num_gpus',
    example: 2,
    names: ['gpus', 'gpu', 'num_gpus', 'count'],
    ...plain,
    usual: 'eq',
    isWhole: true,
    words: (count) => (count === '1' ? l10n.t('1 GPU') : l10n.t('{0} GPUs', count)),
    control: {
      group: 'gpu',
      isCommon: true,
      label: () => l10n.t('GPUs per machine'),
      prompt: () => l10n.t('Number of GPUs per machine, such as 1 or >=4'),
    },
  },
  {
    field: 'gpu_ram',
    example: 24,
    names: ['vram', 'gpu_ram', 'gpuram'],
    ...memory,
    bare: true,
    words: (size) => l10n.t('{0} VRAM', size),
    control: {
      group: 'gpu',
      isCommon: true,
      label: () => l10n.t('Memory per GPU'),
      prompt: () => l10n.t('Minimum memory of each GPU in GB'),
    },
  },
  {
    field: 'gpu_total_ram',
    example: 48,
    names: ['total', 'total_vram', 'gpu_total_ram', 'totalvram', 'vramtotal'],
    ...memory,
    words: (size) => l10n.t('{0} VRAM in total', size),
    control: {
      group: 'gpu',
      label: () => l10n.t('Total GPU memory'),
      prompt: () => l10n.t('Minimum memory of all GPUs together in GB'),
    },
  },
  {
    field: 'reliability',
    example: 99,
    names: ['reliability', 'reliable', 'rel'],
    // Without a sign it is a share up to 1, else a percentage.
    units: { '': 0.01, '%': 0.01 },
    unit: '%',
    usual: 'gte',
    bare: true,
    amount: (share) => formatPercent(rounded(share * 100) / 100, 4),
    words: (share) => l10n.t('{0} reliable', share),
    control: {
      group: 'machine',
      isCommon: true,
      label: () => l10n.t('Reliability'),
      prompt: () => l10n.t('Minimum in percent'),
    },
  },
  {
    field: 'dph_total',
    example: 0.5,
    names: ['price', 'dph_total', 'dph', 'cost'],
    units: { '': 1, '/h': 1, '/hr': 1, '/hour': 1 },
    unit: '',
    shownUnit: '$/h',
    usual: 'lte',
    amount: formatPerHour,
    words: (price) => price,
    control: {
      group: 'price',
      isCommon: true,
      label: () => l10n.t('Highest price'),
      prompt: () => l10n.t('Dollars per hour for the whole machine, including disk'),
    },
  },
  {
    field: 'cuda_max_good',
    example: 12,
    names: ['cuda', 'cuda_max_good', 'cuda_vers'],
    ...atLeast,
    amount: (version) => String(rounded(version)),
    words: (version) => l10n.t('CUDA {0}', version),
    control: {
      group: 'gpu',
      isCommon: true,
      label: () => l10n.t('CUDA version'),
      prompt: () => l10n.t('Minimum CUDA version that the driver supports'),
    },
  },
  {
    field: 'duration',
    example: 30,
    names: ['duration', 'days'],
    ...span,
    words: (time) => l10n.t('available {0}', time),
    control: {
      group: 'machine',
      label: () => l10n.t('Can be rented for'),
      prompt: () => l10n.t('Minimum number of days that the machine stays available'),
    },
  },
  {
    field: 'cpu_cores_effective',
    example: 16,
    names: ['cpu', 'cores', 'cpus', 'vcpu', 'vcpus', 'cpu_cores', 'cpu_cores_effective'],
    ...atLeast,
    words: (count) => l10n.t('{0} CPU cores', count),
    control: {
      group: 'machine',
      label: () => l10n.t('CPU cores'),
      prompt: () => l10n.t('Minimum number of CPU cores'),
    },
  },
  {
    field: 'cpu_ram',
    example: 64,
    names: ['ram', 'memory', 'mem', 'cpu_ram'],
    ...memory,
    words: (size) => l10n.t('{0} RAM', size),
    control: {
      group: 'machine',
      label: () => l10n.t('Memory'),
      prompt: () => l10n.t('Minimum main memory that you get, in GB'),
    },
  },
  {
    field: 'disk_space',
    example: 100,
    names: ['disk', 'disk_space', 'storage', 'ssd'],
    units: { '': 1, gb: 1, g: 1, gib: 1, tb: 1000 },
    unit: 'gb',
    usual: 'gte',
    amount: (size) => `${shortNumber(size)} GB`,
    words: (size) => l10n.t('{0} disk', size),
  },
  {
    field: 'disk_bw',
    example: 1000,
    names: ['diskspeed', 'disk-speed', 'disk_bw', 'diskbw'],
    units: { '': 1, 'mb/s': 1, mbps: 1, 'gb/s': 1000, gbps: 1000 },
    unit: 'mb/s',
    shownUnit: 'MB/s',
    usual: 'gte',
    amount: (speed) => `${shortNumber(speed)} MB/s`,
    words: (speed) => l10n.t('{0} disk speed', speed),
    control: {
      group: 'transfer',
      label: () => l10n.t('Disk speed'),
      prompt: () => l10n.t('Minimum in MB/s'),
    },
  },
  {
    field: 'inet_down',
    example: 500,
    names: ['down', 'download', 'inet_down'],
    ...network,
    words: (speed) => l10n.t('{0} download', speed),
    control: {
      group: 'transfer',
      label: () => l10n.t('Download speed'),
      prompt: () => l10n.t('Minimum in Mb/s'),
    },
  },
  {
    field: 'inet_up',
    example: 100,
    names: ['up', 'upload', 'inet_up'],
    ...network,
    words: (speed) => l10n.t('{0} upload', speed),
    control: {
      group: 'transfer',
      label: () => l10n.t('Upload speed'),
      prompt: () => l10n.t('Minimum in Mb/s'),
    },
  },
  {
    field: 'direct_port_count',
    example: 4,
    names: ['ports', 'port', 'direct_port_count', 'direct_ports'],
    ...atLeast,
    isWhole: true,
    words: (count) => l10n.t('{0} direct ports', count),
    control: {
      group: 'transfer',
      label: () => l10n.t('Direct ports'),
      prompt: () => l10n.t('Minimum number of ports that can be reached from outside'),
    },
  },
  {
    field: 'driver_version',
    example: 550,
    names: ['driver', 'driver_version'],
    ...atLeast,
    isVersion: true,
    amount: driverVersion,
    words: (version) => l10n.t('driver {0}', version),
    control: {
      group: 'gpu',
      label: () => l10n.t('Driver version'),
      prompt: () => l10n.t('Minimum version of the driver, such as 550 or 535.86.05'),
    },
  },
  ...typedNumbers,
] as const satisfies readonly NumberKind[];

export const numberByName: ReadonlyMap<string, NumberKind> = new Map(
  numberKinds.flatMap((kind: NumberKind) => kind.names.map((name): [string, NumberKind] => [name, kind])),
);
export const numberByField: ReadonlyMap<string, NumberKind> = new Map(
  numberKinds.map((kind: NumberKind) => [kind.field, kind]),
);
