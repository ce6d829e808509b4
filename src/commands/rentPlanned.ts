import * as vscode from 'vscode';
import { ApiError, type ApiErrorCode } from '../api/errors';
import type { CreateInstanceRequest } from '../api/requests';
import { type BulkResult, numberedLabel } from '../domain/bulkRent';
import { formatPerHour } from '../domain/cost';
import { defaultDisk } from '../domain/launchRequest';
import type { FoundOffer } from '../stores/offerStore';
import { isRise, rentCost, type RentTerms } from '../views/confirmRent';
import { priceHolds } from './agreeOnPrice';
import type { Services } from './services';

/** Several rentals as they were agreed to. */
export interface RentalPlan {
  /** At the prices at which they were agreed to. */
  chosen: readonly FoundOffer[];
  /** What may take the place of one that is gone, the best first. */
  spare: readonly FoundOffer[];
  /** When these prices were looked up, in milliseconds since the epoch. */
  lookedUp: number;
}

export interface PlanProgress {
  isStopped: () => boolean;
  /** Before one is asked for: its place among the chosen, and how many are rented already. */
  trying: (index: number, rented: number) => Promise<void>;
}

/** Refusals that another offer may not meet: it is gone, or its lowest bid rose above the price. */
const isAboutOffer: ReadonlySet<ApiErrorCode> = new Set(['no_such_ask', 'invalid_price']);

/**
 * One after the other. All together never cost more than was agreed to: a price looked up too long ago is looked up
 * again, and an offer that was taken meanwhile or became too dear, for the sum or for the bid, is replaced by the next
 * best that the rest of the sum allows. Any other failure ends it, because it would meet those that follow, too.
 */
export async function rentPlanned(
  { rentals, offers }: Pick<Services, 'rentals' | 'offers'>,
  { chosen, spare, lookedUp }: RentalPlan,
  { request, terms }: { request: CreateInstanceRequest; terms: RentTerms },
  { isStopped, trying }: PlanProgress,
): Promise<BulkResult<FoundOffer>[]> {
  const price = (found: FoundOffer): number => rentCost(found, terms).running ?? 0;
  const replacements = [...spare];
  const results: BulkResult<FoundOffer>[] = [];
  let rented = 0;
  let unspent = 0;
  let hasFailed = false;
  for (const [index, planned] of chosen.entries()) {
    const label = numberedLabel(request.label, index, chosen.length);
    const one = { ...request, ...(label === undefined ? {} : { label }) };
    unspent += price(planned);
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
        const { instanceId } = await rentals.rent(id, one, machineId, async () => {
          if (Date.now() - lookedUp >= priceHolds) offer = await asItIsNow(current);
        });
        results.push({ offer, instanceId });
        rented++;
        unspent -= price(offer);
      } catch (error) {
        results.push({ offer: current, error });
        hasFailed = !(error instanceof ApiError && isAboutOffer.has(error.code));
        const place = replacements.findIndex((candidate) => !isRise(unspent, price(candidate)));
        if (!hasFailed && place >= 0) [next] = replacements.splice(place, 1);
      }
    }
  }
  return results;

  /** @throws ApiError 'no_such_ask' when it is gone, or dearer than what is left of the sum */
  async function asItIsNow({ offer, isBid }: FoundOffer): Promise<FoundOffer> {
    const found = await offers.find(offer.id, { disk: terms.disk ?? defaultDisk, isBid });
    if (!found)
      throw new ApiError('no_such_ask', vscode.l10n.t('This offer was just taken by someone else.'));
    if (!isRise(unspent, price(found))) return found;
    throw new ApiError(
      'no_such_ask',
      vscode.l10n.t('Its price rose to {0}, more than you agreed to.', formatPerHour(price(found))),
    );
  }
}
