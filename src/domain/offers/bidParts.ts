import * as l10n from '@vscode/l10n';
import type { Offer } from '../../api/schemas/offers/offer';
import { formatBid, roundUpBid } from '../instances/bid';
import { formatPerHour, type HourlyCost } from '../money/cost';

/** The lowest possible bid for an offer, in dollars per hour, as shown everywhere. */
export const lowestBid = ({ min_bid }: Pick<Offer, 'min_bid'>): number | undefined =>
  min_bid === undefined ? undefined : roundUpBid(min_bid);

/** The parts of an interruptible offer's price: "bid $0.052/h + disk $0.014/h". */
export function bidParts(bid: number | undefined, { stopped }: HourlyCost): string {
  return stopped === undefined
    ? l10n.t('bid {0}', formatBid(bid))
    : l10n.t('bid {0} + disk {1}', formatBid(bid), formatPerHour(stopped));
}
