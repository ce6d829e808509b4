import type { Offer } from '../../../api/schemas/offers/offer';
import { driverNumber } from '../../../api/schemas/offers/filters';
import { formatNumber, formatSpan } from '../../format';

/** A field of an offer that can be filtered by (specification, Search). */
export type OfferField = Exclude<keyof Offer, 'search' | 'instance'>;

export type ControlGroup = 'gpu' | 'price' | 'machine' | 'transfer';

/** How a filter is offered above the table of offers. */
export interface ControlLook {
  group: ControlGroup;
  /** Many people need it, so that it is offered first. */
  isCommon?: true;
  label: () => string;
}

/** All about a number: how it is typed, printed, said and shown. Values are kept in the field's own unit. */
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
  /** The unit beside a number that is typed without it; `unit` if missing. */
  shownUnit?: string;
  /** A number with one of the units needs no name. */
  bare?: true;
  /**
   * Sold by round numbers of GB of which a bit is missing or too much: 24 GB is anything from 24,000 MB up to what
   * begins to be 25 × 1,024 MB.
   */
  isNominal?: true;
  isWhole?: true;
  /** Typed and printed as a version, such as 535.86.05; kept as the number that the service compares. */
  isVersion?: true;
  /** Several can be asked for and left out. */
  isListed?: true;
  /** A value that is often asked for, in `unit`. */
  example: number;
  /** A value with its unit; the number alone if missing. */
  amount?: (value: number) => string;
  /** What the filter asks for, from its condition in words; the field's name before it if missing. */
  words?: (condition: string) => string;
  /** Missing where a filter can only be typed. `prompt`: what to type. */
  control?: ControlLook & { prompt: () => string };
}

/** A yes or no, or one of few words; `text` is what is typed and printed. */
export interface FlagKind {
  field: OfferField;
  text: string;
  others: readonly string[];
  condition: { eq: boolean | string } | { gte: number };
  words: () => string;
}

/** Without rounding errors. */
export const rounded = (value: number): number => Number(value.toPrecision(12));

export const shortNumber = (value: number): string => formatNumber(rounded(value), 6);

export const memory = {
  units: { '': 1000, gb: 1000, g: 1000, gib: 1000, tb: 1_000_000, mb: 1 },
  unit: 'gb',
  shownUnit: 'GB',
  usual: 'gte',
  isNominal: true,
  amount: (value) => `${shortNumber(value / 1000)} GB`,
} as const satisfies Partial<NumberKind>;
export const network = {
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
  shownUnit: 'Mb/s',
  usual: 'gte',
  amount: (value) => `${shortNumber(value)} Mb/s`,
} as const satisfies Partial<NumberKind>;
export const span = {
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
  shownUnit: 'days',
  usual: 'gte',
  amount: (seconds) => {
    const days = rounded(seconds / 86_400);
    return Number.isInteger(days) ? formatSpan(days, 'day') : formatSpan(rounded(seconds / 3600), 'hour');
  },
} as const satisfies Partial<NumberKind>;
export const plain = { units: { '': 1 }, unit: '' } as const;
export const atLeast = { ...plain, usual: 'gte' } as const;
export const atMost = { ...plain, usual: 'lte' } as const;
/** A number that only tells which one it is. */
export const identity = { ...plain, usual: 'eq', isWhole: true, isListed: true, amount: String } as const;

export const hasUnit = ({ units }: NumberKind, unit: string): boolean => Object.hasOwn(units, unit);

const operatorSigns = { gte: '>=', lte: '<=', eq: '=' } as const;

/** "cuda>=12"; with another number for `value`, which is in the printed unit. */
export const exampleOf = (
  { names: [name = ''], usual, example, unit }: NumberKind,
  value = example,
): string => `${name}${operatorSigns[usual]}${value}${unit}`;

/** A typed number in the field's own unit; undefined for a unit that the field does not have. */
export function toField(kind: NumberKind, typed: number | string, unit: string): number | undefined {
  if (!hasUnit(kind, unit)) return undefined;
  if (kind.isVersion) return driverNumber(typed);
  const value = Number(typed);
  if (kind.field === 'reliability' && unit === '' && value <= 1) return value;
  return rounded(value * (kind.units[unit] ?? 1));
}

/** The smallest value that counts as more than this nominal size in MB or GB. */
export const aboveNominal = (value: number): number => rounded((value / 1000 + 1) * 1024);
