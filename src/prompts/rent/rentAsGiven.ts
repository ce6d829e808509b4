import type { CreateInstanceRequest } from '../../api/http/requests';
import type { Template } from '../../api/schemas/templates/template';
import type { AgreedSpending } from '../../domain/money/budget';
import { type RentTerms, termsOf } from '../../domain/launch/form/state';
import { resolveLaunch } from '../../domain/launch/launchPrecedence';
import { checkedRequest } from '../../domain/launch/launchRequest';
import { omitUndefined } from '../../domain/omitUndefined';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { type FoundOffer, requestFacts } from '../../stores/offers/offerStore';
import type { RentedInstance } from '../launch/launch';
import type { Services } from '../services';
import { confirmAndRent } from './confirmAndRent';
import { KeyBeforeRent } from './keyBeforeRent';
import { volumeFacts } from '../launch/fields/editVolume';

export interface RentAsGiven {
  who: AccountInUse;
  found: FoundOffer;
  request: CreateInstanceRequest;
  /** The template that the request names, if it was just loaded. */
  template?: Template;
  /** Consent was given: nothing is asked. */
  confirmed: boolean;
}

/** Rents an offer by a request that was made elsewhere; undefined when the person said no. @throws LocalError, ApiError */
export async function rentAsGiven(
  services: Services,
  { who, found, request, template, confirmed }: RentAsGiven,
): Promise<RentedInstance | undefined> {
  // A template that isn't known is only needed for the question.
  const isAsGiven = confirmed && !template;
  const terms = isAsGiven ? request : await requestTerms(services, request, template);
  const check = (current: FoundOffer): void =>
    void checkedRequest(sized(request, terms), requestFacts(current));
  check(found);
  const { id, machine_id: machineId } = found.offer;
  const rent = (before?: () => Promise<void>, agreed?: AgreedSpending): Promise<RentedInstance> =>
    services.rentQueue.rent(id, request, machineId, before, { who, agreed, disk: terms.disk });
  if (confirmed) mustBeInUse(services.accounts, who);
  else if (request.vm && !(await new KeyBeforeRent(services, who).mayRent(request))) return undefined;
  const rental = confirmed
    ? await rent()
    : await confirmAndRent(services, { who, found, terms }, check, rent);
  return rental && { instanceId: rental.instanceId };
}

/** A request with the disk that its template gives it, which the machine needs to have. */
export const sized = (request: CreateInstanceRequest, { disk }: RentTerms): CreateInstanceRequest => ({
  ...omitUndefined({ disk }),
  ...request,
});

/**
 * What a person is asked about: the request with what the service adds from its template, and what it costs in addition
 * to its offer's price, loaded from the service if necessary. @throws LocalError 'not_found' for an unknown template
 */
export async function requestTerms(
  services: Pick<Services, 'accounts' | 'log' | 'templates' | 'volumes'>,
  request: CreateInstanceRequest,
  known?: Template,
): Promise<RentTerms> {
  const { image_login: _, ...shown } = request;
  const { template_hash_id: hashId, volume_info: volume } = request;
  const template = known ?? (hashId ? await services.templates.find({ hashId }) : undefined);
  const { volumeRate } = volume?.create_new ? await volumeFacts(services, volume) : {};
  return termsOf(resolveLaunch(shown, template), omitUndefined({ template, volumeRate }));
}
