import * as vscode from 'vscode';
import { accountName } from '../../domain/account/accountName';
import { dayName } from '../../domain/money/charges';
import { chargesCsv } from '../../domain/money/chargesCsv';
import { accountInUse } from '../../stores/account/accountInUse';
import { saveTable } from '../../ask/saveTable';
import type { Call } from '../call';
import { askBill, wantedPeriod } from './bill';
import type { Services } from '../../prompts/services';

/**
 * Exports charges as CSV: `{period}`, as in showCharges. A person chooses the file. From a document of charges, exports
 * that document.
 */
export async function exportCharges(
  services: Pick<Services, 'accounts' | 'charges' | 'clock' | 'features'>,
  call: Call,
): Promise<{ csv: string } | undefined> {
  const shown = call.interactive ? services.charges.ofActiveEditor() : undefined;
  const table = shown ?? (await askTable(services, call));
  if (!table) return undefined;
  if (call.interactive) await saveTable(vscode.l10n.t('Export Charges'), table.name, table.csv);
  return { csv: table.csv };
}

async function askTable(
  services: Pick<Services, 'accounts' | 'clock' | 'features'>,
  call: Call,
): Promise<{ name: string; csv: string } | undefined> {
  const who = accountInUse(services.accounts);
  const period = await wantedPeriod(call, accountName(who.account));
  const bill = period && (await askBill(services, who, period));
  if (!bill) return undefined;
  const { start, end } = bill.span;
  return { name: `Charges ${dayName(start)} to ${dayName(end - 1)}`, csv: chargesCsv(bill.parts) };
}
