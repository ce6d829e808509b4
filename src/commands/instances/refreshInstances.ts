import { inView } from '../../ask/notify';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';

/** Resolves after a complete list that was requested after this call, with the ssh entries updated. */
export async function refreshInstances(
  services: Pick<Services, 'instances' | 'sshEntries'>,
  { interactive }: Call,
): Promise<{ count: number }> {
  await inView(interactive && 'instances', async () => {
    await services.instances.refresh();
    await services.sshEntries.sync();
  });
  return { count: services.instances.state.instances.size };
}
