import { type OfferOrder, usualOrder } from '../../offerOrder';
import * as l10n from '@vscode/l10n';
import type { OfferChoice } from '../../offerQuery';
import { fieldOrder } from '../../fields/choices';
import { filterWords } from './filterWords';
import type { RentalType } from '../offerText';

/** What a search asks for, each filter in its words, the most telling first. */
export function choiceWords({
  filters,
  type,
  disk,
  order = usualOrder,
}: Pick<OfferChoice, 'filters'> & Partial<OfferChoice>): string[] {
  const fields = orderedFields(filters);
  return [
    ...(fields.some((field) => field === 'num_gpus' || field.startsWith('gpu_')) ? [] : [l10n.t('any GPU')]),
    ...fields.map((field) => filterWords(field, filters[field] ?? {})),
    ...(type === undefined ? [] : [typeName(type)]),
    ...(disk === undefined ? [] : [l10n.t('{0} GB disk', disk)]),
    ...(order === usualOrder ? [] : [orderName(order)]),
  ];
}

/** The fields of these filters, the most telling first. */
export const orderedFields = (filters: OfferChoice['filters']): string[] =>
  Object.keys(filters).sort((a, b) => placeOf(a) - placeOf(b));

const placeOf = (field: string): number => {
  const place = fieldOrder.indexOf(field);
  return place < 0 ? fieldOrder.length : place;
};

export const typeName = (type: RentalType): string =>
  type === 'bid' ? l10n.t('interruptible') : l10n.t('on-demand');

export function orderName(order: OfferOrder): string {
  switch (order) {
    case 'price':
      return l10n.t('lowest price');
    case 'performancePerDollar':
      return l10n.t('best performance per dollar');
    case 'reliability':
      return l10n.t('most reliable');
  }
}
