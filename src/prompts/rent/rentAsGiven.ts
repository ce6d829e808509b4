import type { CreateInstanceRequest } from '../../api/http/requests';
import type { AgreedSpending } from '../../domain/money/budget';
import { checkedRequest } from '../../domain/launch/launchRequest';
import { type AccountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { type FoundOffer, requestFacts } from '../../stores/offers/offerStore';
import type { RentedInstance } from '../launch/launch';
import type { Services } from '../services';
import { confirmAndRent } from './confirmAndRent';
import { KeyBeforeRent } from './keyBeforeRent';
import { omitUndefined } from '../../domain/omitUndefined';
import type { RentTerms } from '../../domain/launch/form/state';
import { volumeFacts } from '../launch/fields/editVolume';

export interface RentAsGiven {
  who: AccountInUse;
  found: FoundOffer;
  request: CreateInstanceRequest;
  /** The same with what a template says beside it, on which the price and the machine's disk depend. */
  whole?: CreateInstanceRequest;
  /** Consent was given: nothing is asked. */
  confirmed: boolean;
}

/** Rents an offer by a request that was made elsewhere; undefined when the person said no. @throws LocalError, ApiError */
export async function rentAsGiven(
  services: Services,
  { who, found, request, whole = request, confirmed }: RentAsGiven,
): Promise<RentedInstance | undefined> {
  const check = (current: FoundOffer): void => void checkedRequest(whole, requestFacts(current));
  check(found);
  const { id, machine_id: machineId } = found.offer;
  const rent = (before?: () => Promise<void>, agreed?: AgreedSpending): Promise<RentedInstance> =>
    services.rentQueue.rent(id, request, machineId, before, { who, agreed });
  if (confirmed) mustBeInUse(services.accounts, who);
  else if (request.vm && !(await new KeyBeforeRent(services, who).mayRent(request))) return undefined;
  const rental = confirmed
    ? await rent()
    : await confirmAndRent(services, { who, found, terms: await requestTerms(services, whole) }, check, rent);
  return rental && { instanceId: rental.instanceId };
}

/** What a request costs in addition to its offer's price, loaded from the service if necessary. */
export async function requestTerms(
  services: Pick<Services, 'accounts' | 'log' | 'volumes'>,
  request: CreateInstanceRequest,
): Promise<RentTerms> {
  const { volume_info: volume } = request;
  if (!volume?.create_new) return request;
  const { volumeRate } = await volumeFacts(services, volume);
  return { ...request, createsVolume: true, ...omitUndefined({ volumeRate }) };
}
