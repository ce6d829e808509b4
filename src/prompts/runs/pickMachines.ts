import * as vscode from 'vscode';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { mostInstances } from '../../domain/launch/bulkRent';
import type { Task } from '../../domain/tasks/task';
import type { RentedFor } from '../rent/confirmRent';
import type { Services } from '../services';
import { answerOf, pickMany, pickOne } from '../steps';
import { machineRow, rentFor } from './pickMachine';

/** The first one has a connection to each of the others. */
export const mostMachines = mostInstances;

/**
 * Asks on which machines a sweep runs: those that are there, or some that are rented now, alike and as many as the launch
 * form says, in the one question for both. Undefined if the person closed a question.
 *
 * @param runHours what the launch of rented ones says, for their price in dollars an hour
 */
export async function pickMachines(
  services: Services,
  { task, title, purpose }: { task: Task; title: string; purpose: RentedFor },
  runHours: (rate: number | undefined) => number,
): Promise<{ ids: readonly number[]; isRented: boolean; isAgreed: boolean } | undefined> {
  const isNew = usable(services).length === 0 || (await wantsNew(title));
  if (isNew === undefined) return undefined;
  if (isNew) {
    const ids = await rentFor(services, task, runHours, purpose);
    return ids.length > 0 ? { ids, isRented: true, isAgreed: true } : undefined;
  }
  const ids = await pickExisting(services, title, { least: 1, most: mostMachines });
  return ids && { ids, isRented: false, isAgreed: false };
}

/**
 * Asks on which instances one run is to run at a time: on so many that are there, or, for an empty list, on new ones.
 * Undefined if the person closed a question.
 */
export async function pickNodes(
  services: Services,
  title: string,
  count: number,
): Promise<readonly number[] | undefined> {
  if (usable(services).length < count) return [];
  const isNew = await wantsNew(title);
  return isNew
    ? []
    : isNew === undefined
      ? undefined
      : pickExisting(services, title, { least: count, most: count });
}

const usable = ({ instances }: Pick<Services, 'instances'>) =>
  [...instances.state.instances.values()].filter((one) => one.id >= 0 && lifecycleOf(one).can.connect);

async function pickExisting(
  services: Services,
  title: string,
  { least, most }: { least: number; most: number },
): Promise<readonly number[] | undefined> {
  const rows = usable(services).map(machineRow);
  const step = await pickMany(rows, {
    title,
    placeholder: vscode.l10n.t('Select instances'),
    selected: () => rows.length === least,
    validate: (chosen) => {
      if (chosen.length >= least && chosen.length <= most) return undefined;
      return least === most
        ? vscode.l10n.t('Select {0}.', most)
        : vscode.l10n.t('Select {0} to {1}.', least, most);
    },
  });
  return answerOf(step)?.map(({ id }) => id);
}

async function wantsNew(title: string): Promise<boolean | undefined> {
  const rows = [
    { label: `$(vm) ${vscode.l10n.t('On Instances That You Have…')}`, isNew: false },
    { label: `$(add) ${vscode.l10n.t('Rent GPUs…')}`, isNew: true },
  ];
  return (await pickOne(rows, { title, placeholder: vscode.l10n.t('Where do you want to run it?') }))?.isNew;
}
