import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { describeError } from '../../api/describeError';
import { LocalError } from '../../api/localError';
import { givenQuerySchema } from '../../api/schemas/offers/filters';
import { checkedRequest, checkLaunchRequest } from '../../domain/launch/launchRequest';
import { accountInUse } from '../../stores/account/accountInUse';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { type Call, read } from '../call';
import type { RentedInstance } from '../../prompts/launch/launch';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import { KeyBeforeRent } from '../../prompts/rent/keyBeforeRent';
import { confirmBulkRent } from '../../prompts/rent/confirmAndRentBulk';
import { mostInstances } from '../../domain/launch/bulkRent';
import { bulkCost, planBulkRent, runBulkPlan } from '../../prompts/rent/runBulkPlan';
import { requestTerms, sized } from '../../prompts/rent/rentAsGiven';
import type { Services } from '../../prompts/services';

/** The outcome of each. */
export interface BulkRentResult {
  rented: { offerId: number; instanceId: number }[];
  failed: { offerId: number; message: string }[];
  notTried: { offerId: number }[];
}

/**
 * Rents the best `count` offers that match `query`, in its order: `{query, count, request, confirmed}`. Resolves even
 * if some failed, as long as one was rented. A person gets the launch form, which asks how many.
 * @throws the first error if none was rented
 */
export async function rentOffers(
  services: Services,
  call: Call,
): Promise<BulkRentResult | RentedInstance | undefined> {
  if (call.arguments.query === undefined) return searchAndRent(services);
  const who = accountInUse(services.accounts);
  const query = read(call.arguments, 'query', givenQuerySchema);
  const count = read(call.arguments, 'count', z.int().check(z.minimum(1), z.maximum(mostInstances)));
  const request = checkedRequest(call.arguments.request, { isBid: query.type === 'bid' });
  const terms = call.confirmed ? request : await requestTerms(services, request);
  const { found } = await services.offers.search(query);
  const check = ({ isBid, offer }: FoundOffer): boolean =>
    checkLaunchRequest(sized(request, terms), {
      isBid,
      diskSpace: offer.disk_space,
      lowestBid: offer.min_bid,
    }).problems.length === 0;
  const [first] = found.filter(check);
  if (!first)
    throw new LocalError('offer_gone', vscode.l10n.t('No offers match this search and this launch.'));
  const plan = planBulkRent(who, first, found, count, check);
  const shown = bulkCost(plan.chosen, terms);
  const asksForKey = !call.confirmed && request.vm === true;
  if (asksForKey && !(await new KeyBeforeRent(services, who).mayRent(request))) return undefined;
  const agreed = call.confirmed ? {} : await confirmBulkRent(services, plan, terms, shown);
  if (!agreed) return undefined;
  const results = await runBulkPlan(services, { ...plan, agreed }, { request, terms }, neverStopped);
  const rented = results.flatMap((one) =>
    'instanceId' in one ? [{ offerId: one.offer.offer.id, instanceId: one.instanceId }] : [],
  );
  const errors = results.flatMap((one) => ('error' in one ? [one] : []));
  const [failure] = errors;
  if (rented.length === 0 && failure) throw failure.error;
  return {
    rented,
    failed: errors.map(({ offer, error }) => ({
      offerId: offer.offer.id,
      message: describeError(error).message,
    })),
    notTried: results.flatMap((one) => ('notTried' in one ? [{ offerId: one.offer.offer.id }] : [])),
  };
}

const neverStopped = { isStopped: () => false, trying: () => Promise.resolve(), onLost: () => undefined };
