import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { callCommand } from '../../commandNames';
import type { Call } from '../call';
import { isAliasOf, type ListServices } from '../../connect/lastLists';
import { instanceOfWindow } from '../../connect/window/followWindow';
import type { Services } from '../../prompts/services';
import { knownInstance } from './targetInstance';
import { sameCall } from '../call';

type ThisServices = ListServices & Pick<Services, 'accounts' | 'consent' | 'instances'>;

/** Stops the instance that this window is on, as `stopInstance` does. */
export const stopThisInstance = (services: ThisServices, call: Call): Promise<unknown> =>
  callOnThisWindow(services, call, 'stopInstance');

/** Destroys the instance that this window is on, as `destroyInstance` does. */
export const destroyThisInstance = (services: ThisServices, call: Call): Promise<unknown> =>
  callOnThisWindow(services, call, 'destroyInstance');

/**
 * Calls a command for the instance that this window is on, with the same consent.
 *
 * @throws LocalError 'not_found' if it is on none, or on one that the account in use doesn't have
 */
async function callOnThisWindow(
  services: ThisServices,
  call: Call,
  command: 'stopInstance' | 'destroyInstance',
): Promise<unknown> {
  const instanceId = instanceOfWindow();
  if (instanceId === undefined)
    throw new LocalError('not_found', vscode.l10n.t('This window isn’t on one of your instances.'));
  await knownInstance(services, instanceId);
  const { active } = services.accounts;
  if (active && !(await isAliasOf(services, active.baseUrl, instanceId)))
    throw new LocalError(
      'not_found',
      vscode.l10n.t('This window is on instance {0}, which isn’t in the account in use.', instanceId),
    );
  return callCommand(command, sameCall(services, call, instanceId));
}
