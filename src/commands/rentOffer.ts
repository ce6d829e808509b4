import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import type { CreateInstanceRequest } from '../api/requests';
import type { Offer } from '../api/schemas/offer';
import { requestOf } from '../domain/launchDraft';
import { checkLaunchRequest, problemSentence } from '../domain/launchRequest';
import type { FoundOffer } from '../stores/offerStore';
import { OfferWizard, type SearchLimits } from '../views/wizard/chooseOffer';
import { rentAsAgreed } from './agreeOnPrice';
import { type Call, read } from './call';
import { launch, type Launched } from './launchFlow';
import { startingState, type LaunchStart } from './launchState';
import { requestTerms } from './requestTerms';
import type { Services } from './services';

export interface Rental {
  instanceId: number;
}

/**
 * Rents one offer. With a plain object the `request` is checked and sent as given; one that is confirmed but says
 * nothing takes the defaults of the settings. A person gets the launch form.
 */
export async function rentOffer(services: Services, call: Call): Promise<Rental | undefined> {
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) return searchAndRent(services);
  const found = await knownOffer(services, offerId);
  const wanted = call.arguments.request ?? (call.confirmed ? defaultRequest(found) : undefined);
  if (wanted === undefined) return rentalOf(await launch(services, found, startingState(found)));
  const request = checkedRequest(wanted, found);
  const check = (current: FoundOffer): void => void checkedRequest(request, current);
  const rent = (before?: () => Promise<void>): Promise<Rental> =>
    services.rentals.rent(offerId, request, found.offer.machine_id, before);
  const rental = call.confirmed
    ? await rent()
    : await rentAsAgreed(services, found, await requestTerms(services, request), check, rent);
  return rental && { instanceId: rental.instanceId };
}

/** Without a bid: what a person would pay is theirs to say. */
const defaultRequest = (found: FoundOffer): CreateInstanceRequest =>
  requestOf(startingState({ ...found, isBid: false }).draft, new Map());

/** From filters to an instance, with a way back from each step. */
export async function searchAndRent(
  services: Services,
  limits: SearchLimits = {},
  start: LaunchStart = {},
): Promise<Rental | undefined> {
  const wizard = new OfferWizard(services.offers, services.memory, limits);
  for (;;) {
    const chosen = await wizard.choose();
    if (!chosen) return undefined;
    const state = startingState(chosen.found, { disk: chosen.disk, ...start });
    const launched = await launch(services, chosen.found, state);
    if (launched.kind !== 'back') return rentalOf(launched);
  }
}

/** The first instance of a launch: a person's call has nobody who would want the others. */
export function rentalOf(launched: Launched): Rental | undefined {
  const [instanceId] = launched.kind === 'rented' ? launched.instanceIds : [];
  return instanceId === undefined ? undefined : { instanceId };
}

/** An offer as a search of this window found it, else as it is now. @throws ApiError 'no_such_ask' */
export async function knownOffer({ offers }: Services, offerId: number): Promise<FoundOffer> {
  const found = offers.known(offerId) ?? (await offers.find(offerId));
  if (found) return found;
  throw new ApiError('no_such_ask', vscode.l10n.t('This offer is gone. Search again.'));
}

/** @throws ApiError 'invalid_request' that names every field that is wrong */
export function checkedRequest(
  value: unknown,
  { isBid, offer }: { isBid: boolean; offer?: Pick<Offer, 'disk_space'> },
): CreateInstanceRequest {
  const result = checkLaunchRequest(value, { isBid, diskSpace: offer?.disk_space });
  if (result.request) return result.request;
  throw new ApiError('invalid_request', problemSentence(result.problems));
}
