import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import { gigabytes, percent, placeName, yesOrNo } from '../valueTexts';
import { typeName } from '../search/vocabulary/choiceWords';
import { isVerified } from './columns';
import type { MarketRow } from './marketRow';
import { believable, type Plan, priceSentence } from '../plannedPrice';

/** What a person did with a row, and what is known of it from before. */
export interface RowMarks {
  isPinned: boolean;
  isCompared: boolean;
  /** An instance did not start on its machine lately. */
  isBad: boolean;
  /** Pinned, though the filters leave it out. */
  isOutside: boolean;
  /** The planned bid is less than the lowest one. */
  isBidTooLow: boolean;
}

/** "2× RTX 4090". */
export function rowTitle({ offer }: Pick<MarketRow, 'offer'>): string {
  const name = plainText(offer.gpu_name ?? '', 40) || l10n.t('GPU');
  return offer.num_gpus === undefined ? name : `${offer.num_gpus}× ${name}`;
}

/** A whole row in words, for a person who hears it: the price first. */
export function rowWords(row: MarketRow, plan: Plan, marks: RowMarks): string {
  const { offer, isBid } = row;
  const memory = believable(offer.gpu_ram);
  const reliability = believable(offer.reliability ?? offer.reliability2);
  const verified = isVerified(offer);
  return [
    priceSentence(row, plan),
    rowTitle(row),
    memory === undefined ? '' : l10n.t('{0} GB VRAM each', gigabytes(memory)),
    typeName(isBid ? 'bid' : 'on-demand'),
    placeName(plainText(offer.geolocation ?? '', 40)),
    verified === undefined ? '' : l10n.t('verified: {0}', yesOrNo(verified)),
    reliability === undefined ? '' : l10n.t('{0} reliable', percent(reliability)),
    marks.isPinned ? l10n.t('pinned') : '',
    marks.isCompared ? l10n.t('in the comparison') : '',
    ...noteWords(marks),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What is to be known before renting it; shown beside it. */
export function noteWords({ isBad, isOutside, isBidTooLow }: RowMarks): string[] {
  return [
    ...(isBidTooLow ? [l10n.t('bid too low')] : []),
    ...(isBad ? [l10n.t('didn’t start today')] : []),
    ...(isOutside ? [l10n.t('outside the filters')] : []),
  ];
}
