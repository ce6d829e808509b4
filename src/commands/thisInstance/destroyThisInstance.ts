import type { Call } from '../call';
import type { Services } from '../services';
import { callOnThisWindow } from './callOnThisWindow';

/** Destroys the instance that this window is on, as `destroyInstance` does. */
export const destroyThisInstance = (services: Services, call: Call): Promise<unknown> =>
  callOnThisWindow(services, call, 'destroyInstance');
