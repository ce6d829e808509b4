import type { Call } from '../call';
import type { Services } from '../services';
import { callOnThisWindow } from './callOnThisWindow';

/** Stops the instance that this window is on, as `stopInstance` does. */
export const stopThisInstance = (services: Services, call: Call): Promise<unknown> =>
  callOnThisWindow(services, call, 'stopInstance');
