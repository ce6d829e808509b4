import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { filtersOf, launchOfTemplate } from '../../domain/launch/launchPrecedence';
import { checkedRequest } from '../../domain/launch/launchRequest';
import { accountInUse } from '../../stores/account/accountInUse';
import { requestFacts } from '../../stores/offers/offerStore';
import { rentAsGiven } from '../../prompts/rent/rentAsGiven';
import { type Call, read } from '../call';
import { firstInstance, launch, type RentedInstance } from '../../prompts/launch/launch';
import { startingState } from '../../prompts/launch/launchState';
import { targetTemplate } from './targetTemplate';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import type { Services } from '../../prompts/services';

/**
 * Rents from a template: `{hashId | templateId, offerId, request, confirmed}`. `request` overrides the template by the
 * specified rules. A person gets the launch form and sees the result before renting.
 */
export async function rentFromTemplate(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const who = accountInUse(services.accounts);
  const template = await targetTemplate(services, call, vscode.l10n.t('Rent from Template'));
  if (!template) return undefined;
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) {
    const { disk } = launchOfTemplate(template);
    return searchAndRent(services, { defaults: filtersOf(template), disk }, { template });
  }
  const found = await services.offers.get(offerId);
  if (call.arguments.request === undefined && !call.confirmed) {
    return firstInstance(await launch(services, found, startingState(found, { template })));
  }
  const given = read(call.arguments, 'request', z._default(z.record(z.string(), z.unknown()), {}));
  const request = checkedRequest({ ...given, template_hash_id: template.hash_id }, requestFacts(found));
  return rentAsGiven(services, { who, found, request, template, confirmed: call.confirmed });
}
