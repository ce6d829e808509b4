import * as vscode from 'vscode';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from './eachInstance';
import { restartInstances } from './restartInstances';
import { leftAsTheyAre, namesOf, paragraphs } from './several';

/** Stops and starts containers again: programs end, the disk and the GPU are kept. */
export function rebootInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  return restartInstances(services, call, {
    title: vscode.l10n.t('Reboot'),
    feature: 'reboot',
    deed: 'rebooting',
    question,
    run: async (client, id) => {
      await client.instances.reboot(id);
      services.log.info(`Rebooted instance ${id}.`);
    },
  });
}

function question(services: Pick<Services, 'instances'>, call: Call, ids: readonly number[]) {
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  return {
    message: isOne
      ? vscode.l10n.t('Reboot {0}?', nameOf(services, first))
      : vscode.l10n.t('Reboot {0} instances?', ids.length),
    detail: paragraphs(
      namesOf(services, ids),
      isOne
        ? vscode.l10n.t('Running programs end. The disk, the GPU and the price stay the same.')
        : vscode.l10n.t('Running programs end. The disks, the GPUs and the prices stay the same.'),
      leftAsTheyAre(services, call, ids),
    ),
    yes: vscode.l10n.t('Reboot'),
  };
}
