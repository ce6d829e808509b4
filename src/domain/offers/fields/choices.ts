import * as l10n from '@vscode/l10n';
import type { Filters } from '../../../api/schemas/offers/filters';
import type { ControlLook, FlagKind } from './kinds';
import { numberKinds } from './numbers';

/** What a person may filter by with one word, in the order they are printed. */
export const flagKinds = [
  {
    field: 'verified',
    text: 'verified',
    others: [],
    condition: { eq: true },
    words: () => l10n.t('verified'),
  },
  {
    field: 'verified',
    text: 'unverified',
    others: [],
    condition: { eq: false },
    words: () => l10n.t('unverified'),
  },
  {
    field: 'hosting_type',
    text: 'datacenter',
    others: ['dc', 'datacentre', 'data-center', 'data-centre'],
    condition: { gte: 1 },
    words: () => l10n.t('data center'),
  },
  {
    field: 'static_ip',
    text: 'static-ip',
    others: ['static_ip', 'staticip'],
    condition: { eq: true },
    words: () => l10n.t('static IP'),
  },
  {
    field: 'vms_enabled',
    text: 'vm',
    others: ['vms', 'vms_enabled'],
    condition: { eq: true },
    words: () => l10n.t('VM'),
  },
  {
    field: 'cpu_arch',
    text: 'amd64',
    others: ['x86_64', 'x86-64', 'x86', 'x64'],
    condition: { eq: 'amd64' },
    words: () => l10n.t('x86-64 CPU'),
  },
  {
    field: 'cpu_arch',
    text: 'arm64',
    others: ['arm', 'aarch64'],
    condition: { eq: 'arm64' },
    words: () => l10n.t('Arm CPU'),
  },
  {
    field: 'bw_nvlink',
    text: 'nvlink',
    others: ['nv-link', 'bw_nvlink'],
    condition: { gte: 1 },
    words: () => l10n.t('NVLink'),
  },
] as const satisfies readonly FlagKind[];

export const flagByText: ReadonlyMap<string, FlagKind> = new Map(
  flagKinds.flatMap((kind: FlagKind) =>
    [kind.text, ...kind.others].map((text): [string, FlagKind] => [text, kind]),
  ),
);

/** The flag that a filter stands for. */
export const flagOf = (field: string, conditions: Filters[string]): FlagKind | undefined =>
  flagKinds.find((kind: FlagKind) => {
    const [[operator, value] = []] = Object.entries(kind.condition);
    return kind.field === field && Object.entries(conditions).join() === `${operator},${value}`;
  });

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

/** The controls of filters that are no numbers. */
export const choiceControls = {
  gpu_name: { group: 'gpu', isCommon: true, label: () => l10n.t('GPU') },
  verified: { group: 'machine', isCommon: true, label: () => l10n.t('Machines') },
  hosting_type: { group: 'machine', label: () => l10n.t('Data center') },
  geolocation: { group: 'machine', isCommon: true, label: () => l10n.t('Place') },
  static_ip: { group: 'transfer', label: () => l10n.t('Static IP') },
  vms_enabled: { group: 'machine', label: () => l10n.t('Can run VMs') },
} as const satisfies Record<string, ControlLook>;
