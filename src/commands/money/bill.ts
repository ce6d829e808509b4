import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Charge } from '../../api/schemas/account/charge';
import {
  type ChargePart,
  type ChargePeriod,
  chargePeriods,
  partsOf,
  type Span,
  spanOf,
  sumsOf,
} from '../../domain/money/charges';
import { toDollars } from '../../domain/money/units';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { pick } from '../../prompts/steps';
import type { AccountInUse } from '../../stores/account/accountInUse';
import { readCharges } from '../../stores/money/readCharges';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** What an account was charged in a period. */
export interface Bill {
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
export async function wantedPeriod(call: Call, account: string): Promise<ChargePeriod | undefined> {
  const named = read(call.arguments, 'period', z.optional(z.enum(chargePeriods)));
  if (named !== undefined || !call.interactive) return named ?? 'thisMonth';
  const rows = [
    { label: vscode.l10n.t('This Month'), period: 'thisMonth' },
    { label: vscode.l10n.t('Last Month'), period: 'lastMonth' },
    { label: vscode.l10n.t('Last 7 Days'), period: 'last7Days' },
  ] as const;
  const step = await pick(rows, {
    title: vscode.l10n.t('Charges of {0}', account),
    placeholder: vscode.l10n.t('Select a time. Days are in UTC'),
  });
  return step.kind === 'done' ? step.value.item?.period : undefined;
}

/** Undefined if a person cancelled. @throws ApiError that says why if the service has no charges */
export async function askBill(
  { features, clock }: Pick<Services, 'clock' | 'features'>,
  { client }: AccountInUse,
  period: ChargePeriod,
): Promise<Bill | undefined> {
  const span = spanOf(period, clock.now());
  const found = await withCancellableProgress(vscode.l10n.t('Loading charges…'), ({ signal }) =>
    features.use('charges', () => readCharges(client, span, { signal })),
  );
  return found && { span, ...found, ...partsOf(found.charges) };
}

export function billOf({ span, charges, parts, unreadable, missing }: Bill): ToldCharges {
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
