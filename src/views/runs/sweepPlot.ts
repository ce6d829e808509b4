import * as vscode from 'vscode';
import { jobOf, jobTitle } from '../../domain/sweeps/sweep';
import type { Sweep } from '../../domain/sweeps/sweepSchema';

const size = { width: 640, height: 280 };
const margin = { left: 92, right: 24, top: 16, bottom: 52 };
/** Seen on light and dark alike, and in a narrow editor, which shows it smaller. */
const colors = { line: '#8888', text: '#888', dot: '#3794ff' };

interface Axis {
  name: string;
  /** Of each job; not a number where it has none. */
  values: readonly number[];
  isLogarithmic: boolean;
}

/**
 * A metric of all jobs over a parameter, as an image in Markdown. Undefined where fewer than two jobs have a number of it.
 */
export function sweepPlot(sweep: Sweep, metric: string): string | undefined {
  const values = sweep.rows.map((_, index) => Number(jobOf(sweep, index + 1)?.metrics?.[metric] ?? NaN));
  if (values.filter(Number.isFinite).length < 2) return undefined;
  const x = parameterAxis(sweep);
  const y = axisOf(metric, values);
  const dots = values.flatMap((value, index) => {
    const over = x.values[index] ?? NaN;
    if (!Number.isFinite(value) || !Number.isFinite(over)) return [];
    const title = escaped(`${jobTitle(sweep, index + 1)}: ${value}`);
    return `<circle cx="${across(x, over)}" cy="${up(y, value)}" r="5" fill="${colors.dot}"><title>${title}</title></circle>`;
  });
  const { width, height } = size;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="16" fill="${colors.text}">`,
    `<path d="M${margin.left} ${margin.top}V${height - margin.bottom}H${width - margin.right}" fill="none" stroke="${colors.line}"/>`,
    ...ends(x).map(
      (value) =>
        `<text x="${across(x, value)}" y="${height - margin.bottom + 20}" text-anchor="middle">${tick(value)}</text>`,
    ),
    ...ends(y).map(
      (value) =>
        `<text x="${margin.left - 8}" y="${up(y, value) + 5}" text-anchor="end">${tick(value)}</text>`,
    ),
    `<text x="${(margin.left + width - margin.right) / 2}" y="${height - 8}" text-anchor="middle">${escaped(x.name)}</text>`,
    `<text transform="rotate(-90)" x="${-height / 2}" y="16" text-anchor="middle">${escaped(y.name)}</text>`,
    ...dots,
    '</svg>',
  ].join('');
  const title = vscode.l10n.t('{0} over {1}', y.name, x.name).replaceAll(/[[\]\\]/g, ' ');
  return `![${title}](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`;
}

/** The parameter with the most different numbers; the job's own number where none has some. */
function parameterAxis({ names, rows }: Sweep): Axis {
  const axes = names.flatMap((name, column) => {
    const values = rows.map((row) => (row[column]?.trim() ? Number(row[column]) : NaN));
    return values.every(Number.isFinite) && new Set(values).size > 1 ? axisOf(name, values) : [];
  });
  const count = ({ values }: Axis): number => new Set(values).size;
  const [most] = axes.toSorted((one, other) => count(other) - count(one));
  return (
    most ??
    axisOf(
      vscode.l10n.t('job'),
      rows.map((_, index) => index + 1),
    )
  );
}

/** Learning rates and the like are tried by their magnitude. */
function axisOf(name: string, values: readonly number[]): Axis {
  const known = values.filter(Number.isFinite);
  const least = Math.min(...known);
  return { name, values, isLogarithmic: least > 0 && Math.max(...known) / least >= 50 };
}

const ends = ({ values }: Axis): number[] => {
  const known = values.filter(Number.isFinite);
  return [...new Set([Math.min(...known), Math.max(...known)])];
};

/** From 0 to 1; in the middle where all are the same. */
function share(axis: Axis, value: number): number {
  const at = (one: number): number => (axis.isLogarithmic ? Math.log(one) : one);
  const [least = value, most = value] = ends(axis);
  return most === least ? 0.5 : (at(value) - at(least)) / (at(most) - at(least));
}

const across = (axis: Axis, value: number): number =>
  Math.round(margin.left + 10 + share(axis, value) * (size.width - margin.left - margin.right - 20));

const up = (axis: Axis, value: number): number =>
  Math.round(
    size.height - margin.bottom - 10 - share(axis, value) * (size.height - margin.top - margin.bottom - 20),
  );

const tick = (value: number): string => String(Number(value.toPrecision(3)));

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\p{Cc}/gu, ' ');
