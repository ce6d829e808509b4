import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../../api/plainText';
import type { Charge } from '../../api/schemas/account/charge';
import { saveTable } from '../../ask/saveTable';
import { type Call, read } from '../call';
import { accountName } from '../../domain/account/accountName';
import {
  dayName,
  type ChargePart,
  type ChargePeriod,
  chargePeriods,
  partsOf,
  type Span,
  spanOf,
  sumsOf,
} from '../../domain/money/charges';
import { chargesCsv } from '../../domain/money/csv';
import { chargesText, comparison } from '../../domain/money/chargesText';
import { toDollars } from '../../domain/money/units';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import { accountInUse, type AccountInUse } from '../../stores/account/accountInUse';
import { readCharges } from '../../stores/money/readCharges';

/**
 * Shows what the account was charged by day and instance: `{period}` is `last7Days`, `thisMonth` (the default) or
 * `lastMonth`. A person chooses the period and gets a document.
 */
export async function showCharges(services: Services, call: Call): Promise<ToldCharges | undefined> {
  const who = accountInUse(services.accounts);
  const bill = await askBill(services, call, who);
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
    const name = `${titleOf(span)}, ${account.replaceAll(/[/\\]/g, '-')}`;
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
  const bill = await askBill(services, call, accountInUse(services.accounts));
  if (!bill) return undefined;
  return { name: titleOf(bill.span), csv: chargesCsv(bill.parts) };
}

const titleOf = ({ start, end }: Span): string =>
  vscode.l10n.t('Charges {0} to {1}', dayName(start), dayName(end - 1));

/** What an account was charged in a period. */
interface Bill {
  span: Span;
  charges: Charge[];
  parts: ChargePart[];
  /** Entries without a readable amount. They aren't in the sums. */
  unreadable: number;
  /** Entries that the service did not send. */
  missing: number;
}

/**
 * A bill for programs. Amounts are in dollars. Sums are computed in whole hundred-millionths, without rounding errors.
 */
export interface ToldCharges {
  /** Unix times in seconds; the end is not part of it. */
  start: number;
  end: number;
  /** The service's entries, by its field names. */
  rows: Charge[];
  sums: {
    total: number;
    /** `day` is `YYYY-MM-DD` in UTC, the latest first. */
    byDay: { day: string; amount: number }[];
    /** Most expensive first. */
    bySource: { source: string; amount: number }[];
  };
  /** False if the sums lack entries that the service has. */
  isComplete: boolean;
}

/** The period in the call, else the one that a person chooses; undefined if they chose none. */
async function wantedPeriod(call: Call, account: string): Promise<ChargePeriod | undefined> {
  const named = read(call.arguments, 'period', z.optional(z.enum(chargePeriods)));
  if (named !== undefined || !call.interactive) return named ?? 'thisMonth';
  const rows = [
    { label: vscode.l10n.t('This Month'), period: 'thisMonth' },
    { label: vscode.l10n.t('Last Month'), period: 'lastMonth' },
    { label: vscode.l10n.t('Last 7 Days'), period: 'last7Days' },
  ] as const;
  const picked = await pickOne(rows, {
    title: vscode.l10n.t('Charges of {0}', account),
    placeholder: vscode.l10n.t('Select a time. Days are in UTC'),
  });
  return picked?.period;
}

/** Undefined if a person cancelled. @throws ApiError that says why if the service has no charges */
async function askBill(
  { features, clock }: Pick<Services, 'clock' | 'features'>,
  call: Call,
  { account, client }: AccountInUse,
): Promise<Bill | undefined> {
  const period = await wantedPeriod(call, accountName(account));
  if (!period) return undefined;
  const span = spanOf(period, clock.now());
  const found = await withCancellableProgress(vscode.l10n.t('Loading charges…'), ({ signal }) =>
    features.use('charges', () => readCharges(client, span, { signal })),
  );
  return found && { span, ...found, ...partsOf(found.charges) };
}

function billOf({ span, charges, parts, unreadable, missing }: Bill): ToldCharges {
  const { units, byDay, bySource } = sumsOf(parts);
  return {
    ...span,
    rows: charges,
    sums: {
      total: toDollars(units),
      byDay: byDay.map(({ day, units: own }) => ({ day, amount: toDollars(own) })),
      bySource: bySource.map(({ source, units: own }) => ({ source, amount: toDollars(own) })),
    },
    isComplete: unreadable === 0 && missing === 0,
  };
}
