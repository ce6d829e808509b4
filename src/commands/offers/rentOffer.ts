import * as z from 'zod/mini';
import type { CreateInstanceRequest } from '../../api/http/requests';
import { requestOf } from '../../domain/launch/launchDraft';
import { checkedRequest } from '../../domain/launch/launchRequest';
import type { Plan } from '../../domain/offers/plannedPrice';
import { accountInUse } from '../../stores/account/accountInUse';
import { type FoundOffer, requestFacts } from '../../stores/offers/offerStore';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import { rentAsGiven } from '../../prompts/rent/rentAsGiven';
import { type Call, read } from '../call';
import { firstInstance, launch, type RentedInstance } from '../../prompts/launch/launch';
import { startingState } from '../../prompts/launch/launchState';
import type { Services } from '../../prompts/services';

/**
 * Rents one offer. With a plain object the `request` is checked and sent as given; one that is confirmed but says
 * nothing takes the defaults of the settings. A person gets the launch form.
 */
export async function rentOffer(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const who = accountInUse(services.accounts);
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) return searchAndRent(services);
  const found = await services.offers.get(offerId);
  const wanted = call.arguments.request ?? (call.confirmed ? defaultRequest(found) : undefined);
  if (wanted === undefined) {
    const { disk, hours, bid } = planOf(call);
    return firstInstance(await launch(services, found, startingState(found, { disk, bid }), { hours }));
  }
  const request = checkedRequest(wanted, requestFacts(found));
  return rentAsGiven(services, { who, found, request, confirmed: call.confirmed });
}

/** What a person searched with: GB, hours and dollars per hour. */
function planOf({ interactive, arguments: given }: Call): Partial<Record<keyof Plan, number | undefined>> {
  if (!interactive) return {};
  const number = (name: keyof Plan): number | undefined => read(given, name, z.optional(z.number()));
  return { disk: number('disk'), hours: number('hours'), bid: number('bid') };
}

/** Without a bid: the person decides what to pay. */
const defaultRequest = (found: FoundOffer): CreateInstanceRequest =>
  requestOf(startingState({ ...found, isBid: false }).draft, new Map());
