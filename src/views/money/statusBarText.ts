import * as l10n from '@vscode/l10n';
import { formatRate, formatRatePerMonth, howSure, shownDollars } from '../../domain/money/cost';
import { rateFrom, sumOfRates } from '../../domain/money/rate';
import { formatHours } from '../../domain/money/credit';
import { volumeCount } from '../../domain/volumes/volume';
import type { VolumeCost } from '../../domain/volumes/volumeCost';
import { formatDate, formatDollars, formatFacts, formatNumber } from '../../domain/format';
import { type AccountCost, isBilled } from './allCosts';

/** The text of the status bar; undefined while nothing is known to be billed. */
export interface CostWords {
  text: string;
  tooltip: string;
  spoken: string;
}

/** The credit of the account in use. */
export interface CreditLeft {
  /** Dollars. */
  credit: number;
  /** For which it lasts at the account's rate. */
  hours: number;
  /** Fewer hours than the person wants. */
  isLow: boolean;
}

/**
 * The costs of all signed-in accounts in one line, with each account in the tooltip.
 *
 * @param nextStop when the next instance of the account in use is stopped
 */
export function costWords(
  costs: readonly AccountCost[],
  left?: CreditLeft,
  nextStop?: string,
): CostWords | undefined {
  const billed = costs.filter(isBilled);
  if (billed.length === 0) return undefined;
  const total = sumOfRates(billed.map(({ rate }) => rate ?? rateFrom(undefined)));
  const dollars = shownDollars(total);
  const running = billed.reduce((sum, cost) => sum + cost.running, 0);
  const volumes = volumesIn(billed);
  const where = billed.every(({ active }) => active)
    ? ''
    : billed.length > 1
      ? l10n.t('in {0} accounts', billed.length)
      : l10n.t('in another account');
  const failed = billed.some((cost) => cost.failed);
  const lines = [
    ...(costs.length > 1 ? costs : billed).map((cost) =>
      costs.length > 1 ? `${cost.name}: ${costOfAccount(cost)}` : counts(cost),
    ),
    l10n.t('{0} now; {1} at this rate', formatRate(total), formatRatePerMonth(total)),
    ...(left
      ? [l10n.t('Credit of {0} lasts {1} at this rate', formatDollars(left.credit), formatHours(left.hours))]
      : []),
    ...(left?.isLow ? [l10n.t('When the credit runs out, the service stops running instances.')] : []),
    ...(failed ? [l10n.t('The last refresh failed. This may be out of date.')] : []),
  ];
  return {
    text: [
      formatFacts(
        running > 0 ? l10n.t('{0} running', running) : '',
        [formatRate(total), where].filter(Boolean).join(' '),
        left ? leftWords(left) : '',
        nextStop,
      ),
      failed ? '$(warning)' : '',
    ]
      .filter(Boolean)
      .reduce((line, part) => `${line} ${part}`, '$(circuit-board)'),
    tooltip: lines.join('\n'),
    spoken: [
      dollars === undefined
        ? l10n.t('GPU Rental: cost unknown, {0} running', running)
        : l10n.t(
            'GPU Rental: {0} dollars per hour, {1} running',
            howSure(total, formatNumber(dollars, 3)),
            running,
          ),
      volumes.count > 0 ? volumeCount(volumes) : '',
      where,
      left ? leftWords(left) : '',
      nextStop,
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** Says that it is little, so that the color does not have to. */
const leftWords = ({ hours, isLow }: CreditLeft): string =>
  isLow ? l10n.t('only {0} left', formatHours(hours)) : l10n.t('{0} left', formatHours(hours));

/** The cost of one account in a few words. Unknown costs are stated, so that they don't look like no costs. */
export function costOfAccount(cost: AccountCost): string {
  if (!cost.rate || shownDollars(cost.rate) === undefined) return l10n.t('cost unknown');
  const words = isBilled(cost) ? `${formatRate(cost.rate)}, ${counts(cost)}` : l10n.t('nothing billed');
  return cost.asOf === undefined ? words : l10n.t('{0}, as of {1}', words, timeOf(cost.asOf));
}

function counts({ running, unclear, instances, volumes }: AccountCost): string {
  const hasVolumes = volumes && volumes.count > 0;
  return [
    ...(instances > 0 || !hasVolumes
      ? [l10n.t('{0} running, {1} not running', running, instances - running - unclear)]
      : []),
    ...(unclear > 0 ? [l10n.t('{0} that may be running', unclear)] : []),
    ...(hasVolumes ? [volumeCount(volumes)] : []),
  ].join(', ');
}

function volumesIn(costs: readonly AccountCost[]): Pick<VolumeCost, 'count' | 'unpriced'> {
  const all = costs.flatMap(({ volumes }) => volumes ?? []);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    unpriced: all.reduce((sum, { unpriced }) => sum + unpriced, 0),
  };
}

function timeOf(milliseconds: number): string {
  return formatDate(milliseconds, { hour: '2-digit', minute: '2-digit' });
}
