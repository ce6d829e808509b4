import type { CreateInstanceRequest } from '../api/requests';
import type { RentTerms } from '../views/confirmRent';
import { volumeFacts } from '../views/launch/volumeField';
import type { Services } from './services';

/** What a request costs beside its offer's price, asked for where the service has to be. */
export async function requestTerms(services: Services, request: CreateInstanceRequest): Promise<RentTerms> {
  const { volume_info: volume } = request;
  if (!volume?.create_new) return request;
  const { volumeRate } = await volumeFacts(services, volume);
  return { ...request, createsVolume: true, ...(volumeRate === undefined ? {} : { volumeRate }) };
}
