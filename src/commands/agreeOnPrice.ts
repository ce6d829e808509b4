import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { defaultDisk } from '../domain/launchRequest';
import type { FoundOffer } from '../stores/offerStore';
import { confirmRent, isRise, rentCost, type RentTerms } from '../views/confirmRent';
import type { Services } from './services';

/** Milliseconds for which a price that was looked up counts as what it is now. */
export const priceHolds = 15_000;

/**
 * Asks until the person agrees to a price that still holds when they have agreed, or stops. `check` sees the offer as
 * it is now. @throws ApiError 'no_such_ask' when the offer went away meanwhile; what `check` throws
 */
export async function agreeOnPrice(
  services: Services,
  found: FoundOffer,
  terms: RentTerms,
  check: (found: FoundOffer) => void,
): Promise<boolean> {
  let shown = rentCost(found, terms).running;
  let current = await lookUp(services, found, terms);
  check(current);
  for (;;) {
    const lookedUp = Date.now();
    if (!(await confirmRent(services.dialogs, current, terms, shown))) return false;
    if (Date.now() - lookedUp < priceHolds) return true;
    shown = rentCost(current, terms).running;
    current = await lookUp(services, found, terms);
    check(current);
    const price = rentCost(current, terms).running;
    if (shown === undefined || price === undefined || !isRise(shown, price)) return true;
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
