import * as vscode from 'vscode';
import { formatPerHour, hourlyCost } from '../domain/cost';
import type { Call } from './call';
import { eachInstance, nameOf } from './eachInstance';
import { targetInstances } from './pickInstance';
import type { Services } from './services';

/** Starts stopped instances, which costs money from then on. */
export async function startInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const ids = await targetInstances(services, call, vscode.l10n.t('Start'), ({ can }) => can.start);
  if (!ids) return undefined;
  if (!call.confirmed && !(await services.dialogs.confirm(question(services, ids)))) return undefined;
  await eachInstance(services, ids, async (client, id) => {
    await client.setInstanceState(id, 'running');
    await services.awaited.add(services.accounts.active?.id ?? '', id).catch(() => undefined);
  });
  return { instanceIds: [...ids] };
}

function question(services: Services, ids: readonly number[]) {
  const prices = ids
    .map((id) => services.instances.get(id))
    .map((one) => (one ? hourlyCost(one).running : undefined));
  const known = prices.filter((price) => price !== undefined);
  const total = known.length === prices.length ? known.reduce((sum, price) => sum + price, 0) : undefined;
  const [first = 0] = ids;
  return {
    message:
      ids.length === 1
        ? vscode.l10n.t('Start {0} for {1}?', nameOf(services, first), formatPerHour(total))
        : vscode.l10n.t('Start {0} instances for {1} together?', ids.length, formatPerHour(total)),
    detail: vscode.l10n.t('A GPU that someone else took meanwhile must be waited for.'),
    yes: vscode.l10n.t('Start'),
  };
}
