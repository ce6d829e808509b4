import * as l10n from '@vscode/l10n';
import type { FilterOperator, Filters, FilterValue } from '../../../api/schemas/offers/filters';
import type { Offer } from '../../../api/schemas/offers/offer';
import { keepMatching } from '../offerQuery';
import { counted } from '../../format';

/** Whether whatever matches `stricter` matches `looser` too; in doubt not. */
export function implies(stricter: Filters, looser: Filters): boolean {
  return Object.entries(looser).every(([field, conditions]) => {
    const asked = stricter[field];
    return (
      asked !== undefined &&
      Object.entries(conditions).every(([operator, value]) =>
        isAsked(asked, operator as FilterOperator, value),
      )
    );
  });
}

function isAsked(asked: Filters[string], operator: FilterOperator, value: FilterValue): boolean {
  const same = asked[operator];
  const list = (one: FilterValue | undefined): readonly unknown[] => (one === undefined ? [] : [one].flat());
  switch (operator) {
    case 'gte':
    case 'gt':
      return typeof same === 'number' && typeof value === 'number' && same >= value;
    case 'lte':
    case 'lt':
      return typeof same === 'number' && typeof value === 'number' && same <= value;
    case 'eq':
    case 'in': {
      const allowed = list(value);
      const wanted = [...list(asked.eq), ...list(asked.in)];
      return wanted.length > 0 && wanted.every((one) => allowed.includes(one));
    }
    case 'neq':
    case 'notin': {
      const refused = [...list(asked.neq), ...list(asked.notin)];
      return list(value).every((one) => refused.includes(one));
    }
  }
}

/** What one filter does to a search that finds nothing. */
export interface Blame {
  field: string;
  /** How many offers match when this filter is dropped. */
  without: number;
  /** How many offers match this filter, whatever else is asked for. */
  alone: number;
}

/**
 * Which of these fields' filters keep a search from finding anything, by what is known of the market: those first whose
 * drop lets the most in. Filters of other fields stay.
 */
export function blameFilters(market: readonly Offer[], filters: Filters, fields: readonly string[]): Blame[] {
  const count = (some: Filters): number => keepMatching(market, some).offers.length;
  const kept = Object.fromEntries(Object.entries(filters).filter(([field]) => !fields.includes(field)));
  return fields
    .map((field) => {
      const { [field]: own = {}, ...others } = filters;
      return { field, without: count(others), alone: count({ ...kept, [field]: own }) };
    })
    .sort((a, b) => b.without - a.without || a.alone - b.alone);
}

/**
 * Why a search finds nothing, as a sentence. `blame` is undefined while the market is not known; `wordsOf` has the
 * words of a field's filter.
 */
export function emptySentence(
  blame: readonly Blame[] | undefined,
  wordsOf: (field: string) => string,
): string {
  const [best, second] = blame ?? [];
  const nowhere = blame?.find(({ alone }) => alone === 0);
  if (nowhere?.field === 'geolocation')
    return l10n.t('No GPUs are offered in {0} right now', wordsOf(nowhere.field));
  if (nowhere) return l10n.t('No offers match {0}', wordsOf(nowhere.field));
  if (best && best.without > 0 && (second?.without ?? 0) === 0)
    return l10n.t('No offers match because of {0}', wordsOf(best.field));
  if (best?.without === 0) return l10n.t('No offers match; drop more than one filter');
  return l10n.t('No offers match all these filters');
}

/** What dropping a filter does; empty while nobody knows. `isCut`: the market has more offers than are known. */
export function effectWords({ without, alone }: Partial<Blame>, isCut: boolean): string {
  if (without === undefined) return '';
  if (without === 0) return alone === 0 ? l10n.t('no offer has it') : l10n.t('still no offers');
  return counted(
    without,
    isCut
      ? l10n.t('then at least {0} offer|then at least {0} offers')
      : l10n.t('then {0} offer|then {0} offers'),
  );
}

/** The button that does without a filter. */
export const dropWords = (words: string): string => l10n.t('Drop {0}', words);
