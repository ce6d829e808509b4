import { confirmFor } from '../../ask/confirmFor';
import { prepareSsh } from '../../connect/prepareSsh';
import type { Progress } from '../../prompts/connectProgress';
import { replaceQuestion } from '../../prompts/runs/copyQuestion';
import type { RunPlan, Sending } from '../../prompts/runs/planWords';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { nameOf } from '../instances/eachInstance';
import { sendAll } from '../runs/sending';
import type { Ways } from './beginTogether';

/** How a person's or a program's call reaches machines and sends what was agreed to. */
export function waysOf(
  services: Services,
  { confirmed, interactive }: Call,
  sendings: readonly Sending[],
  progress: Progress,
  { startAgreed = {} }: Pick<RunPlan, 'startAgreed'>,
): Ways {
  let replacing: Promise<boolean> | undefined;
  return {
    connect: async (id, signal) => {
      const options = { ...progress, signal, confirmed, startAgreed, interactive };
      const prepared = await prepareSsh(services, id, options);
      return prepared && { id, remote: prepared.remote };
    },
    send: ({ id, remote }, isWatched, begin) =>
      sendAll(
        services,
        {
          ...{ instanceId: id, remote, isWatched, begin },
          // Asked once for all machines.
          mayReplace: (paths) =>
            (replacing ??= confirmFor(services, accountInUse(services.accounts), {
              ...replaceQuestion(nameOf(services, id), paths),
              confirmed,
            })),
        },
        sendings,
        progress,
      ),
    nameOf: (id) => nameOf(services, id),
  };
}
