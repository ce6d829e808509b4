import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Instance } from '../../api/schemas/instances/instance';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { prepareSsh } from '../prepareSsh';
import type { PrepareOptions, PrepareServices } from '../prepareServices';
import type { Tunnels } from '../tunnels';

/** Where Jupyter listens inside the instance (specification, "Runtype values"). */
export const jupyterPort = 8080;

/** Whether its launch mode has Jupyter. True where the service doesn't tell. */
const mayHaveJupyter = ({ image_runtype: runtype }: Pick<Instance, 'image_runtype'>): boolean =>
  !runtype || runtype.includes('jupyter');

/** Whether Jupyter runs on it now, as far as the service tells. */
export const runsJupyter = (instance: SharedInstance): boolean =>
  instance.id > 0 &&
  lifecycleOf(instance).phase === 'running' &&
  instance.image_runtype?.includes('jupyter') === true;

/** The token of an instance's Jupyter. It is passed on in memory only. @throws LocalError 'not_possible' without Jupyter */
export function jupyterToken(instance: Instance): string | undefined {
  if (mayHaveJupyter(instance)) return instance.jupyter_token;
  throw new LocalError('not_possible', vscode.l10n.t('This instance’s launch mode doesn’t include Jupyter.'));
}

/**
 * Opens a tunnel to Jupyter on an instance, whether or not it uses TLS there. Undefined if the person said no.
 *
 * @throws TunnelError; CancelledError
 */
export async function tunnelToJupyter(
  services: PrepareServices & { tunnels: Tunnels },
  id: number,
  options: PrepareOptions,
): Promise<number | undefined> {
  if (!(await prepareSsh(services, id, options))) return undefined;
  const { localPort } = await services.tunnels.openPlain(id, jupyterPort, { signal: options.signal });
  return localPort;
}
