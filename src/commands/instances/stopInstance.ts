import * as vscode from 'vscode';
import { confirmFor } from '../../ask/confirmFor';
import { formatPerHour, formatRate } from '../../domain/money/cost';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { goingOn } from '../../prompts/runs/runsOnInstance';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { stillBilled } from '../stillBilled';
import { keptVolumes } from '../volumes/keptVolumes';
import { costNow, costOf, eachInstance, leftAsTheyAre, nameOf, namesOf, syncEntries } from './eachInstance';
import { targetInstances } from './targetInstance';
import type { Services } from '../../prompts/services';
import { formatParagraphs } from '../../domain/format';

/** Stops instances: compute is no longer billed, but their disks are. */
export async function stopInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const ids = await targetInstances(services, call, vscode.l10n.t('Stop'), ({ can }) => can.stop);
  if (!ids) return undefined;
  const { confirmed } = call;
  const asked = { ...(await question(services, who, call, ids)), confirmed };
  if (!(await confirmFor(services, who, asked))) return undefined;
  await eachInstance(services, who, ids, 'stopping', async (client, id) => {
    await client.instances.setState(id, 'stopped').catch((error: unknown) => {
      const cost = formatRate(costNow(services, [id]));
      throw stillBilled(error, {
        mayBe: vscode.l10n.t('It may not be stopped and may still cost {0}.', cost),
        is: vscode.l10n.t('It wasn’t stopped and still costs {0}.', cost),
      });
    });
    services.spending.did(who.account.id, 'stopped', id);
    services.log.info(`Stopped instance ${id}.`);
    await services.starts.take(who.account.id, id);
    await services.news.expectEnd(who.account.id, id);
  });
  await syncEntries(services);
  return { instanceIds: [...ids] };
}

function isWaiting(services: Pick<Services, 'instances'>, id: number): boolean {
  const instance = services.instances.get(id);
  return instance !== undefined && lifecycleOf(instance).phase === 'scheduling';
}

async function question(services: Services, who: AccountInUse, call: Call, ids: readonly number[]) {
  const cost = formatPerHour(costOf(services, ids).stopped);
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  return {
    message: isOne
      ? vscode.l10n.t('Stop {0}?', nameOf(services, first))
      : vscode.l10n.t('Stop {0} instances?', ids.length),
    detail: formatParagraphs(
      await goingOn(services, who, ids),
      namesOf(services, ids),
      isOne && isWaiting(services, first)
        ? vscode.l10n.t(
            'It stops waiting for its GPU. The disk is kept; storage still costs {0} until you destroy the instance.',
            cost,
          )
        : isOne
          ? vscode.l10n.t(
              'Running programs end and the GPU is released, so someone else may take it. The disk is kept; storage still costs {0} until you destroy the instance.',
              cost,
            )
          : vscode.l10n.t(
              'Running programs end and the GPUs are released, so others may take them. The disks are kept; storage still costs {0} in total until you destroy the instances.',
              cost,
            ),
      keptVolumes(services, ids),
      leftAsTheyAre(services, call, ids),
    ),
    yes: vscode.l10n.t('Stop'),
  };
}
