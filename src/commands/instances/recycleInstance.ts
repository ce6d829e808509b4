import * as vscode from 'vscode';
import { ignore } from '../../log/log';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from './eachInstance';
import { restartInstances } from './restartInstances';
import { leftAsTheyAre, namesOf, paragraphs } from './several';

/** Creates containers again from their images: everything on their disks is lost, the GPU is kept. */
export async function recycleInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const recycled = await restartInstances(services, call, {
    title: vscode.l10n.t('Recycle'),
    feature: 'recycle',
    deed: 'recycling',
    question,
    run: async (client, id) => {
      await client.instances.recycle(id);
      services.log.info(`Recycled instance ${id}.`);
      // The new container creates its own host keys.
      services.sshEntries.forget([id]);
    },
  });
  const why = 'the action is done; the ssh entries report the error';
  if (recycled) await services.sshEntries.sync().catch(ignore(services.log, why));
  return recycled;
}

function question(services: Pick<Services, 'instances'>, call: Call, ids: readonly number[]) {
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  return {
    message: isOne
      ? vscode.l10n.t('Recycle {0} and lose everything on its disk?', nameOf(services, first))
      : vscode.l10n.t('Recycle {0} instances and lose everything on their disks?', ids.length),
    detail: paragraphs(
      namesOf(services, ids),
      isOne
        ? vscode.l10n.t(
            'Running programs end, and the container is made anew from its image. Files, installed packages and results on its disk are deleted. This can’t be undone. The GPU and the price stay the same.',
          )
        : vscode.l10n.t(
            'Running programs end, and the containers are made anew from their images. Files, installed packages and results on their disks are deleted. This can’t be undone. The GPUs and the prices stay the same.',
          ),
      leftAsTheyAre(services, call, ids),
    ),
    yes: vscode.l10n.t('Recycle'),
    warns: true,
  };
}
