import type { Offer } from '../../../api/schemas/offers/offer';
import { plainName, yesOrNo } from '../valueTexts';
import type { MarketRow } from './marketRow';
import { believable, type Plan, type PlannedPrice, plannedPrice } from '../plannedPrice';

export type ColumnValue = number | string | boolean;

/** Something of an offer that is worth comparing. */
export interface Column {
  id: string;
  title: (plan: Plan) => string;
  /** The unit of all its texts, which do not repeat it. */
  unit?: string;
  /** What rows are ordered by; undefined if it is unknown. */
  value: (row: MarketRow, plan: Plan) => ColumnValue | undefined;
  /** What stands in the cell; a dash if it is unknown. */
  text: (row: MarketRow, plan: Plan) => string;
  align: 'start' | 'end';
  /** What its texts need, in pixels at the usual size of text. */
  width: number;
  /** Which end most people look for. */
  better?: 'low' | 'high';
  /** Shown until the person chooses others; 'bid' only where interruptible offers are. */
  isUsual: boolean | 'bid';
}

/** Stands in a cell for what is unknown. */
export const unknownText = '–';

type Value<T> = (row: MarketRow, plan: Plan) => T | undefined;
type Look = Pick<Column, 'id' | 'title' | 'width'> & Partial<Pick<Column, 'unit' | 'better' | 'isUsual'>>;

export function column<T extends ColumnValue>(
  { isUsual = false, ...look }: Look,
  align: Column['align'],
  value: Value<T>,
  words: (value: T) => string,
): Column {
  const text = (row: MarketRow, plan: Plan): string => {
    const known = value(row, plan);
    return known === undefined ? unknownText : words(known) || unknownText;
  };
  return { ...look, isUsual, align, value, text };
}

export const price = (
  look: Look,
  member: keyof Omit<PlannedPrice, 'bidTooLow'>,
  words: (value: number) => string,
) => column({ better: 'low', ...look }, 'end', (row, plan) => payable(row, plan)[member], words);

/** An interruptible offer can't be had for less than its lowest bid: its price would rank as the lowest one. */
export function payable(row: MarketRow, plan: Plan): PlannedPrice {
  const price = plannedPrice(row, plan);
  return price.bidTooLow ? { ...price, running: undefined, total: undefined } : price;
}

type NumberField = {
  [K in keyof Offer]-?: NonNullable<Offer[K]> extends number ? K : never;
}[keyof Offer];

export const amount = (look: Look & { field: NumberField }, words: (value: number) => string): Column => {
  const { field, ...rest } = look;
  return column({ better: 'high', ...rest }, 'end', ({ offer }) => believable(offer[field]), words);
};

/** A number that only tells which one it is. */
export const identity = (look: Look, field: NumberField): Column =>
  column(look, 'end', ({ offer }) => believable(offer[field]), String);

export const name = (look: Look, value: (offer: Offer) => string | undefined): Column =>
  column(look, 'start', ({ offer }) => value(offer) || undefined, plainName);

export const yes = (look: Look, value: (offer: Offer) => boolean | undefined): Column =>
  column(look, 'start', ({ offer }) => value(offer), yesOrNo);
