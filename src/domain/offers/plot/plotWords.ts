import * as l10n from '@vscode/l10n';
import { typeName } from '../search/vocabulary/choiceWords';
import type { MarketRow } from '../table/marketRow';
import type { Plan } from '../plannedPrice';
import { axisText, type PlotAxis } from './plotAxes';
import type { Plotted, PlottedOffer } from './plotPoints';
import { rowTitle } from '../table/rowWords';
import { counted, formatSentences } from '../../format';

/** The plot in a few sentences, for a person who does not see it. */
export function plotSummary({ x, y, points, frontier }: Plotted, plan: Plan): string {
  const [first] = points;
  if (!first) return l10n.t('No offers can be shown.');
  const count = counted(points.length, l10n.t('{0} offer is shown.|{0} offers are shown.'));
  const best = counted(
    frontier.length,
    l10n.t(
      '{0} of them is best value: no other offer is better in both.|{0} of them are best value: no other offer is better in both.',
    ),
  );
  return formatSentences([count, spread(x, 'x', points, plan), spread(y, 'y', points, plan), best]);
}

/** "DLPerf goes from 4.1 to 890." */
function spread(axis: PlotAxis, side: 'x' | 'y', points: readonly PlottedOffer[], plan: Plan): string {
  const end = (isFirst: (one: number, other: number) => boolean): string => {
    const found = points.reduce((last, point) => (isFirst(point[side], last[side]) ? point : last));
    return axisText(axis, found.row, plan);
  };
  const [least, most] = [end((one, other) => one < other), end((one, other) => one > other)];
  const title = axis.column.title(plan);
  return least === most
    ? l10n.t('{0} is {1}.', title, least)
    : l10n.t('{0} goes from {1} to {2}.', title, least, most);
}

/** Which rows the plot leaves out, and why; empty if it shows all. */
export function leftOutWords({ x, y, unknown, notPositive }: Plotted, plan: Plan): string {
  const titles = [x.column.title(plan), y.column.title(plan)] as const;
  return [
    ...(unknown === 0
      ? []
      : [
          counted(
            unknown,
            l10n.t(
              '{0} offer isn’t shown: its {1} or {2} is unknown.|{0} offers aren’t shown: their {1} or {2} is unknown.',
            ),
            ...titles,
          ),
        ]),
    ...(notPositive === 0
      ? []
      : [
          counted(
            notPositive,
            l10n.t(
              '{0} offer isn’t shown: a log scale can’t show 0.|{0} offers aren’t shown: a log scale can’t show 0.',
            ),
          ),
        ]),
  ].join(' ');
}

export const rentalWords = ({ isBid }: MarketRow): string => typeName(isBid ? 'bid' : 'on-demand');

/** What the plot tells of an axis for one offer: "DLPerf 35.2". */
export const valueWords = (axis: PlotAxis, row: MarketRow, plan: Plan): string =>
  l10n.t('{0} {1}', axis.column.title(plan), axisText(axis, row, plan));

/** One offer of the plot, as it is read aloud. */
export function pointWords({ row }: PlottedOffer, { x, y }: Plotted, plan: Plan, isBest: boolean): string {
  return [
    rowTitle(row),
    rentalWords(row),
    valueWords(x, row, plan),
    valueWords(y, row, plan),
    ...(isBest ? [l10n.t('best value')] : []),
  ].join(', ');
}
