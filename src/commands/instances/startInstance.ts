import * as vscode from 'vscode';
import { confirmSpending } from '../../ask/confirmSpending';
import { sendStart } from '../../ask/sendStart';
import { formatPerHour } from '../../domain/money/cost';
import { type AccountInUse, accountInUse } from '../../stores/account/accountInUse';
import { showStartOutcome } from '../../views/instances/startMessage';
import type { Call } from '../call';
import { costOf, eachInstance, leftAsTheyAre, nameOf, namesOf } from './eachInstance';
import { targetInstances } from './targetInstance';
import type { Services } from '../../prompts/services';
import { ignore } from '../../log/log';
import { formatParagraphs } from '../../domain/format';

/** Starts stopped instances, which then cost money. Those in `queued` wait for a GPU that someone else has. */
export async function startInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[]; queued?: number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const ids = await targetInstances(services, call, vscode.l10n.t('Start'), ({ can }) => can.start);
  if (!ids) return undefined;
  const { confirmed } = call;
  const planned = ids.map((id) => ({ id, rate: costOf(services, [id]).running }));
  const asked = { ...question(services, call, ids), planned, confirmed };
  const agreed = await confirmSpending(services, who, asked);
  if (!agreed) return undefined;
  const queued: number[] = [];
  await eachInstance(services, who, ids, 'starting', async (_, id) => {
    const outcome = await sendStart(services, who, services.instances.get(id) ?? { id }, agreed);
    services.log.info(`Started instance ${id}: ${outcome}.`);
    const isTold = outcome === 'queued' && call.interactive;
    const why = 'it is started, only the reminder is missing';
    await services.starts.add(who.account.id, id, { isTold }).catch(ignore(services.log, why));
    if (outcome === 'queued') queued.push(id);
    if (isTold) tellQueued(services, who, id);
  });
  return { instanceIds: [...ids], ...(queued.length > 0 ? { queued } : {}) };
}

function tellQueued(
  { accounts, instances }: Pick<Services, 'accounts' | 'instances'>,
  { account }: AccountInUse,
  id: number,
): void {
  const instance = instances.get(id) ?? { id };
  void showStartOutcome({ kind: 'queued', instance }, accounts, account);
}

function question(services: Pick<Services, 'instances'>, call: Call, ids: readonly number[]) {
  const cost = formatPerHour(costOf(services, ids).running);
  const [first = 0] = ids;
  const isOne = ids.length === 1;
  return {
    message: isOne
      ? vscode.l10n.t('Start {0} for {1}?', nameOf(services, first), cost)
      : vscode.l10n.t('Start {0} instances for {1} in total?', ids.length, cost),
    detail: formatParagraphs(
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
