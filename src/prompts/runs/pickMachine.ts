import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { omitUndefined } from '../../domain/omitUndefined';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatPerHour, offerCost } from '../../domain/money/cost';
import { hourlyCost } from '../../domain/money/rate';
import { filtersFor } from '../../domain/tasks/resources';
import type { Task } from '../../domain/tasks/task';
import { searchAndLaunch } from '../offers/searchAndRent';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { RentedFor } from '../rent/confirmRent';
import type { Services } from '../services';
import { pickOne } from '../steps';

/**
 * Asks where to run: on a running or a stopped instance, or on one that is rented now, found by what the task asks for.
 * Undefined if the person closed a question.
 *
 * @param runHours what the launch of a rented one says, for its price in dollars an hour
 */
export async function pickMachine(
  services: Services,
  task: Task,
  runHours: (rate: number | undefined) => number,
): Promise<{ id: number; isRented: boolean } | undefined> {
  const { instances } = services.instances.state;
  const usable = [...instances.values()].filter((one) => lifecycleOf(one).can.connect);
  const rows = [
    ...usable.map(machineRow),
    { label: `$(add) ${vscode.l10n.t('Rent a GPU…')}`, description: wantedBy(task), id: undefined },
  ];
  const title = vscode.l10n.t('Run on GPU');
  const row = await pickOne(rows, { title, placeholder: vscode.l10n.t('Where do you want to run it?') });
  if (!row) return undefined;
  if (row.id !== undefined) return { id: row.id, isRented: false };
  const [id] = await rentFor(services, task, runHours);
  return id === undefined ? undefined : { id, isRented: true };
}

/** An instance to run something on. */
export const machineRow = (one: SharedInstance) => ({
  label: `$(vm) ${instanceName(one)}`,
  description: `${one.gpu_name ?? ''} · ${lifecycleOf(one).word} · ${formatPerHour(hourlyCost(one).running)}`,
  id: one.id,
});

/**
 * Searches for what a task asks for and leads to the launch form. Resolves to what was rented; see `pickMachine`.
 *
 * @param purpose what the person agrees to with the same question
 */
export async function rentFor(
  services: Services,
  { resources }: Task,
  runHours: (rate: number | undefined) => number,
  purpose?: RentedFor,
): Promise<readonly number[]> {
  const { image, disk, isBid } = resources;
  const filters = filtersFor(resources, services.gpus.names.all);
  const start = { filters, ...omitUndefined({ disk }), ...(isBid === true && { type: 'bid' as const }) };
  const launchFor = ({ offer }: FoundOffer, gigabytes: number) => {
    const { running } = offerCost(offer, gigabytes);
    return { draft: { ...omitUndefined({ image }), additions: { runHours: runHours(running) } } };
  };
  const launched = await searchAndLaunch(services, { canBrowse: false, start }, launchFor, purpose);
  return launched?.kind === 'rented' ? launched.instanceIds : [];
}

/** "2 × RTX4090" */
function wantedBy({ resources: { gpu, gpus } }: Task): string {
  if (gpu === undefined) return '';
  return gpus === undefined || gpus === 1 ? gpu : `${gpus} × ${gpu}`;
}
