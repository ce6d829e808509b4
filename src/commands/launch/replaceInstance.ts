import * as vscode from 'vscode';
import { callCommand } from '../../commandNames';
import { CallFor } from '../../ask/personCall';
import type { RentedInstance } from '../../prompts/launch/launch';
import { launchLike, rentLike } from '../../prompts/launch/launchLike';
import { accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { InstanceNode } from '../../views/instances/instanceNodes';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { wholeInstance } from '../instances/wholeInstance';
import { targetInstance } from '../instances/targetInstance';

/**
 * Destroys an instance that does not start, and searches for the same GPU on other machines, the launch form filled in
 * as it was. Searches leave its machine out for a day.
 */
export async function replaceInstance(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Destroy and Try Another Offer');
  const id = await targetInstance(services, call, title, ({ hopeless }) => hopeless);
  if (id === undefined) return undefined;
  // While it still exists: afterwards its data is gone.
  const instance = await wholeInstance(services, who, id);
  if (!instance) return undefined;
  const { consent } = services;
  const argument = call.interactive
    ? new InstanceNode(id)
    : { instanceId: id, ...(call.confirmed ? { confirmed: consent } : {}) };
  if (!(await callCommand('destroyInstance', new CallFor(call.askedBy, argument)))) return undefined;
  const { machine_id: machine } = instance;
  if (machine !== undefined) await services.badMachines.add(who.account.id, machine);
  mustBeInUse(services.accounts, who);
  return rentLike(services, launchLike(services, instance));
}
