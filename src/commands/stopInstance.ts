import * as vscode from 'vscode';
import { formatPerHour, hourlyCost } from '../domain/cost';
import type { Call } from './call';
import { eachInstance, nameOf } from './eachInstance';
import { targetInstances } from './pickInstance';
import type { Services } from './services';

/** Stops instances: compute is not billed any more, their disks are. */
export async function stopInstance(
  services: Services,
  call: Call,
): Promise<{ instanceIds: number[] } | undefined> {
  const ids = await targetInstances(services, call, vscode.l10n.t('Stop'), ({ can }) => can.stop);
  if (!ids) return undefined;
  if (!call.confirmed && !(await services.dialogs.confirm(question(services, ids)))) return undefined;
  await eachInstance(services, ids, async (client, id) => {
    await client.setInstanceState(id, 'stopped');
    await services.awaited.take(services.accounts.active?.id ?? '', id);
  });
  // Done is done: what fails here is said where the entries are kept.
  await services.sshEntries.sync().catch(() => undefined);
  return { instanceIds: [...ids] };
}

function question(services: Services, ids: readonly number[]) {
  const prices = ids
    .map((id) => services.instances.get(id))
    .map((one) => (one ? hourlyCost(one).stopped : undefined));
  const known = prices.filter((price) => price !== undefined);
  const disk = known.length === prices.length ? known.reduce((sum, price) => sum + price, 0) : undefined;
  const [first = 0] = ids;
  return {
    message:
      ids.length === 1
        ? vscode.l10n.t('Stop {0}?', nameOf(services, first))
        : vscode.l10n.t('Stop {0} instances?', ids.length),
    detail: vscode.l10n.t(
      'Running programs end and the GPU is released; someone else may take it. The disk is kept and goes on costing {0} until you destroy the instance.',
      formatPerHour(disk),
    ),
    yes: vscode.l10n.t('Stop'),
  };
}
