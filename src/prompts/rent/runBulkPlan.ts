import * as vscode from 'vscode';
import { ApiError, isOfferGone } from '../../api/errors';
import { LocalError } from '../../api/localError';
import type { CreateInstanceRequest } from '../../api/http/requests';
import { omitUndefined } from '../../domain/omitUndefined';
import type { AgreedSpending } from '../../domain/money/budget';
import { bestOffers, type BulkResult, numberedLabel } from '../../domain/launch/bulkRent';
import { costLess, formatPerHour, isDearer, sumOfCosts } from '../../domain/money/cost';
import type { HourlyCost } from '../../domain/money/rate';
import { defaultDisk } from '../../domain/launch/launchRequest';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { rentCost, type RentTerms } from '../../domain/launch/form/state';
import type { Services } from '../services';
import { counted } from '../../domain/format';

/** Several rentals that a person agreed to. */
export interface BulkPlan {
  /** The account to rent them for. */
  who: AccountInUse;
  /** Undefined for a program with consent. */
  agreed?: AgreedSpending | undefined;
  /** With the agreed prices. */
  chosen: readonly FoundOffer[];
  /** Replacements for offers that are gone, best first. */
  spare: readonly FoundOffer[];
}

export interface BulkProgress {
  isStopped: () => boolean;
  /** Called before each rental, with its position and how many are already rented. */
  trying: (index: number, rented: number) => Promise<void>;
  /** The answer to the one that was asked for last was lost, and its instance is looked for. */
  onLost: () => void;
}

/** Of what was found just now. @throws LocalError 'offer_gone' when fewer offers match than are wanted */
export function planBulkRent(
  who: AccountInUse,
  first: FoundOffer,
  found: readonly FoundOffer[],
  count: number,
  check: (found: FoundOffer) => boolean,
): BulkPlan {
  const plan = bestOffers(first, found.filter(check), count);
  if (plan.chosen.length === count) return { who, ...plan };
  throw new LocalError(
    'offer_gone',
    counted(
      plan.chosen.length,
      vscode.l10n.t(
        'Only {0} offer matches this search and launch. You asked for {1}.|Only {0} offers match this search and launch. You asked for {1}.',
      ),
      String(count),
    ),
  );
}

/** The total in dollars per hour. */
export const bulkCost = (chosen: readonly FoundOffer[], terms: RentTerms): HourlyCost =>
  sumOfCosts(chosen.map((found) => rentCost(found, terms)));

/** Refusals that may not affect another offer: it is gone, or its lowest bid rose above the price. */
const isAboutOffer = (error: unknown): boolean =>
  isOfferGone(error) || (error instanceof ApiError && error.code === 'invalid_price');

/**
 * Rents the agreed offers one after the other. The total never exceeds the agreed sum, running or stopped: old prices
 * are looked up again, and an offer that was taken meanwhile or became too expensive, for the sum or for the bid, is
 * replaced by the next best one within the rest of the sum. Any other failure ends it, because the next rentals would
 * fail too.
 */
export async function runBulkPlan(
  { accounts, rentQueue, offers }: Pick<Services, 'accounts' | 'rentQueue' | 'offers'>,
  { who, agreed, chosen, spare }: BulkPlan,
  { request, terms }: { request: CreateInstanceRequest; terms: RentTerms },
  { isStopped, trying, onLost }: BulkProgress,
): Promise<BulkResult<FoundOffer>[]> {
  const disk = terms.disk ?? defaultDisk;
  const costOf = (found: FoundOffer): HourlyCost => rentCost(found, terms);
  const options = { who, onLost, agreed, disk: terms.disk };
  const replacements = [...spare];
  const results: BulkResult<FoundOffer>[] = [];
  let rented = 0;
  let unspent: HourlyCost = sumOfCosts([]);
  let hasFailed = false;
  for (const [index, planned] of chosen.entries()) {
    const label = numberedLabel(request.label, index, chosen.length);
    const one = { ...request, ...omitUndefined({ label }) };
    unspent = sumOfCosts([unspent, costOf(planned)]);
    for (let next: FoundOffer | undefined = planned; next;) {
      const current: FoundOffer = next;
      next = undefined;
      if (hasFailed || isStopped()) {
        results.push({ offer: current, notTried: true });
        break;
      }
      try {
        await trying(index, rented);
        const { id, machine_id: machineId } = current.offer;
        let offer = current;
        const before = async (): Promise<void> => {
          if (!offers.isFresh(current, disk)) offer = await asItIsNow(current);
          mustBeInUse(accounts, who);
        };
        const { instanceId } = await rentQueue.rent(id, one, machineId, before, options);
        results.push({ offer, instanceId });
        rented++;
        unspent = costLess(unspent, costOf(offer));
      } catch (error) {
        results.push({ offer: current, error });
        hasFailed = !isAboutOffer(error);
        const place = replacements.findIndex((candidate) => !isDearer(unspent, costOf(candidate)));
        if (!hasFailed && place >= 0) [next] = replacements.splice(place, 1);
      }
    }
  }
  return results;

  /** @throws LocalError 'offer_gone' if it is gone, or more expensive than what is left of the sum */
  async function asItIsNow({ offer, isBid }: FoundOffer): Promise<FoundOffer> {
    const found = await offers.find(offer.id, { disk, isBid });
    if (!found) throw new LocalError('offer_gone', vscode.l10n.t('Someone else just took this offer.'));
    if (!isDearer(unspent, costOf(found))) return found;
    throw new LocalError(
      'offer_gone',
      vscode.l10n.t(
        'The price has risen to {0}, more than you agreed to.',
        formatPerHour(costOf(found).running),
      ),
    );
  }
}
