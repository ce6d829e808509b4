import * as l10n from '@vscode/l10n';
import { toDollars } from '../units';
import { aboutSum, atLeastSum, formatSum } from '../cost';
import { isEstimate, type Spent } from './spending';
import type { Reason } from './stretches';

/** How far a sum can be relied on. */
export const certainties = ['exact', 'about', 'atLeast'] as const;
export type Certainty = (typeof certainties)[number];

export const certaintyOf = (spent: Spent): Certainty =>
  spent.isLeast ? 'atLeast' : isEstimate(spent) ? 'about' : 'exact';

/** "$2.06", "about $2.06", "at least $2.06". */
export const sumText = (spent: Spent): string => moneyText(spent.units, certaintyOf(spent));

/** @param units hundred-millionths of a dollar */
export function moneyText(units: number, certainty: Certainty = 'exact'): string {
  switch (certainty) {
    case 'exact':
      return formatSum(toDollars(units));
    case 'about':
      return aboutSum(toDollars(units));
    case 'atLeast':
      return atLeastSum(toDollars(units));
  }
}

/** Why a sum is an estimate. */
export function reasonText(reason: Reason): string {
  switch (reason) {
    case 'beginning':
      return l10n.t('Its cost before it was first seen is unknown.');
    case 'price':
      return l10n.t('The service didn’t always report its price.');
    case 'gap':
      return l10n.t('It changed while GPU Rental wasn’t watching, for example because VS Code was closed.');
    case 'notSeen':
      return l10n.t('It wasn’t seen for a while.');
    case 'state':
      return l10n.t('The service didn’t report whether its GPU was billed.');
  }
}
