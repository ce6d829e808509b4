import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { throwIfCancelled } from '../../api/cancelled';
import { isOutcomeUnknown } from '../../api/errors';
import { LocalError } from '../../api/localError';
import { withAdditions } from '../../domain/launch/launchDraft';
import { checkedRequest } from '../../domain/launch/launchRequest';
import { offerCost } from '../../domain/money/cost';
import { omitUndefined } from '../../domain/omitUndefined';
import { allLeftOut, withoutHidden } from '../../domain/offers/hidden';
import { freeOffers } from '../../domain/offers/offerQuery';
import { type AlikeOffers, cheapestAlike } from '../../domain/runs/alike';
import { filtersFor } from '../../domain/tasks/resources';
import type { Task } from '../../domain/tasks/task';
import { ignore } from '../../log/log';
import type { Progress } from '../../prompts/connectProgress';
import { runBulkPlan } from '../../prompts/rent/runBulkPlan';
import type { Services } from '../../prompts/services';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { leftOutOf } from '../../stores/offers/hiddenOffers';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { settings } from '../../stores/settings';
import { listAgain } from '../instances/eachInstance';
import { destroyAll } from '../sweeps/giveBack';
import type { RunNetwork } from './beginNodes';

/** Instances and the network that they are in. */
export interface RentedTogether {
  instanceIds: number[];
  network: RunNetwork;
}

/** More offers than one cluster has of a kind. */
const mostOffers = 500;

const diskOf = ({ resources }: Task): number => resources.disk ?? settings.rent.disk;

/** Dollars an hour; undefined where the service doesn't tell. */
export const rateOf = ({ offer }: FoundOffer, task: Task): number | undefined =>
  offerCost(offer, diskOf(task)).running;

/** The cheapest offers that a task can run on together. @throws LocalError 'offer_gone', 'not_possible' */
export async function findTogether(
  services: Services,
  { account }: AccountInUse,
  task: Task,
  count: number,
): Promise<AlikeOffers<FoundOffer>> {
  if (task.resources.isBid === true)
    throw new LocalError(
      'not_possible',
      vscode.l10n.t('A run on several instances can’t be interruptible: all of it ends with one of them.'),
    );
  const filters = filtersFor(task.resources, services.gpus.names.all);
  const leftOut = withoutHidden(allLeftOut(await leftOutOf(services, account.id)));
  const { found } = await services.offers.search({
    filters: { ...filters, ...freeOffers, ...leftOut, cluster_id: { gte: 1 } },
    type: 'on-demand',
    order: [['dph_total', 'asc']],
    limit: mostOffers,
    allocated_storage: diskOf(task),
  });
  const alike = cheapestAlike(found, count, (one) => rateOf(one, task));
  if (alike) return alike;
  throw new LocalError(
    'offer_gone',
    vscode.l10n.t('There are no {0} offers alike in one cluster that this task could run on.', count),
  );
}

/**
 * Makes a network and rents all into it, or none: what was rented before one failed is given back.
 *
 * @param runHours see `LaunchDraft` @throws what kept one from being rented
 */
export async function rentTogether(
  services: Services,
  who: AccountInUse,
  { task, offers, runHours }: { task: Task; offers: AlikeOffers<FoundOffer>; runHours: number },
  { signal, report }: Progress,
): Promise<RentedTogether> {
  const network = { name: `gpu-rental-${randomBytes(4).toString('hex')}` };
  const { image = settings.rent.image } = task.resources;
  const draft = {
    image,
    disk: diskOf(task),
    runtype: 'ssh_direct' as const,
    env: { [`-n ${network.name}`]: '1' },
    ...omitUndefined({ label: task.name }),
    additions: { runHours },
  };
  const request = checkedRequest(withAdditions(draft, '', who.account.baseUrl));
  const instanceIds: number[] = [];
  let isMade = false;
  try {
    await services.features.use('overlays', () => who.client.overlays.create(offers.clusterId, network.name));
    isMade = true;
    const { chosen, spare } = offers;
    const results = await runBulkPlan(
      services,
      { who, chosen, spare },
      { request, terms: request },
      {
        isStopped: () => signal.aborted,
        trying: (index) => {
          report(vscode.l10n.t('{0} of {1}…', index + 1, chosen.length));
          return Promise.resolve();
        },
        onLost: () => undefined,
      },
    );
    instanceIds.push(...results.flatMap((one) => ('instanceId' in one ? [one.instanceId] : [])));
    throwIfCancelled(signal);
    const failed = results.findLast((one) => 'error' in one);
    if (instanceIds.length < chosen.length && failed) throw failed.error;
    await listAgain(services);
    const why = 'all are rented; only the subnet isn’t known';
    const listed = await who.client.overlays.list().catch(ignore(services.log, why));
    const made = listed?.find(({ name }) => name === network.name);
    return {
      instanceIds,
      network: { ...network, ...omitUndefined({ subnet: made?.internal_subnet ?? undefined }) },
    };
  } catch (error) {
    if (isMade || isOutcomeUnknown(error)) await giveBack(services, who, { instanceIds, network });
    throw error;
  }
}

/**
 * Destroys what was rented for a run that can't begin, and its network, which takes what it has with it.
 *
 * @throws LocalError if something may still be there
 */
export async function giveBack(
  services: Services,
  { client }: AccountInUse,
  { instanceIds, network: { name } }: RentedTogether,
): Promise<void> {
  const { instances, log } = services;
  const why = 'the deletion of the network destroys them, too';
  await destroyAll(services, instanceIds).catch(ignore(log, why));
  try {
    await client.overlays.delete(name);
    log.info(`Gave back ${instanceIds.length} instances and their network.`);
  } catch (error) {
    ignore(log, 'the person is told what may be left')(error);
    throw new LocalError(
      'may_pass',
      vscode.l10n.t(
        'The run couldn’t start, and its network {0} couldn’t be deleted. Look for instances that are still billed.',
        name,
      ),
    );
  } finally {
    await listAgain(services);
    instances.burst();
  }
}
