import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { filtersOf, launchOfTemplate } from '../domain/launchPrecedence';
import type { FoundOffer } from '../stores/offerStore';
import { rentAsAgreed } from './agreeOnPrice';
import { type Call, read } from './call';
import { launch } from './launchFlow';
import { startingState } from './launchState';
import { targetTemplate } from './pickTemplate';
import { checkedRequest, knownOffer, type Rental, rentalOf, searchAndRent } from './rentOffer';
import { requestTerms } from './requestTerms';
import type { Services } from './services';

/**
 * Rents from a template: `{hashId | templateId, offerId, request, confirmed}`. What `request` says overrides the
 * template by the specified rules; a person gets the launch form, and sees what comes of both before renting.
 */
export async function rentFromTemplate(services: Services, call: Call): Promise<Rental | undefined> {
  const template = await targetTemplate(services, call, vscode.l10n.t('Rent from Template'));
  if (!template) return undefined;
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) {
    const { disk } = launchOfTemplate(template);
    return searchAndRent(
      services,
      { defaults: filtersOf(template), ...(disk === undefined ? {} : { disk }) },
      { template },
    );
  }
  const found = await knownOffer(services, offerId);
  if (call.arguments.request === undefined && !call.confirmed) {
    return rentalOf(await launch(services, found, startingState(found, { template })));
  }
  const given = read(call.arguments, 'request', z._default(z.record(z.string(), z.unknown()), {}));
  const request = checkedRequest({ ...given, template_hash_id: template.hash_id }, found);
  // What the price and the machine's disk depend on is the template's where the request does not say it.
  const { disk, image } = launchOfTemplate(template);
  const whole = {
    ...(disk === undefined ? {} : { disk }),
    ...(image === undefined ? {} : { image }),
    ...request,
  };
  const check = (current: FoundOffer): void => void checkedRequest(whole, current);
  check(found);
  const rent = (before?: () => Promise<void>): Promise<Rental> =>
    services.rentals.rent(offerId, request, found.offer.machine_id, before);
  const rental = call.confirmed
    ? await rent()
    : await rentAsAgreed(services, found, await requestTerms(services, whole), check, rent);
  return rental && { instanceId: rental.instanceId };
}
