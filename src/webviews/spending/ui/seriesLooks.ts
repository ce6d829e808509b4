import { css, html, svg, type TemplateResult, unsafeCSS } from 'lit';
import type { DayView, RowView } from '../protocol';

/** Most instances and volumes with a look of their own in the plot; the others share one. */
const most = 5;

/** A color of VS Code, and a pattern over it: the strokes of a tile of 8 by 8. */
interface SeriesLook {
  color: string;
  pattern: string;
}

const looks: readonly SeriesLook[] = [
  { color: 'charts-blue', pattern: '' },
  { color: 'charts-yellow', pattern: 'M-2 2L2 -2M0 8L8 0M6 10L10 6' },
  { color: 'charts-purple', pattern: 'M0 2H8M0 6H8' },
  { color: 'charts-green', pattern: 'M-2 6L2 10M0 0L8 8M6 -2L10 2' },
  { color: 'charts-red', pattern: 'M2 0V8M6 0V8' },
];
const othersLook: SeriesLook = { color: 'descriptionForeground', pattern: 'M0 4H8M4 0V8' };

export const lookOf = (index: number): SeriesLook => looks[index] ?? othersLook;

/** The sources with a look of their own, by its index. What had one keeps it while it is among the dearest. */
export type Series = readonly (string | undefined)[];

export function seriesOf(rows: readonly RowView[], before: Series): Series {
  const dearest = rows
    .filter(({ period }) => period.units > 0)
    .slice(0, most)
    .map(({ source }) => source);
  const kept = Array.from({ length: most }, (_, index) => dearest.find((source) => source === before[index]));
  const rest = dearest.filter((source) => !kept.includes(source));
  return kept.map((source) => source ?? rest.shift());
}

export const others = most;

export function indexOf(series: Series, source: string): number {
  const index = series.indexOf(source);
  return index < 0 ? others : index;
}

/** What a day has in each look, from below; only what is more than nothing. */
export function stackOf({ parts }: DayView, series: Series): { index: number; units: number }[] {
  const sums = new Map<number, number>();
  for (const { source, sum } of parts) {
    const index = indexOf(series, source);
    sums.set(index, (sums.get(index) ?? 0) + sum.units);
  }
  return [...sums]
    .map(([index, units]) => ({ index, units }))
    .filter(({ units }) => units > 0)
    .sort((a, b) => a.index - b.index);
}

const fills = [...looks, othersLook].map(
  ({ color }, index) => `.fill-${index} { fill: var(--vscode-${color}); }`,
);

/** The looks of the plot's series; each has a pattern beside its color. */
export const swatchStyles = css`
  .swatch {
    flex: none;
    width: 16px;
    height: 12px;
    border: 1px solid var(--vscode-foreground);
    box-sizing: border-box;
  }
  .pattern {
    fill: none;
    stroke: var(--vscode-editor-background);
    stroke-width: 1.4;
  }
  ${unsafeCSS(fills.join(''))}
`;

/** The look as a small picture. */
export function swatch(index: number): TemplateResult {
  const { pattern } = lookOf(index);
  return html`<svg class="swatch" viewBox="0 0 16 12" aria-hidden="true">
    <rect class="fill-${index}" width="16" height="12"></rect>
    ${[0, 8].map((x) => [0, 8].map((y) => svg`<path class="pattern" transform="translate(${x} ${y})" d=${pattern}></path>`))}
  </svg>`;
}
