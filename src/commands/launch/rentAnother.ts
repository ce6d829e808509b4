import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { defined } from '../../domain/defined';
import { checkedRequest } from '../../domain/launch/launchRequest';
import { type RentedInstance } from '../../prompts/launch/launch';
import { launchLike, rentLike } from '../../prompts/launch/launchLike';
import { rentAsGiven } from '../../prompts/rent/rentAsGiven';
import { accountInUse } from '../../stores/account/accountInUse';
import { requestFacts } from '../../stores/offers/offerStore';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { wholeInstance } from '../instances/wholeInstance';
import { targetInstance } from '../instances/targetInstance';

/**
 * Rents another instance like one: `{instanceId, offerId, request, confirmed}`, where `request` overrides what the
 * instance has. Without an offer a search for the same GPU is shown, and the launch form filled in.
 */
export async function rentAnother(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const who = accountInUse(services.accounts);
  const id = await targetInstance(services, call, vscode.l10n.t('Rent Another Like This'));
  if (id === undefined) return undefined;
  const instance = await wholeInstance(services, who, id);
  if (!instance) return undefined;
  const like = launchLike(services, instance);
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  if (offerId === undefined) return rentLike(services, like);
  const found = await services.offers.get(offerId);
  const given = read(call.arguments, 'request', z._default(z.record(z.string(), z.unknown()), {}));
  const { draft, env, disk } = like;
  const request = checkedRequest({ ...draft, ...defined({ disk }), env, ...given }, requestFacts(found));
  return rentAsGiven(services, { who, found, request, confirmed: call.confirmed });
}
