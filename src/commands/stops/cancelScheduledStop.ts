import * as vscode from 'vscode';
import { accountInUse } from '../../stores/account/accountInUse';
import { confirmFor } from '../../ask/confirmFor';
import { formatList } from '../../domain/format';
import { type Call, isAgreed } from '../call';
import type { Services } from '../../prompts/services';
import { cancelStops } from './cancelStop';
import { nameOf } from '../instances/eachInstance';
import { targetInstances } from '../instances/targetInstance';

/** Calls off what is scheduled for an instance, or for several. @throws LocalError 'nothing_suits' if nothing is */
export async function cancelScheduledStop(
  services: Services,
  call: Call,
): Promise<{ instanceId: number } | { instanceIds: readonly number[] } | undefined> {
  const who = accountInUse(services.accounts);
  const { account } = who;
  const stops = await services.scheduledStops.read(account.id);
  const title = vscode.l10n.t('Cancel Scheduled Stop');
  const ids = await targetInstances(services, call, title, (_, instance) => stops.has(instance.id));
  if (!ids) return undefined;
  const agreed = await confirmFor(services, who, {
    confirmed: isAgreed(call),
    message: vscode.l10n.t(
      'Cancel the scheduled stop of {0}?',
      formatList(ids.map((id) => nameOf(services, id))),
    ),
    detail: vscode.l10n.t('Without it, what runs costs money until you stop it.'),
    yes: title,
    warns: true,
  });
  if (!agreed) return undefined;
  await cancelStops(services, account.id, ids);
  const [instanceId = 0] = ids;
  return ids.length === 1 ? { instanceId } : { instanceIds: ids };
}
