import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { defaultDisk } from '../domain/launchRequest';
import type { FoundOffer } from '../stores/offerStore';
import { confirmRent, isRise, rentCost, type RentTerms } from '../views/confirmRent';
import type { Services } from './services';

/** Milliseconds for which a price that was looked up counts as what it is now. */
export const priceHolds = 15_000;

/** What a person agreed to. */
interface Agreed {
  /** At the price that they saw. */
  found: FoundOffer;
  /** When it was last known to hold, in milliseconds since the epoch. */
  lookedUp: number;
}

/** The person agreed to less than it would cost by now. */
class PriceRose extends Error {
  override readonly name = 'PriceRose';
}

/**
 * Rents what the person agrees to. `rent` calls what it is given just before the offer is accepted: a price that rose
 * while the rental waited for its turn is asked about again. Undefined when they said no. `check` sees the offer as it
 * is now. @throws ApiError 'no_such_ask' when the offer went away meanwhile; what `check` and `rent` throw
 */
export async function rentAsAgreed<T>(
  services: Services,
  found: FoundOffer,
  terms: RentTerms,
  check: (found: FoundOffer) => void,
  rent: (before: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  for (let seen = found; ;) {
    const agreed = await agreeOnPrice(services, seen, terms, check);
    if (!agreed) return undefined;
    try {
      return await rent(() => mustHold(services, agreed, terms));
    } catch (error) {
      if (!(error instanceof PriceRose)) throw error;
      seen = agreed.found;
    }
  }
}

/** @throws PriceRose; ApiError 'no_such_ask' */
async function mustHold(services: Services, { found, lookedUp }: Agreed, terms: RentTerms): Promise<void> {
  if (Date.now() - lookedUp < priceHolds) return;
  const agreed = rentCost(found, terms).running;
  const price = rentCost(await lookUp(services, found, terms), terms).running;
  if (agreed !== undefined && price !== undefined && isRise(agreed, price)) throw new PriceRose();
}

/** Asks until the person agrees to a price that still holds when they have agreed, or stops. */
async function agreeOnPrice(
  services: Services,
  found: FoundOffer,
  terms: RentTerms,
  check: (found: FoundOffer) => void,
): Promise<Agreed | undefined> {
  let shown = rentCost(found, terms).running;
  let current = await lookUp(services, found, terms);
  check(current);
  for (;;) {
    const lookedUp = Date.now();
    if (!(await confirmRent(services.dialogs, current, terms, shown))) return undefined;
    if (Date.now() - lookedUp < priceHolds) return { found: current, lookedUp };
    const agreed = current;
    shown = rentCost(agreed, terms).running;
    current = await lookUp(services, found, terms);
    check(current);
    const price = rentCost(current, terms).running;
    if (shown === undefined || price === undefined || !isRise(shown, price))
      return { found: agreed, lookedUp: Date.now() };
  }
}

async function lookUp(
  services: Services,
  { offer, isBid }: FoundOffer,
  terms: RentTerms,
): Promise<FoundOffer> {
  const current = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Checking the price…') },
    () => services.offers.find(offer.id, { disk: terms.disk ?? defaultDisk, isBid }),
  );
  if (current) return current;
  throw new ApiError('no_such_ask', vscode.l10n.t('This offer was just taken by someone else.'));
}
