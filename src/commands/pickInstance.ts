import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { Instance } from '../api/schemas/instance';
import { instanceName } from '../connect/instanceName';
import { formatPerHour, hourlyCost } from '../domain/cost';
import { type Lifecycle, lifecycleOf } from '../domain/lifecycle';
import { pick } from '../views/wizard/steps';
import type { Call } from './call';
import type { Services } from './services';

/**
 * The instances a command is about: those of the call, else one that the person picks from those that `suits`. Of
 * several that a person selected, only those that it suits. Undefined when they picked none.
 * @throws ApiError 'not_found' when there is none
 */
export async function targetInstances(
  services: Services,
  call: Call,
  title: string,
  suits: (lifecycle: Lifecycle) => boolean = () => true,
): Promise<readonly number[] | undefined> {
  const { instances } = services.instances.state;
  const isSelection = call.interactive && call.instanceIds.length > 1;
  if (call.instanceIds.length > 0 && !isSelection) return call.instanceIds;
  const candidates = [...instances.values()].filter((one) => suits(lifecycleOf(one)));
  const selected = call.instanceIds.filter((id) => candidates.some((one) => one.id === id));
  if (candidates.length === 0 || (isSelection && selected.length === 0)) {
    throw new ApiError('not_found', vscode.l10n.t('There is no instance that this could be done with.'));
  }
  if (isSelection) return selected;
  const step = await pick(candidates.map(row), { title, placeholder: vscode.l10n.t('Choose an instance') });
  return step.kind === 'done' && step.value.item ? [step.value.item.id] : undefined;
}

/** Like `targetInstances`, for commands about exactly one. */
export async function targetInstance(
  services: Services,
  call: Call,
  title: string,
  suits?: (lifecycle: Lifecycle) => boolean,
): Promise<number | undefined> {
  return (await targetInstances(services, call, title, suits))?.[0];
}

/** What the store knows, after one more look when it knows nothing. @throws ApiError 'not_found' */
export async function knownInstance(services: Services, id: number): Promise<Instance> {
  if (!services.instances.get(id)) await services.instances.refresh();
  const instance = services.instances.get(id);
  if (!instance) throw new ApiError('not_found', vscode.l10n.t('There is no instance {0}.', id));
  return instance;
}

function row(instance: Instance) {
  return {
    id: instance.id,
    label: instanceName(instance),
    description: `${lifecycleOf(instance).word} · ${formatPerHour(hourlyCost(instance).now)}`,
  };
}
