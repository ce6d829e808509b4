import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import type { CreateInstanceRequest } from '../api/requests';
import { checkLaunchRequest, defaultDisk, problemSentence } from '../domain/launchRequest';
import { nearestOffers } from '../domain/offerQuery';
import type { FoundOffer } from '../stores/offerStore';
import { settings } from '../stores/settings';
import { confirmRent, isRise, rentCost } from '../views/confirmRent';
import { offerRow } from '../views/offerRow';
import { OfferWizard } from '../views/wizard/chooseOffer';
import { askLaunch } from '../views/wizard/launchSteps';
import { pick } from '../views/wizard/steps';
import { type Call, read } from './call';
import type { Services } from './services';

export interface Rental {
  instanceId: number;
}

/** Rents one offer. With a plain object the `request` is checked and sent as given; a person is asked step by step. */
export async function rentOffer(services: Services, call: Call): Promise<Rental | undefined> {
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) return searchAndRent(services);
  const found = services.offers.known(offerId) ?? (await services.offers.find(offerId));
  if (!found) throw new ApiError('no_such_ask', vscode.l10n.t('This offer is gone. Search again.'));
  if (call.arguments.request === undefined) {
    const step = await askLaunch(found, {}, settings.rent.disk, services.memory);
    return step.kind === 'done' ? rentOrNearest(services, found, step.value) : undefined;
  }
  const request = checked(call.arguments.request, found);
  if (!call.confirmed && !(await agreeOnPrice(services, found, request))) return undefined;
  const { instanceId } = await services.rentals.rent(offerId, request, found.offer.machine_id);
  return { instanceId };
}

/** From filters to an instance, with the person's answers and a way back from each. */
export async function searchAndRent(services: Services): Promise<Rental | undefined> {
  const wizard = new OfferWizard(services.offers, services.memory);
  for (;;) {
    const chosen = await wizard.choose();
    if (!chosen) return undefined;
    const step = await askLaunch(chosen.found, {}, chosen.disk, services.memory);
    if (step.kind === 'done') return rentOrNearest(services, chosen.found, step.value);
    if (step.kind === 'cancelled') return undefined;
  }
}

/** Rents the offer, or in its place one that the person picks from those like it when it is gone. */
async function rentOrNearest(
  services: Services,
  chosen: FoundOffer,
  request: CreateInstanceRequest,
): Promise<Rental | undefined> {
  let found: FoundOffer | undefined = chosen;
  while (found) {
    try {
      return await rentChecked(services, found, checked(request, found));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'no_such_ask') throw error;
      found = await pickNearest(services, found, request.disk ?? defaultDisk);
    }
  }
  return undefined;
}

async function rentChecked(
  services: Services,
  found: FoundOffer,
  request: CreateInstanceRequest,
): Promise<Rental | undefined> {
  if (!(await agreeOnPrice(services, found, request))) return undefined;
  const rented = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Renting…') },
    () => services.rentals.rent(found.offer.id, request, found.offer.machine_id),
  );
  await vscode.commands.executeCommand('gpuRental.instances.focus');
  if (rented.foundAfterwards) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'The service’s answer was lost, but the instance was created: {0}. Nothing was rented twice.',
        rented.instanceId,
      ),
    );
  }
  return { instanceId: rented.instanceId };
}

/** Milliseconds for which a price that was looked up counts as what it is now. */
const priceHolds = 15_000;

/**
 * Asks until the person agrees to a price that still holds when they have agreed, or stops.
 * @throws ApiError 'no_such_ask' when the offer went away meanwhile
 */
async function agreeOnPrice(
  services: Services,
  found: FoundOffer,
  request: CreateInstanceRequest,
): Promise<boolean> {
  let shown = rentCost(found, request).running;
  let current = await lookUp(services, found, request);
  for (;;) {
    const lookedUp = Date.now();
    if (!(await confirmRent(services.dialogs, current, request, shown))) return false;
    if (Date.now() - lookedUp < priceHolds) return true;
    shown = rentCost(current, request).running;
    current = await lookUp(services, found, request);
    const price = rentCost(current, request).running;
    if (shown === undefined || price === undefined || !isRise(shown, price)) return true;
  }
}

/** The offer as it is now, checked once more against the request. */
async function lookUp(
  services: Services,
  { offer }: FoundOffer,
  request: CreateInstanceRequest,
): Promise<FoundOffer> {
  const current = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Checking the price…') },
    () => services.offers.find(offer.id, request.disk ?? defaultDisk),
  );
  if (!current)
    throw new ApiError('no_such_ask', vscode.l10n.t('This offer was just taken by someone else.'));
  checked(request, current);
  return current;
}

/** Searches again as the person did, and proposes the offers most like the one that is gone. */
async function pickNearest(
  services: Services,
  gone: FoundOffer,
  disk: number,
): Promise<FoundOffer | undefined> {
  const { found } = await services.offers.search(gone.query);
  const nearest = nearestOffers(
    gone.offer,
    found.map(({ offer }) => offer),
  );
  const rows = nearest
    .flatMap((offer) => found.filter((one) => one.offer === offer))
    .map((one) => offerRow(one, disk));
  if (rows.length === 0) {
    throw new ApiError(
      'no_such_ask',
      vscode.l10n.t('This offer was just taken, and no other matches your search.'),
    );
  }
  const step = await pick(rows, {
    title: vscode.l10n.t('That offer was just taken'),
    placeholder: vscode.l10n.t('These are the most like it; Enter to go on with one'),
  });
  return step.kind === 'done' ? step.value.item?.found : undefined;
}

/** @throws ApiError 'invalid_request' that names every field that is wrong */
function checked(value: unknown, found: FoundOffer): CreateInstanceRequest {
  const result = checkLaunchRequest(value, { isBid: found.isBid, diskSpace: found.offer.disk_space });
  if (result.request) return result.request;
  throw new ApiError('invalid_request', problemSentence(result.problems));
}
