import * as vscode from 'vscode';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { Task } from '../../domain/runs/task';
import type { RentedFor } from '../rent/confirmRent';
import type { Services } from '../services';
import { pick, pickMany } from '../steps';
import { machineRow, rentFor } from './pickMachine';

/** More machines would each get few jobs, and one connection each from the first. */
export const mostMachines = 32;

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
): Promise<{ ids: readonly number[]; isRented: boolean } | undefined> {
  const usable = () =>
    [...services.instances.state.instances.values()].filter(
      (one) => one.id >= 0 && lifecycleOf(one).can.connect,
    );
  if (usable().length === 0 || (await wantsNew(title))) {
    const ids = await rentFor(services, task, runHours, purpose);
    return ids.length > 0 ? { ids, isRented: true } : undefined;
  }
  const rows = usable().map(machineRow);
  const step = await pickMany(rows, {
    title,
    placeholder: vscode.l10n.t('Select instances'),
    selected: ({ id }) => rows.length === 1 && rows[0]?.id === id,
    validate: (chosen) =>
      chosen.length === 0 || chosen.length > mostMachines
        ? vscode.l10n.t('Select 1 to {0}.', mostMachines)
        : undefined,
  });
  return step.kind === 'done' ? { ids: step.value.map(({ id }) => id), isRented: false } : undefined;
}

async function wantsNew(title: string): Promise<boolean> {
  const rows = [
    { label: `$(vm) ${vscode.l10n.t('On Instances That You Have…')}`, isNew: false },
    { label: `$(add) ${vscode.l10n.t('Rent GPUs…')}`, isNew: true },
  ];
  const step = await pick(rows, { title, placeholder: vscode.l10n.t('Where do you want to run it?') });
  return step.kind === 'done' && step.value.item?.isNew === true;
}
