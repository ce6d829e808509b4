import type { CreateInstanceRequest } from '../../api/http/requests';
import { defined } from '../../domain/defined';
import type { RentTerms } from '../../domain/launch/form/state';
import { volumeFacts } from '../launch/fields/editVolume';
import type { Services } from '../services';

/** What a request costs in addition to its offer's price, loaded from the service if necessary. */
export async function requestTerms(
  services: Pick<Services, 'accounts' | 'log' | 'volumes'>,
  request: CreateInstanceRequest,
): Promise<RentTerms> {
  const { volume_info: volume } = request;
  if (!volume?.create_new) return request;
  const { volumeRate } = await volumeFacts(services, volume);
  return { ...request, createsVolume: true, ...defined({ volumeRate }) };
}
