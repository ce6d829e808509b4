import * as vscode from 'vscode';
import { confirmSpending, sendAgreed } from '../../connect/confirmSpending';
import { formatPerHour } from '../../domain/cost';
import { accountInUse } from '../../stores/accountInUse';
import type { Call } from '../call';
import { eachInstance, nameOf } from './eachInstance';
import { costOf, leftAsTheyAre, namesOf, paragraphs } from './several';
import { targetInstances } from './targetInstance';
import type { Services } from '../services';
import { ignore } from '../../log/log';

/** Starts stopped instances, which then cost money. */
export async function startInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const ids = await targetInstances(services, call, vscode.l10n.t('Start'), ({ can }) => can.start);
  if (!ids) return undefined;
  const { confirmed } = call;
  const planned = ids.map((id) => ({ id, rate: costOf(services, [id]).running }));
  const asked = { ...question(services, call, ids), planned, confirmed };
  const agreed = await confirmSpending(services, who, asked);
  if (!agreed) return undefined;
  await eachInstance(services, who, ids, 'starting', async (client, id) => {
    const send = () => client.instances.setState(id, 'running');
    await sendAgreed(services, who.account.id, id, agreed, send);
    services.log.info(`Started instance ${id}.`);
    const why = 'it is started, only the reminder is missing';
    await services.pendingStart.add(who.account.id, id).catch(ignore(services.log, why));
  });
  return { instanceIds: [...ids] };
}

function question(services: Services, call: Call, ids: readonly number[]) {
  const cost = formatPerHour(costOf(services, ids).running);
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  return {
    message: isOne
      ? vscode.l10n.t('Start {0} for {1}?', nameOf(services, first), cost)
      : vscode.l10n.t('Start {0} instances for {1} in total?', ids.length, cost),
    detail: paragraphs(
      namesOf(services, ids),
      isOne
        ? vscode.l10n.t('If the GPU is taken, the instance waits for it.')
        : vscode.l10n.t('If a GPU is taken, its instance waits for it.'),
      leftAsTheyAre(services, call, ids),
    ),
    yes: vscode.l10n.t('Start'),
    yesUntil: (time: string) => vscode.l10n.t('Start and Stop at {0}', time),
  };
}
