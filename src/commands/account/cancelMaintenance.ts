import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { confirmFor } from '../../ask/confirmFor';
import { sayLate, showInfo } from '../../ask/notify';
import { accountInUse } from '../../stores/account/accountInUse';
import { askText } from '../../prompts/steps';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { omitUndefined } from '../../domain/omitUndefined';
import { counted } from '../../domain/format';

export interface MaintenanceCancelled {
  machineId: number;
  /** The number of removed windows, if the service's message contains it. */
  windows?: number;
  message: string;
}

/** For hosts: removes all scheduled maintenance windows of a machine. */
export async function cancelMaintenance(
  services: Pick<Services, 'accounts' | 'dialogs'>,
  call: Call,
): Promise<MaintenanceCancelled | undefined> {
  const who = accountInUse(services.accounts);
  const machineId = read(call.arguments, 'machineId', z.optional(z.int())) ?? (await askMachine());
  if (machineId === undefined) return undefined;
  const agreed = await confirmFor(services, who, {
    confirmed: call.confirmed,
    message: vscode.l10n.t('Cancel all scheduled maintenance of machine {0}?', machineId),
    detail: vscode.l10n.t('Renters will no longer be notified of it. You can schedule it again later.'),
    // Beside VS Code's own Cancel.
    yes: vscode.l10n.t('Remove Maintenance'),
  });
  if (!agreed) return undefined;
  const canceling = who.client.machines.cancelMaintenance(machineId);
  const title = vscode.l10n.t('Canceling maintenance…');
  const { msg } = await sayLate(call.interactive && title, canceling);
  const windows = countIn(msg, machineId);
  const message = msg ?? vscode.l10n.t('Maintenance canceled.');
  if (call.interactive) void showInfo(wordsFor(machineId, windows, message));
  return { machineId, message, ...omitUndefined({ windows }) };
}

async function askMachine(): Promise<number | undefined> {
  const text = await askText({
    title: vscode.l10n.t('Cancel Maintenance'),
    prompt: vscode.l10n.t('ID of your machine, as shown in the web console'),
    validate: (text) =>
      /^\d{1,15}$/.test(text.trim()) && Number(text) > 0
        ? undefined
        : vscode.l10n.t('Enter a number greater than 0.'),
  });
  return text === undefined ? undefined : Number(text);
}

/** The message reports the count (specification, Machines), but its wording isn't specified. */
function countIn(message: string | undefined, machineId: number): number | undefined {
  const numbers = (message?.match(/\d+/g) ?? []).map(Number).filter((one) => one !== machineId);
  return numbers.length === 1 ? numbers[0] : undefined;
}

function wordsFor(machineId: number, windows: number | undefined, message: string): string {
  if (windows === 0) return vscode.l10n.t('Machine {0} has no scheduled maintenance.', machineId);
  return windows === undefined
    ? vscode.l10n.t('Machine {0}: {1}', machineId, message)
    : counted(
        windows,
        vscode.l10n.t(
          'Removed {0} maintenance window from machine {1}.|Removed {0} maintenance windows from machine {1}.',
        ),
        String(machineId),
      );
}
