import * as l10n from '@vscode/l10n';
import { roundUpBid } from '../instances/bid';
import { kindOf } from './filters/filterControls';
import { unitWords } from './valueTexts';
import { rounded } from './fields/kinds';

/** What prices are worked out with: GB, hours, and dollars per hour without the disk. */
export type PlanField = 'disk' | 'hours' | 'bid';

export interface ReadPlan {
  /** Missing for an empty bid, too. */
  value?: number;
  /** A sentence that says what to type instead. */
  problem?: string;
  /** The problem may be over with the next letter. */
  isBegun?: true;
}

/** What one of the typed unit is in the field's own. */
function unitsOf(field: PlanField): Readonly<Record<string, number>> {
  switch (field) {
    case 'disk':
      return kindOf('disk_space').units;
    case 'hours': {
      const { '': _, ...units } = kindOf('duration').units;
      return {
        '': 1,
        ...Object.fromEntries(Object.entries(units).map(([unit, seconds]) => [unit, seconds / 3600])),
      };
    }
    case 'bid':
      return kindOf('dph_total').units;
  }
}

/** The largest values that are accepted, in the fields' own units: GB, hours, dollars per hour. */
const atMost: Readonly<Record<PlanField, number>> = { disk: 1_000_000, hours: 100_000, bid: 100_000 };

/** Reads "100", "100 GB", "2 days", "$0,25". A bid may be empty; it is rounded up to the digits that are shown. */
export function readPlan(field: PlanField, text: string): ReadPlan {
  const typed = text.trim().toLowerCase();
  if (typed === '') return field === 'bid' ? {} : { problem: l10n.t('Enter a number.'), isBegun: true };
  const amount = field === 'bid' ? typed.replace(/^\$\s*/, '') : typed;
  const [, number, unit = ''] = /^(\d+(?:[.,]\d*)?|[.,]\d+)\s*([a-z/]*)$/.exec(amount) ?? [];
  if (number === undefined)
    return { problem: wrong(field), ...(/^[.,]?$/.test(amount) ? { isBegun: true } : {}) };
  const units = unitsOf(field);
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined) {
    const isBegun = Object.keys(units).some((one) => one.startsWith(unit));
    return { problem: wrong(field), ...(isBegun ? { isBegun } : {}) };
  }
  const value = rounded(Number(number.replace(',', '.')) * factor);
  if (value <= 0) return { problem: l10n.t('Enter a number greater than 0.'), isBegun: true };
  if (!(value <= atMost[field])) return { problem: l10n.t('Enter a smaller number.') };
  return { value: field === 'bid' ? roundUpBid(value) : value };
}

function wrong(field: PlanField): string {
  switch (field) {
    case 'disk':
      return l10n.t('Enter a size such as 100, 100 GB or 1 TB.');
    case 'hours':
      return l10n.t('Enter a time such as 8, 8 h or 2 days.');
    case 'bid':
      return l10n.t('Enter a price such as 0.25.');
  }
}

export function planLabel(field: PlanField): string {
  switch (field) {
    case 'disk':
      return l10n.t('Disk');
    case 'hours':
      return l10n.t('Rental time');
    case 'bid':
      return l10n.t('Your bid');
  }
}

/** What to type. */
export function planPrompt(field: PlanField): string {
  switch (field) {
    case 'disk':
      return l10n.t('Disk size in GB. Included in prices; machines with less are hidden');
    case 'hours':
      return l10n.t('Hours you plan to rent, to calculate the total price');
    case 'bid':
      return l10n.t(
        'Your bid in dollars per hour, without the disk. Leave empty to see prices at the lowest bid',
      );
  }
}

/** The unit beside the number. */
export function planUnit(field: PlanField): string {
  switch (field) {
    case 'disk':
      return 'GB';
    case 'hours':
      return unitWords('h');
    case 'bid':
      return unitWords('$/h');
  }
}
