import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { Services } from '../../prompts/services';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';
import { nameOf } from '../instances/eachInstance';
import { targetInstance, type Suits } from '../instances/targetInstance';
import {
  copyLines,
  hasDisk,
  mustHaveDisk,
  pathOf,
  serviceCopy,
  type ServiceCopy,
  sourceProblem,
  targetProblem,
  trailingSlash,
} from './serviceCopy';

/**
 * Has the service copy files from one instance to another, also of stopped ones: `{instanceId, from, toInstanceId, to,
 * confirmed}` with absolute paths. Resolves at its end.
 *
 * @throws LocalError with the service's words when the copy failed
 */
export async function copyToOtherInstance(services: Services, call: Call): Promise<ServiceCopy | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Copy to Another Instance');
  const id = await targetInstance(services, call, title, hasDisk);
  if (id === undefined) return undefined;
  await mustHaveDisk(services, id);
  const name = nameOf(services, id);
  const from = await pathOf(call, 'from', {
    title,
    prompt: `${vscode.l10n.t('Path on {0} to copy.', name)} ${trailingSlash()}`,
    value: '/workspace/',
    validate: sourceProblem,
  });
  if (from === undefined) return undefined;
  const toInstanceId = await otherInstance(
    services,
    call,
    id,
    vscode.l10n.t('Copy {0} of {1} to', from, name),
  );
  if (toInstanceId === undefined) return undefined;
  if (toInstanceId === id)
    throw new LocalError('invalid_input', vscode.l10n.t('Select another instance to copy to.'));
  await mustHaveDisk(services, toInstanceId);
  const other = nameOf(services, toInstanceId);
  const to = await pathOf(call, 'to', {
    title,
    prompt: vscode.l10n.t('Folder on {0} to copy to', other),
    value: targetProblem(from) === undefined ? from : '/workspace/',
    validate: targetProblem,
  });
  if (to === undefined) return undefined;
  const [source, target] = [vscode.l10n.t('{0} of {1}', from, name), vscode.l10n.t('{0} of {1}', to, other)];
  const agreed = await confirmFor(services, who, {
    message: vscode.l10n.t('Have the service copy {0} to {1}?', source, target),
    detail: copyLines(services, { from: id, to: toInstanceId }),
    yes: vscode.l10n.t('Copy'),
    confirmed: call.confirmed,
  });
  if (!agreed) return undefined;
  const { copies } = who.client;
  return serviceCopy(services, who, call, {
    ...{ from: source, to: target, toldBy: toInstanceId },
    begin: () =>
      services.features.use('copies', () =>
        copies.copy({ instanceId: id, path: from }, { instanceId: toInstanceId, path: to }),
      ),
    cancel: () => copies.cancel(toInstanceId),
  });
}

/** @throws LocalError 'nothing_suits' if there is no other one */
async function otherInstance(
  services: Services,
  call: Call,
  id: number,
  title: string,
): Promise<number | undefined> {
  const { arguments: given, interactive } = call;
  const known = read(given, 'toInstanceId', interactive ? z.optional(z.int()) : z.int());
  if (known !== undefined) return known;
  const suits: Suits = (lifecycle, one) => hasDisk(lifecycle) && one.id !== id;
  const all = [...services.instances.state.instances.values()];
  if (!all.some((one) => suits(lifecycleOf(one), one)))
    throw new LocalError(
      'nothing_suits',
      vscode.l10n.t('There’s no other instance, running or stopped, to copy to.'),
    );
  return targetInstance(services, { ...call, instanceIds: [] }, title, suits);
}
