import { type PrepareOptions, prepareSsh, type PrepareServices } from './prepare';
import type { RemoteWindow } from './remoteWindow';

export interface Connected {
  alias: string;
  host: string;
  port: number;
  /** False when no extension for SSH windows is installed. */
  opened: boolean;
}

/** The way from an instance to an editor window on it. Undefined when the person said no to a question. */
export async function connectInstance(
  services: PrepareServices & { remoteWindow: RemoteWindow },
  instanceId: number,
  options: PrepareOptions & { remoteFolder: string },
): Promise<Connected | undefined> {
  const prepared = await prepareSsh(services, instanceId, options);
  if (!prepared) return undefined;
  const { alias, address } = prepared;
  const opened = services.remoteWindow.provider() !== undefined;
  if (opened) await services.remoteWindow.open(alias, options.remoteFolder);
  return { alias, host: address.host, port: address.port, opened };
}
