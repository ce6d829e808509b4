import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { describeError } from '../api/describeError';
import { ApiError } from '../api/errors';
import type { OfferQuery } from '../api/requests';
import { checkLaunchRequest } from '../domain/launchRequest';
import type { FoundOffer } from '../stores/offerStore';
import { type Call, read } from './call';
import { checkedRequest, type Rental, searchAndRent } from './rentOffer';
import { rentPlanned } from './rentPlanned';
import { confirmSeveral, planRentals } from './rentSeveral';
import { requestTerms } from './requestTerms';
import { querySchema } from './searchOffers';
import type { Services } from './services';

/** What became of each: nothing is left unsaid. */
export interface SeveralRented {
  rented: { offerId: number; instanceId: number }[];
  failed: { offerId: number; message: string }[];
  notTried: { offerId: number }[];
}

/**
 * Rents the best `count` offers that match `query`, in its order: `{query, count, request, confirmed}`. Resolves also
 * when some failed, as long as one was rented. A person gets the launch form, which asks how many.
 * @throws ApiError when none was rented
 */
export async function rentOffers(
  services: Services,
  call: Call,
): Promise<SeveralRented | Rental | undefined> {
  if (call.arguments.query === undefined) return searchAndRent(services);
  const query = read(call.arguments, 'query', querySchema) as OfferQuery;
  const count = read(call.arguments, 'count', z.int().check(z.minimum(1), z.maximum(64)));
  const request = checkedRequest(call.arguments.request, { isBid: query.type === 'bid' });
  const { found } = await services.offers.search(query);
  const check = ({ isBid, offer }: FoundOffer): boolean =>
    checkLaunchRequest(request, { isBid, diskSpace: offer.disk_space, lowestBid: offer.min_bid }).problems
      .length === 0;
  const [first] = found.filter(check);
  if (!first)
    throw new ApiError('no_such_ask', vscode.l10n.t('No offers match this search and this launch.'));
  const plan = planRentals(first, found, count, check);
  const terms = call.confirmed ? request : await requestTerms(services, request);
  if (!call.confirmed && !(await confirmSeveral(services, plan.chosen, terms))) return undefined;
  const results = await rentPlanned(services, plan, { request, terms }, neverStopped);
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

const neverStopped = { isStopped: () => false, trying: () => Promise.resolve() };
