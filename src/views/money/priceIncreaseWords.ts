import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { dateAndTime } from '../../ask/timeWords';
import type { PriceIncrease } from '../../api/schemas/instances/priceIncrease';
import { formatDate, formatDollars, formatSentences } from '../../domain/format';
import { agreedUntil, raisedPrice, raisedTraffic } from '../../domain/money/priceIncrease';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatPerHour, formatRise } from '../../domain/money/cost';

/** "$0.50 → $0.70/h, Dec 3", in place of the price of now. Undefined if the service doesn't tell both. */
export function risingPrice(instance: SharedInstance, increase: PriceIncrease): string | undefined {
  const { before, after } = raisedPrice(instance, increase);
  return before === undefined || after === undefined
    ? undefined
    : untilDay(formatRise(before, after), increase);
}

/** "to rise to $0.50/h, Dec 3", in a row. */
export function increaseInRow(instance: SharedInstance, increase: PriceIncrease): string {
  const { after } = raisedPrice(instance, increase);
  const price =
    after === undefined
      ? vscode.l10n.t('price to rise')
      : vscode.l10n.t('to rise to {0}', formatPerHour(after));
  return untilDay(price, increase);
}

function untilDay(price: string, increase: PriceIncrease): string {
  const until = agreedUntil(increase);
  return until === undefined
    ? price
    : vscode.l10n.t('{0}, {1}', price, formatDate(until * 1000, { month: 'short', day: 'numeric' }));
}

/** Both prices and the day, as a detail of an instance. */
export function increaseDetail(instance: SharedInstance, increase: PriceIncrease): string {
  const { before, after } = raisedPrice(instance, increase);
  const until = agreedUntil(increase);
  return [
    vscode.l10n.t('{0} → {1} while running', formatPerHour(before), formatPerHour(after)),
    ...trafficLines(increase),
    until === undefined ? '' : vscode.l10n.t('agreed price until {0}', dateAndTime(until)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What the host wants, as sentences. */
export function increaseSentences(instance: SharedInstance, increase: PriceIncrease): string {
  const { before, after } = raisedPrice(instance, increase);
  const until = agreedUntil(increase);
  return formatSentences([
    vscode.l10n.t(
      'The host wants to raise the price of {0} from {1} to {2}.',
      instanceName(instance),
      formatPerHour(before),
      formatPerHour(after),
    ),
    until === undefined
      ? vscode.l10n.t('The service doesn’t say from when on.')
      : vscode.l10n.t('The price that you agreed to ends on {0}.', dateAndTime(until)),
  ]);
}

/** "Upload: $0.01 per GB instead of $0.005". */
export const trafficLines = (increase: PriceIncrease): string[] =>
  raisedTraffic(increase).map(({ way, before, after }) => {
    const [from, to] = [before === undefined ? '?' : formatDollars(before, 0, 4), formatDollars(after, 0, 4)];
    return way === 'up'
      ? vscode.l10n.t('upload {0} → {1} per GB', from, to)
      : vscode.l10n.t('download {0} → {1} per GB', from, to);
  });
