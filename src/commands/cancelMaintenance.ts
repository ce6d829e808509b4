import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { signedIn } from '../stores/signedIn';
import { ask } from '../views/wizard/steps';
import { type Call, read } from './call';
import type { Services } from './services';

export interface MaintenanceCancelled {
  machineId: number;
  /** Windows that were removed, where the service's words tell it. */
  windows?: number;
  /** The service's words. */
  message: string;
}

/** For hosts: removes all scheduled maintenance windows of a machine. */
export async function cancelMaintenance(
  services: Services,
  call: Call,
): Promise<MaintenanceCancelled | undefined> {
  const client = signedIn(services.accounts);
  const machineId = read(call.arguments, 'machineId', z.optional(z.int())) ?? (await askMachine());
  if (machineId === undefined) return undefined;
  const agreed =
    call.confirmed ||
    (await services.dialogs.confirm({
      message: vscode.l10n.t('Cancel all scheduled maintenance of machine {0}?', machineId),
      detail: vscode.l10n.t(
        'Its renters are no longer told to expect it. You would have to schedule it anew.',
      ),
      yes: vscode.l10n.t('Cancel Maintenance'),
    }));
  if (!agreed) return undefined;
  const { msg } = await client.cancelMaintenance(machineId);
  const windows = countIn(msg);
  const message = msg ?? vscode.l10n.t('The maintenance was cancelled.');
  if (call.interactive) void vscode.window.showInformationMessage(wordsFor(machineId, windows, message));
  return { machineId, message, ...(windows === undefined ? {} : { windows }) };
}

async function askMachine(): Promise<number | undefined> {
  const step = await ask({
    title: vscode.l10n.t('Cancel Maintenance'),
    prompt: vscode.l10n.t('Id of your machine, as the web console shows it'),
    validate: (text) =>
      /^\d{1,15}$/.test(text.trim()) && Number(text) > 0
        ? undefined
        : vscode.l10n.t('A number above zero is needed.'),
  });
  return step.kind === 'done' ? Number(step.value) : undefined;
}

/** The message reports the count (specification, Machines), in words that are not told. */
function countIn(message: string | undefined): number | undefined {
  const count = /\b\d{1,6}\b/.exec(message ?? '')?.[0];
  return count === undefined ? undefined : Number(count);
}

function wordsFor(machineId: number, windows: number | undefined, message: string): string {
  if (windows === 0) return vscode.l10n.t('Machine {0} had no maintenance scheduled.', machineId);
  if (windows === 1) return vscode.l10n.t('1 maintenance window of machine {0} was removed.', machineId);
  return windows === undefined
    ? vscode.l10n.t('Machine {0}: {1}', machineId, message)
    : vscode.l10n.t('{0} maintenance windows of machine {1} were removed.', windows, machineId);
}
