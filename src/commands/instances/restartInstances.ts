import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { isOutcomeUnknown } from '../../api/errors';
import { confirmFor } from '../../ask/confirmFor';
import type { Question } from '../../ask/dialogs';
import type { Call } from '../call';
import { losesWatch, noteDown, noteRecreated } from '../stops/afterRestart';
import { eachInstance, leftAsTheyAre, nameOf, namesOf, syncEntries } from './eachInstance';
import { knownInstance, orGone, targetInstances } from './targetInstance';
import { goingOn, unfetched } from '../../prompts/runs/runsOnInstance';
import type { Services } from '../../prompts/services';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import type { OptionalFeature } from '../../stores/account/optionalFeatures';
import type { Deed } from '../../stores/instances/underWay';
import { formatParagraphs } from '../../domain/format';
import { isOver, lacksResults } from '../../domain/runs/run';
import { ignore } from '../../log/log';

/** Stops and starts containers again: programs end, the disk and the GPU are kept. */
export function rebootInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  return restartInstances(services, call, {
    title: vscode.l10n.t('Reboot'),
    feature: 'reboot',
    deed: 'rebooting',
    question: rebootQuestion,
    run: async (client, id, account) => {
      await client.instanceActions.reboot(id);
      services.log.info(`Rebooted instance ${id}.`);
      await noteDown(services, account.id, id);
    },
  });
}

async function rebootQuestion(services: Services, who: AccountInUse, call: Call, ids: readonly number[]) {
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  return {
    message: isOne
      ? vscode.l10n.t('Reboot {0}?', nameOf(services, first))
      : vscode.l10n.t('Reboot {0} instances?', ids.length),
    detail: formatParagraphs(
      await goingOn(services, who, ids),
      namesOf(services, ids),
      isOne
        ? vscode.l10n.t('Running programs end. The disk, the GPU and the price stay the same.')
        : vscode.l10n.t('Running programs end. The disks, the GPUs and the prices stay the same.'),
      leftAsTheyAre(services, call, ids),
    ),
    yes: vscode.l10n.t('Reboot'),
  };
}

/** Creates containers again from their images: everything on their disks is lost, the GPU is kept. */
export async function recycleInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const recycled = await restartInstances(services, call, {
    title: vscode.l10n.t('Recreate'),
    feature: 'recycle',
    deed: 'recycling',
    question: recycleQuestion,
    run: async (client, id, account) => {
      await recycle(services, client, id);
      services.log.info(`Recycled instance ${id}.`);
      await noteRecreated(services, account.id, id, (run) => !isOver(run) || lacksResults(run));
    },
  });
  if (recycled) await syncEntries(services);
  return recycled;
}

/** If the answer is lost, the instance is looked at. */
async function recycle({ log }: Services, client: Client, id: number): Promise<void> {
  try {
    await client.instanceActions.recycle(id);
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const found = await client.instances.get(id).catch(ignore(log, 'the first failure is reported'));
    if (found?.actual_status !== 'recycling') throw error;
  }
}

async function recycleQuestion(services: Services, who: AccountInUse, call: Call, ids: readonly number[]) {
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  return {
    message: isOne
      ? vscode.l10n.t('Recreate {0} from its image and lose everything on its disk?', nameOf(services, first))
      : vscode.l10n.t(
          'Recreate {0} instances from their images and lose everything on their disks?',
          ids.length,
        ),
    detail: formatParagraphs(
      await goingOn(services, who, ids),
      await unfetched(services, who, ids),
      namesOf(services, ids),
      isOne
        ? vscode.l10n.t(
            'Running programs end, and the container is made anew from its image. Files, installed packages and results on its disk are deleted. This can’t be undone. The GPU and the price stay the same.',
          )
        : vscode.l10n.t(
            'Running programs end, and the containers are made anew from their images. Files, installed packages and results on their disks are deleted. This can’t be undone. The GPUs and the prices stay the same.',
          ),
      await losesWatch(services, who, ids),
      leftAsTheyAre(services, call, ids),
    ),
    yes: vscode.l10n.t('Recreate'),
    warns: true,
  };
}

/** A way to restart instances. */
interface Restart {
  title: string;
  feature: OptionalFeature;
  deed: Deed;
  question: (services: Services, who: AccountInUse, call: Call, ids: readonly number[]) => Promise<Question>;
  run: (client: Client, id: number, account: AccountInUse['account']) => Promise<void>;
}

/** Restarts the instances of a call after the person's consent; undefined if there is none. */
async function restartInstances(
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
  const asked = await question(services, who, call, ids);
  if (!(await confirmFor(services, who, { ...asked, confirmed }))) return undefined;
  await eachInstance(services, who, ids, deed, (client, id) =>
    services.features.use(feature, () => orGone(client, id, () => run(client, id, who.account))),
  );
  return { instanceIds: [...ids] };
}
