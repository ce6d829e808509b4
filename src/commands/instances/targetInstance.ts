import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { isNotFound } from '../../api/errors';
import { LocalError } from '../../api/localError';
import type { Instance } from '../../api/schemas/instances/instance';
import { instanceName } from '../../ask/instanceName';
import type { Call } from '../call';
import { type Lifecycle, lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatRate } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { whenListed } from '../../connect/waitUntilRunning';
import { formatFacts, formatList } from '../../domain/format';
import { nameOf } from './eachInstance';

/** Whether a command can be done with an instance now. */
export type Suits = (lifecycle: Lifecycle, instance: SharedInstance) => boolean;
export const isRunning: Suits = ({ phase }) => phase === 'running';
/** What a person sees of an instance in addition to its name, state and price. */
type Words = (instance: SharedInstance) => string;

/**
 * The instances a command is about: those of the call, else one that the person picks from those that `suits`, or the
 * only one. Of several that a person selected, only those that it suits. Undefined when they picked none.
 * @throws LocalError 'nothing_suits' when there is none, 'nothing_yet' if none is rented
 */
export async function targetInstances(
  services: Pick<Services, 'instances'>,
  call: Call,
  title: string,
  suits: Suits = () => true,
  words: Words = () => '',
): Promise<readonly number[] | undefined> {
  const { instances } = services.instances.state;
  const isSelection = call.interactive && call.instanceIds.length > 1;
  if (call.instanceIds.length > 0 && !isSelection) return call.instanceIds;
  const candidates = [...instances.values()].filter((one) => one.id >= 0 && suits(lifecycleOf(one), one));
  const selected = call.instanceIds.filter((id) => candidates.some((one) => one.id === id));
  if (candidates.length === 0 || (isSelection && selected.length === 0)) {
    throw new LocalError(
      instances.size === 0 ? 'nothing_yet' : 'nothing_suits',
      nothingSuits(title, isSelection, instances.size),
    );
  }
  if (isSelection) return selected;
  const [only] = candidates;
  // What costs or destroys asks again by name, but not one who has consent: such a call must name it, or a person picks.
  if (only && candidates.length === 1 && call.interactive && !call.confirmed) return [only.id];
  const picked = await pickOne(
    candidates.map((one) => row(one, words(one))),
    { title, placeholder: vscode.l10n.t('Select an instance') },
  );
  return picked && [picked.id];
}

/** Like `targetInstances`, for commands about exactly one: if several are selected, the clicked one. */
export async function targetInstance(
  services: Pick<Services, 'instances'>,
  call: Call,
  title: string,
  suits?: Suits,
  words?: Words,
): Promise<number | undefined> {
  const one = { ...call, instanceIds: call.instanceIds.slice(0, 1) };
  return (await targetInstances(services, one, title, suits, words))?.[0];
}

/** The instance from the store, after a refresh if it isn't there. @throws LocalError 'not_found' */
export async function knownInstance(
  services: Pick<Services, 'instances'>,
  id: number,
): Promise<SharedInstance> {
  if (!services.instances.get(id)) await services.instances.refresh();
  const instance = services.instances.get(id);
  if (!instance) throw new LocalError('not_found', vscode.l10n.t('Instance {0} not found.', id));
  return instance;
}

/** Waits until the list has what was just rented. Undefined when the person stopped waiting. @throws LocalError 'not_found' */
export async function untilListed(
  services: Pick<Services, 'clock' | 'instances'>,
  ids: readonly number[],
): Promise<boolean | undefined> {
  const { instances, clock } = services;
  if (ids.every((id) => instances.get(id))) return true;
  const names = formatList(ids.map((id) => nameOf(services, id)));
  return withCancellableProgress(vscode.l10n.t('Loading {0}', names), async (progress) => {
    await Promise.all(ids.map((id) => whenListed(instances, id, { clock, ...progress })));
    return true;
  });
}

/** A call about an instance. Where that is gone, the failure says so, and nothing of the endpoint. @throws LocalError 'not_found' */
export async function orGone<T>(client: Client, id: number, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isNotFound(error)) await mustBeThere(client, id);
    throw error;
  }
}

/** @throws LocalError 'not_found', which says nothing of the endpoint */
export async function mustBeThere(client: Client, id: number): Promise<void> {
  try {
    await client.instances.get(id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new LocalError('not_found', vscode.l10n.t('Instance {0} not found.', id), { cause: error });
  }
}

function nothingSuits(title: string, isSelection: boolean, count: number): string {
  if (isSelection) return vscode.l10n.t('“{0}” isn’t available for the selected instances right now.', title);
  return count === 0
    ? vscode.l10n.t('You have no instances yet.')
    : vscode.l10n.t('“{0}” isn’t available for any of your instances right now.', title);
}

function row(instance: SharedInstance, words: string) {
  const price = formatRate(hourlyCost(instance).now);
  return {
    id: instance.id,
    label: instanceName(instance),
    description: formatFacts(lifecycleOf(instance).word, price, words),
  };
}

/** An instance with all that the service tells of it, secrets as well; undefined when the person stopped waiting. */
export async function wholeInstance(
  services: Pick<Services, 'instances'>,
  { client }: AccountInUse,
  id: number,
): Promise<Instance | undefined> {
  await knownInstance(services, id);
  return withCancellableProgress(vscode.l10n.t('Loading {0}', nameOf(services, id)), ({ signal }) =>
    client.instances.get(id, { signal }),
  );
}
