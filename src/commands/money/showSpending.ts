import { writeFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { toDollars } from '../../domain/money/units';
import { type Period, periods } from '../../domain/money/ledger/calendar';
import type { Forecast } from '../../domain/money/ledger/forecast';
import type { Sum } from '../../domain/money/ledger/reckoning';
import { reportCsv } from '../../domain/money/csv';
import { nameOfSource } from '../../domain/money/ledger/report';
import { isEstimate } from '../../domain/money/ledger/spending';
import { codeOf } from '../../files/disk';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Figures, figuresOf } from '../../stores/money/spendingFigures';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** Dollars. */
interface ToldSum {
  amount: number;
  /** False if something had to be assumed. */
  isCertain: boolean;
  /** The part of it that the service charged, and what was counted for the same. */
  charged: number;
  counted: number;
}

/** What was spent, for programs. Days are those of this computer's time zone. */
export interface ToldSpending {
  period: Period;
  today: ToldSum;
  month: ToldSum;
  inPeriod: ToldSum;
  /** `day` is `YYYY-MM-DD`, the earliest first. */
  byDay: ({ day: string } & ToldSum)[];
  /** Of instances and volumes, destroyed ones included: the sum in the period. The dearest first. */
  bySource: ({ source: string; name: string; isThere: boolean; total: ToldSum } & ToldSum)[];
  forecast: Forecast;
  /** Where the table was written. */
  file?: string;
}

/**
 * Opens the spending panel. A program gets what is known, without a request: `{period, file}`, where `file` is the full
 * path of a new `.csv` file to write. One that is there is only replaced with consent.
 */
export async function showSpending(
  services: Pick<Services, 'accounts' | 'figures' | 'spending' | 'spendingPanel'>,
  call: Call,
): Promise<{ opened: true } | ToldSpending> {
  if (call.interactive) {
    await services.spendingPanel.show();
    return { opened: true };
  }
  const period = read(call.arguments, 'period', z.optional(z.enum(periods))) ?? 'last30Days';
  const csvFile = z.string().check(z.refine((path) => isAbsolute(path) && path.endsWith('.csv')));
  const file = read(call.arguments, 'file', z.optional(csvFile));
  const { account } = accountInUse(services.accounts);
  await services.spending.load(account.id);
  const figures = figuresOf(services.figures, account.id, period);
  const told = toldOf(figures);
  if (file === undefined) return told;
  const { ledger, report } = figures;
  const csv = reportCsv(report, (source) => nameOfSource(ledger, source));
  await writeNew(file, csv, call.confirmed);
  return { ...told, file };
}

/** A link or a task could name any file. */
async function writeNew(file: string, content: string, mayReplace: boolean): Promise<void> {
  try {
    await writeFile(file, content, { flag: mayReplace ? 'w' : 'wx' });
  } catch (cause) {
    const message =
      codeOf(cause) === 'EEXIST'
        ? vscode.l10n.t('The file {0} already exists.', file)
        : vscode.l10n.t('The file {0} couldn’t be written.', file);
    throw new LocalError('not_possible', message, { cause });
  }
}

function toldOf({ ledger, report, period, forecast }: Figures): ToldSpending {
  const { today, month, days, rows } = report;
  return {
    period,
    today: toldSum(today),
    month: toldSum(month),
    inPeriod: toldSum(report.period),
    byDay: days.map(({ day, sum }) => ({ day, ...toldSum(sum) })),
    bySource: rows.map(({ source, state, period: sum, total }) => ({
      source,
      name: nameOfSource(ledger, source),
      isThere: state !== undefined && state !== 'gone',
      total: toldSum(total),
      ...toldSum(sum),
    })),
    forecast,
  };
}

const toldSum = (sum: Sum): ToldSum => ({
  amount: toDollars(sum.units),
  isCertain: !isEstimate(sum),
  charged: toDollars(sum.charged),
  counted: toDollars(sum.counted),
});
