import { confirmFor } from '../../ask/confirmFor';
import { prepareSsh, tellStarted } from '../../connect/prepareSsh';
import type { Progress } from '../../prompts/connectProgress';
import { replaceQuestion } from '../../prompts/runs/copyQuestion';
import type { RunPlan, Sending } from '../../prompts/runs/planWords';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { nameOf } from '../instances/eachInstance';
import { askBefore, type MayReplace, sendAll } from '../runs/sending';
import type { Ways } from './beginTogether';

interface StartingWays extends Ways {
  /** If nothing begins, the person is told of each instance that was started for it. */
  orTellStarted: <Begun>(begin: () => Promise<Begun | undefined>) => Promise<Begun | undefined>;
}

/** How a person's or a program's call reaches machines and sends what was agreed to. */
export function waysOf(
  services: Services,
  { confirmed, interactive }: Call,
  sendings: readonly Sending[],
  progress: Progress,
  { startAgreed = {} }: Pick<RunPlan, 'startAgreed'>,
): StartingWays {
  const nothingBegan = Promise.withResolvers<undefined>();
  let mayGoOn = Promise.resolve(true);
  const agreed = new Set<string>();
  // For each machine by itself: nobody agrees to files that they haven't seen. After a no, nobody is asked any more.
  const mayReplace =
    (id: number): MayReplace =>
    (to, all) =>
      (mayGoOn = mayGoOn.then(async (isAgreed) => {
        const keyOf = (path: string) => `${id} ${to}/${path}`;
        const paths = all.filter((path) => !agreed.has(keyOf(path)));
        if (!isAgreed || paths.length === 0) return isAgreed;
        for (const path of paths) agreed.add(keyOf(path));
        const question = replaceQuestion(nameOf(services, id), paths);
        return confirmFor(services, accountInUse(services.accounts), { ...question, confirmed });
      }));
  return {
    connect: async (id, signal) => {
      const options = { ...progress, signal, confirmed, startAgreed, interactive };
      const who = accountInUse(services.accounts);
      const instance = services.instances.get(id) ?? { id };
      const prepared = await prepareSsh(services, id, options);
      if (!prepared) return undefined;
      if (prepared.wasStarted) void nothingBegan.promise.then(() => tellStarted(services, who, instance));
      await askBefore(prepared.remote, sendings, signal, mayReplace(id));
      return { id, remote: prepared.remote };
    },
    send: ({ id, remote }, isWatched, begin) =>
      sendAll(
        services,
        { instanceId: id, remote, isWatched, begin, mayReplace: mayReplace(id) },
        sendings,
        progress,
      ),
    nameOf: (id) => nameOf(services, id),
    orTellStarted: async (begin) => {
      let begun;
      try {
        return (begun = await begin());
      } finally {
        if (begun === undefined) nothingBegan.resolve(undefined);
      }
    },
  };
}
