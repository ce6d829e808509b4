import type { Offer } from '../../../api/schemas/offers/offer';

/**
 * MB of main memory that the renter of an offer or an instance has: as much of the machine's as of its cores. Undefined
 * where the service tells only the machine's, or nothing.
 */
export function memoryShare({
  cpu_ram: whole,
  cpu_cores: all,
  cpu_cores_effective: own,
}: Pick<Offer, 'cpu_ram' | 'cpu_cores' | 'cpu_cores_effective'>): number | undefined {
  if (whole === undefined || all === undefined || own === undefined || !(all > 0) || own < 0)
    return undefined;
  return whole * Math.min(1, own / all);
}

/** A field of an offer that can be filtered by (specification, Search). */
export type OfferField = Exclude<keyof Offer, 'search' | 'instance'>;

/** How a number is typed and printed. Values are kept in the field's own unit. */
export interface NumberKind {
  field: OfferField;
  /** The words for the field, in lower case; the first one is printed. */
  names: readonly string[];
  /** The comparison if none is typed. */
  usual: 'gte' | 'lte' | 'eq';
  /** What one of the typed unit is in the field's unit; '' where none is typed. */
  units: Readonly<Record<string, number>>;
  /** The unit that is printed; one of `units`. */
  unit: string;
  /** A number with one of the units needs no name. */
  bare?: true;
  /**
   * Sold by round numbers of GB of which a bit is missing or too much: 24 GB is anything from 24,000 MB up to what
   * begins to be 25 × 1,024 MB.
   */
  isNominal?: true;
  isWhole?: true;
  /** A value that is often asked for, in `unit`. */
  example: number;
}

const memory = {
  units: { '': 1000, gb: 1000, g: 1000, gib: 1000, tb: 1_000_000, mb: 1 },
  unit: 'gb',
  usual: 'gte',
  isNominal: true,
} as const;
const network = {
  units: {
    '': 1,
    mbps: 1,
    mbit: 1,
    'mb/s': 1,
    'mbit/s': 1,
    gbps: 1000,
    'gb/s': 1000,
    'gbit/s': 1000,
    gbit: 1000,
  },
  unit: 'mbps',
  usual: 'gte',
} as const;
const perHour = { units: { '': 1, '/h': 1, '/hr': 1, '/hour': 1 }, unit: '', usual: 'lte' } as const;
const plain = { units: { '': 1 }, unit: '' } as const;
const atLeast = { ...plain, usual: 'gte' } as const;
const atMost = { ...plain, usual: 'lte' } as const;

/** All numbers that a person may type, in the order they are printed. */
export const numberKinds = [
  {
    field: 'num_gpus',
    example: 2,
    names: ['gpus', 'gpu', 'num_gpus', 'count'],
    ...plain,
    usual: 'eq',
    isWhole: true,
  },
  { field: 'gpu_ram', example: 24, names: ['vram', 'gpu_ram', 'gpuram'], ...memory, bare: true },
  {
    field: 'gpu_total_ram',
    example: 48,
    names: ['total', 'total_vram', 'gpu_total_ram', 'totalvram', 'vramtotal'],
    ...memory,
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
  },
  { field: 'dph_total', example: 0.5, names: ['price', 'dph_total', 'dph', 'cost'], ...perHour },
  { field: 'cuda_max_good', example: 12, names: ['cuda', 'cuda_max_good', 'cuda_vers'], ...atLeast },
  {
    field: 'cpu_cores_effective',
    example: 16,
    names: ['cpu', 'cores', 'cpus', 'vcpu', 'vcpus', 'cpu_cores', 'cpu_cores_effective'],
    ...atLeast,
  },
  { field: 'cpu_ram', example: 64, names: ['ram', 'memory', 'mem', 'cpu_ram'], ...memory },
  {
    field: 'disk_space',
    example: 100,
    names: ['disk', 'disk_space', 'storage', 'ssd'],
    units: { '': 1, gb: 1, g: 1, gib: 1, tb: 1000 },
    unit: 'gb',
    usual: 'gte',
  },
  {
    field: 'disk_bw',
    example: 1000,
    names: ['diskspeed', 'disk-speed', 'disk_bw', 'diskbw'],
    units: { '': 1, 'mb/s': 1, mbps: 1, 'gb/s': 1000, gbps: 1000 },
    unit: 'mb/s',
    usual: 'gte',
  },
  { field: 'inet_down', example: 500, names: ['down', 'download', 'inet_down'], ...network },
  { field: 'inet_up', example: 100, names: ['up', 'upload', 'inet_up'], ...network },
  {
    field: 'direct_port_count',
    example: 4,
    names: ['ports', 'port', 'direct_port_count', 'direct_ports'],
    ...atLeast,
    isWhole: true,
  },
  {
    field: 'duration',
    example: 30,
    names: ['duration', 'days'],
    units: {
      '': 86_400,
      d: 86_400,
      day: 86_400,
      days: 86_400,
      h: 3600,
      hours: 3600,
      w: 604_800,
      weeks: 604_800,
      months: 2_592_000,
      month: 2_592_000,
    },
    unit: 'd',
    usual: 'gte',
  },
  { field: 'dlperf', example: 50, names: ['dlperf'], ...atLeast },
  { field: 'dlperf_per_dphtotal', example: 200, names: ['dlperf_per_dphtotal'], ...atLeast },
  { field: 'total_flops', example: 40, names: ['tflops', 'total_flops', 'flops'], ...atLeast },
  { field: 'compute_cap', example: 890, names: ['compute_cap', 'cc'], ...atLeast },
  { field: 'gpu_mem_bw', example: 800, names: ['gpu_mem_bw'], ...atLeast },
  { field: 'pcie_bw', example: 12, names: ['pcie_bw', 'pcie'], ...atLeast },
  { field: 'inet_down_cost', example: 0.01, names: ['inet_down_cost'], ...atMost },
  { field: 'inet_up_cost', example: 0.01, names: ['inet_up_cost'], ...atMost },
  { field: 'storage_cost', example: 0.2, names: ['storage_cost'], ...atMost },
  { field: 'min_bid', example: 0.2, names: ['min_bid', 'bid_price'], ...atMost },
  {
    field: 'machine_id',
    example: 12345,
    names: ['machine', 'machine_id'],
    ...plain,
    usual: 'eq',
    isWhole: true,
  },
  { field: 'host_id', example: 12345, names: ['host', 'host_id'], ...plain, usual: 'eq', isWhole: true },
] as const satisfies readonly NumberKind[];

/** A yes or no; `text` is what is typed and printed. */
export interface FlagKind {
  field: OfferField;
  text: string;
  others: readonly string[];
  condition: { eq: boolean } | { gte: number };
}

export const flagKinds = [
  { field: 'verified', text: 'verified', others: [], condition: { eq: true } },
  { field: 'verified', text: 'unverified', others: [], condition: { eq: false } },
  {
    field: 'hosting_type',
    text: 'datacenter',
    others: ['dc', 'datacentre', 'data-center', 'data-centre'],
    condition: { gte: 1 },
  },
  { field: 'static_ip', text: 'static-ip', others: ['static_ip', 'staticip'], condition: { eq: true } },
  { field: 'vms_enabled', text: 'vm', others: ['vms', 'vms_enabled'], condition: { eq: true } },
] as const satisfies readonly FlagKind[];

/** Fields that allow several values. */
export type ListField = 'gpu_name' | 'geolocation';

/** Names of fields with a list of values, such as `gpu=4090`. */
export const listNames: ReadonlyMap<string, ListField> = new Map(
  Object.entries<ListField>({
    gpu: 'gpu_name',
    gpu_name: 'gpu_name',
    model: 'gpu_name',
    country: 'geolocation',
    geolocation: 'geolocation',
    location: 'geolocation',
    region: 'geolocation',
    place: 'geolocation',
  }),
);

/** What is looked at first, first. */
export const fieldOrder: readonly string[] = [
  'gpu_name',
  ...numberKinds.map(({ field }) => field),
  'geolocation',
  ...new Set(flagKinds.map(({ field }) => field)),
];

export const numberByName: ReadonlyMap<string, NumberKind> = new Map(
  numberKinds.flatMap((kind: NumberKind) => kind.names.map((name): [string, NumberKind] => [name, kind])),
);
export const numberByField: ReadonlyMap<string, NumberKind> = new Map(
  numberKinds.map((kind: NumberKind) => [kind.field, kind]),
);
export const flagByText: ReadonlyMap<string, FlagKind> = new Map(
  flagKinds.flatMap((kind: FlagKind) =>
    [kind.text, ...kind.others].map((text): [string, FlagKind] => [text, kind]),
  ),
);

export const hasUnit = ({ units }: NumberKind, unit: string): boolean => Object.hasOwn(units, unit);

const operatorSigns = { gte: '>=', lte: '<=', eq: '=' } as const;

/** "cuda>=12". */
export const exampleOf = ({ names: [name = ''], usual, example, unit }: NumberKind): string =>
  `${name}${operatorSigns[usual]}${example}${unit}`;

/** A typed number in the field's own unit; undefined for a unit that the field does not have. */
export function toField(kind: NumberKind, value: number, unit: string): number | undefined {
  if (!hasUnit(kind, unit)) return undefined;
  if (kind.field === 'reliability' && unit === '' && value <= 1) return value;
  return rounded(value * (kind.units[unit] ?? 1));
}

/** The smallest value that counts as more than this nominal size in MB or GB. */
export const aboveNominal = (value: number): number => rounded((value / 1000 + 1) * 1024);

/** Without rounding errors. */
export const rounded = (value: number): number => Number(value.toPrecision(12));
