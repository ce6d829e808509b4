import type { Client } from '../../api/client';
import { confirmFor } from '../../ask/confirmFor';
import type { Question } from '../../ask/dialogs';
import type { OptionalFeature } from '../../stores/account/optionalFeatures';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Deed } from '../../stores/instances/underWay';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { eachInstance } from './eachInstance';
import { knownInstance, targetInstances } from './targetInstance';

/** A way to restart instances. */
export interface Restart {
  title: string;
  feature: OptionalFeature;
  deed: Deed;
  question: (services: Services, call: Call, ids: readonly number[]) => Question;
  run: (client: Client, id: number) => Promise<void>;
}

/** Restarts the instances of a call after the person's consent; undefined if there is none. */
export async function restartInstances(
  services: Services,
  call: Call,
  { title, feature, deed, question, run }: Restart,
): Promise<{ instanceIds: number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const ids = await targetInstances(services, call, title, ({ can }) => can.reboot);
  if (!ids) return undefined;
  // For a missing instance, the answer would look like a missing endpoint.
  await Promise.all(ids.map((id) => knownInstance(services, id)));
  const { confirmed } = call;
  if (!(await confirmFor(services, who, { ...question(services, call, ids), confirmed }))) return undefined;
  await eachInstance(services, who, ids, deed, (client, id) =>
    services.features.use(feature, () => run(client, id)),
  );
  return { instanceIds: [...ids] };
}
