import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { callOnThisWindow } from './callOnThisWindow';

/** Stops the instance that this window is on, as `stopInstance` does. */
export const stopThisInstance = (
  services: Pick<Services, 'consent' | 'instances'>,
  call: Call,
): Promise<unknown> => callOnThisWindow(services, call, 'stopInstance');
