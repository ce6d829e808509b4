import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { callOnThisWindow } from './callOnThisWindow';

/** Destroys the instance that this window is on, as `destroyInstance` does. */
export const destroyThisInstance = (
  services: Pick<Services, 'consent' | 'instances'>,
  call: Call,
): Promise<unknown> => callOnThisWindow(services, call, 'destroyInstance');
