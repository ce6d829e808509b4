import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { accountName } from '../../domain/account/accountName';
import { dayName } from '../../domain/money/charges';
import { chargesCsv } from '../../domain/money/chargesCsv';
import { chargesText } from '../../domain/money/chargesText';
import { comparison } from '../../domain/money/ledger/compare';
import { accountInUse } from '../../stores/account/accountInUse';
import type { Call } from '../call';
import { askBill, billOf, type ToldCharges, wantedPeriod } from './bill';
import type { Services } from '../../prompts/services';

/**
 * Shows what the account was charged by day and instance: `{period}` is `last7Days`, `thisMonth` (the default) or
 * `lastMonth`. A person chooses the period and gets a document.
 */
export async function showCharges(services: Services, call: Call): Promise<ToldCharges | undefined> {
  const who = accountInUse(services.accounts);
  const period = await wantedPeriod(call, accountName(who.account));
  const bill = period && (await askBill(services, who, period));
  if (!bill) return undefined;
  if (call.interactive) {
    const { span, parts, unreadable, missing } = bill;
    const account = accountName(who.account);
    const text = chargesText({
      account: vscode.l10n.t('{0} on {1}', account, new URL(who.account.baseUrl).host),
      span,
      parts,
      unreadable,
      missing,
      comparison: comparison(services.spending.ledgerOf(who.account.id), parts, span, services.clock.now()),
      nameOf: (source) => nameOf(services, source),
    });
    const name = `${dayName(span.start)} to ${dayName(span.end - 1)}, ${account.replaceAll(/[/\\]/g, '-')}`;
    await services.charges.show(name, text, chargesCsv(parts));
  }
  return billOf(bill);
}

/** The service's name for it, with the label of an instance that still exists. */
function nameOf({ instances }: Pick<Services, 'instances'>, source: string): string {
  const id = Number(/^instance-(\d+)$/.exec(source)?.[1] ?? NaN);
  const label = Number.isSafeInteger(id) ? instances.get(id)?.label : undefined;
  return label ? `${source} ${plainText(label, 24)}` : source;
}
