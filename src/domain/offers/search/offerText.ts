import type { Filters } from '../../../api/schemas/offers/filters';
import type { NumberKind } from '../fields/kinds';
import type { OfferOrder } from '../offerOrder';

export type RentalType = 'on-demand' | 'bid';

/** Why a part of a text isn't a filter. */
export interface TextProblem {
  why: 'unknown' | 'needsValue' | 'wrongUnit' | 'onlyAtLeast' | 'outOfRange' | 'reserved' | 'tooLong';
  /** The part. */
  text: string;
  /** The field that it would be a value of. */
  kind?: NumberKind;
  /** Whether the part ends the text, so that the person may still be typing. */
  isLast: boolean;
}

/** The content of a text. Missing fields are up to the caller. */
export interface OfferText {
  /** In the service's names and units. */
  filters: Filters;
  /** Fields that allow any value, as in `gpu=any`. */
  cleared: readonly string[];
  type?: RentalType;
  order?: OfferOrder;
  /** GB of disk that offers must have and prices include. */
  disk?: number;
  problems: readonly TextProblem[];
}
