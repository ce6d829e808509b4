import * as vscode from 'vscode';
import { accountInUse } from '../../stores/accountInUse';
import type { Call } from '../call';
import type { Services } from '../services';
import { cancelStops } from './cancelStop';
import { targetInstances } from './targetInstance';

/** Calls off what is scheduled for an instance, or for several. @throws LocalError 'nothing_suits' if nothing is */
export async function cancelScheduledStop(
  services: Services,
  call: Call,
): Promise<{ instanceId: number } | { instanceIds: readonly number[] } | undefined> {
  const { account } = accountInUse(services.accounts);
  const stops = await services.scheduledStops.read(account.id);
  const title = vscode.l10n.t('Cancel Scheduled Stop');
  const ids = await targetInstances(services, call, title, (_, instance) => stops.has(instance.id));
  if (!ids) return undefined;
  await cancelStops(services, account.id, ids);
  const [instanceId = 0] = ids;
  return ids.length === 1 ? { instanceId } : { instanceIds: ids };
}
