import * as vscode from 'vscode';
import { type Clock, day } from '../../clock';
import { callCommand } from '../../commandNames';
import { showInfo } from '../../ask/notify';
import { dateAndTime, timeWords } from '../../ask/timeWords';
import { formatRate } from '../../domain/money/cost';
import { isSameDay } from '../../domain/money/ledger/calendar';
import { sumText } from '../../domain/money/ledger/sumWords';
import type { CostAtStart } from '../../domain/money/warnings/costAtStart';
import { volumeCount } from '../../domain/volumes/volume';
import { counted, formatDate } from '../../domain/format';

/** Shows in one line what is billed after a start of VS Code. */
export async function showCostAtStart(cost: CostAtStart, clock: Clock): Promise<void> {
  const show = vscode.l10n.t('Show Spending');
  if ((await showInfo(sentence(cost, clock.now()), show)) === show) await callCommand('showSpending');
}

function sentence({ rate, spent, since, ...counts }: CostAtStart, now: number): string {
  const [price, what] = [formatRate(rate), things(counts)];
  if (spent.units <= 0) return vscode.l10n.t('You’re billed {0} for {1}.', price, what);
  const sum = sumText(spent);
  return since === undefined
    ? vscode.l10n.t('You’re billed {0} for {1}: {2} since yesterday.', price, what, sum)
    : vscode.l10n.t('You’re billed {0} for {1}: {2} since {3}.', price, what, sum, timeOf(since, now));
}

function things({ instances, volumes }: Pick<CostAtStart, 'instances' | 'volumes'>): string {
  const ofInstances = counted(instances, vscode.l10n.t('{0} instance|{0} instances'));
  const ofVolumes = volumeCount({ count: volumes, unpriced: 0 });
  if (volumes === 0) return ofInstances;
  return instances === 0 ? ofVolumes : vscode.l10n.t('{0} and {1}', ofInstances, ofVolumes);
}

/** "6:02 PM today", "Friday 6:02 PM" within a week, else with the date. */
function timeOf(at: number, now: number): string {
  if (isSameDay(at, now)) return timeWords(at, now);
  if (now - at >= 6 * day) return dateAndTime(at / 1000);
  return formatDate(at, {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
}
