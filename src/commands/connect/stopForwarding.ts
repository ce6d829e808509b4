import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { portNumber } from './portArguments';

/** Ends the tunnel of one port. */
export async function stopForwarding(
  services: Pick<Services, 'tunnels'>,
  call: Call,
): Promise<{ stopped: boolean } | undefined> {
  const [id] = call.instanceIds;
  if (id === undefined) return undefined;
  return { stopped: await services.tunnels.close(id, read(call.arguments, 'remotePort', portNumber)) };
}
