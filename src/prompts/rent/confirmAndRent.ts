import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { AgreedSpending } from '../../domain/money/budget';
import { isDearer } from '../../domain/money/cost';
import type { HourlyCost } from '../../domain/money/rate';
import { rentCost, type RentTerms } from '../../domain/launch/form/state';
import { defaultDisk } from '../../domain/launch/launchRequest';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { confirmRent, type RentAgreement, type RentedFor } from './confirmRent';
import { askAndLook, showingPrice } from '../askAndLook';
import { termsNow } from '../launch/fields/editVolume';
import type { Services } from '../services';

/** It now costs more than the person agreed to. */
class PriceRose extends Error {
  override readonly name = 'PriceRose';

  readonly latest: Priced;

  constructor(latest: Priced) {
    super();
    this.latest = latest;
  }
}

/** An offer and what is agreed to, with the prices of the same moment. */
type Priced = Pick<OfferToRent, 'found' | 'terms'>;

export interface OfferToRent {
  /** The account that was in use when the person began. */
  who: AccountInUse;
  /** As the person last saw it. */
  found: FoundOffer;
  terms: RentTerms;
  purpose?: RentedFor | undefined;
}

/**
 * Rents what the person agrees to. Asks at once about an offer that was just loaded, and looks it up again meanwhile.
 * `rent` calls its first argument just before it accepts the offer: if the price has risen since, asks again. Undefined if
 * they said no. `check` gets the current offer.
 *
 * @throws LocalError 'offer_gone' when the offer went away meanwhile; AccountChanged when another account is in use by
 * then; what `check` and `rent` throw
 */
export async function confirmAndRent<T>(
  services: Services,
  { who, found, terms, purpose }: OfferToRent,
  check: (found: FoundOffer) => void,
  rent: (before: () => Promise<void>, agreed: AgreedSpending) => Promise<T>,
): Promise<T | undefined> {
  const disk = terms.disk ?? defaultDisk;
  const isFresh = (one: Priced): boolean => services.offers.isFresh(one.found, disk);
  const look = async (signal?: AbortSignal): Promise<Priced> => {
    const now = await Promise.all([lookUp(services, found, disk, signal), termsNow(services, terms)]);
    return { found: now[0], terms: now[1] };
  };
  let shown = rentCost(found, terms);
  let current = isFresh({ found, terms }) ? { found, terms } : await showingPrice(look);
  for (;;) {
    check(current.found);
    const agreement: RentAgreement = { who, ...current, cost: costOf(current), purpose };
    let agreed: AgreedSpending | undefined;
    const ask = async () => (agreed = await confirmRent(services, agreement, shown)) !== undefined;
    const latest = await askAndLook(ask, look, isFresh);
    if (!latest || !agreed) return undefined;
    try {
      assertPriceHolds(agreement, latest);
      check(latest.found);
      return await rent(async () => {
        if (!isFresh(latest)) assertPriceHolds(agreement, await showingPrice(look));
        mustBeInUse(services.accounts, who);
      }, agreed);
    } catch (error) {
      if (!(error instanceof PriceRose)) throw error;
      shown = agreement.cost;
      current = error.latest;
    }
  }
}

const costOf = ({ found, terms }: Priced): HourlyCost => rentCost(found, terms);

/** @throws PriceRose */
function assertPriceHolds({ cost }: RentAgreement, latest: Priced): void {
  if (isDearer(cost, costOf(latest))) throw new PriceRose(latest);
}

/** @throws LocalError 'offer_gone' */
async function lookUp(
  { offers }: Pick<Services, 'offers'>,
  { offer, isBid }: FoundOffer,
  disk: number,
  signal?: AbortSignal,
): Promise<FoundOffer> {
  const current = await offers.find(offer.id, { disk, isBid, signal });
  if (current) return current;
  throw new LocalError('offer_gone', vscode.l10n.t('Someone else just took this offer.'));
}
