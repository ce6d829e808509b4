import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../host/paths';

const folder = join(repository, 'docs/performance');

interface Line {
  name: string;
  colour: string;
  /** What it is at each size; undefined where it wasn't measured. */
  figures: readonly (number | undefined)[];
}

interface Plot {
  title: string;
  /** What the lines are at, from left to right. */
  places: readonly string[];
  lines: readonly Line[];
  /** A figure that no line should be above. */
  limit?: number;
}

/** The pictures of docs/performance.md. A plot without figures is left as it is. */
export async function drawPlots(figures: Readonly<Record<string, number>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, plot] of Object.entries(plotsOf(figures)))
    if (plot.lines.some((line) => line.figures.some((figure) => figure !== undefined)))
      await writeFile(join(folder, `${name}.svg`), picture(plot));
  const waited = waits.flatMap((wait) => waitOf(wait, figures));
  if (waited.length > 0) await writeFile(join(folder, 'waits.svg'), pictureOfWaits(waited));
}

const sizes = [1, 10, 100, 1000, 5000];
const hours = [4, 8, 12, 16, 20, 24];

const plotsOf = (figures: Readonly<Record<string, number>>): Record<string, Plot> => ({
  poll: {
    title: 'A quiet poll, in times of a plain request and JSON.parse',
    places: sizes.map((size) => `${size} instances`),
    lines: [
      {
        name: 'the list',
        colour: '#2a78c2',
        figures: sizes.map((size) => figures[`a quiet poll of ${size} / request and parse`]),
      },
      {
        name: 'with its ssh entries',
        colour: '#c2612a',
        figures: sizes.map(
          (size) => figures[`a quiet poll of ${size} with its ssh sync / request and parse`],
        ),
      },
    ],
    limit: 3,
  },
  day: {
    title: 'Memory that a day of polling leaves, KiB more than after its first hour',
    places: hours.map((hour) => `${hour} h`),
    lines: [
      {
        name: 'heap',
        colour: '#2a78c2',
        figures: hours.map((hour) => figures[`heap after ${hour} hours of polling, beside the first, KiB`]),
      },
    ],
  },
});

/** What a person waits for, as the bench calls it, and the figure of what nothing could be faster than. */
const waits = [
  { name: 'Search to the first row', of: 'search to first row', beside: 'one search' },
  { name: 'An offer to the launch form', of: 'offer to launch form' },
  { name: 'Rent to the dialog', of: 'Rent to dialog', beside: 'one search' },
  {
    name: 'Connect to the request for a window',
    of: 'Connect to window request',
    beside: 'one request and one login by ssh',
  },
  {
    name: 'Refresh of 10 to a changed row',
    of: 'refresh of 10 instances to drawn tree',
    beside: 'request and parse',
  },
  {
    name: 'Refresh of 1,000 to a changed row',
    of: 'refresh of 1000 instances to drawn tree',
    beside: 'request and parse',
  },
  { name: 'Browse Offers to 10,000 rows', of: 'command to offers panel of 10000 offers' },
  { name: 'Show Spending to the sums', of: 'command to spending panel' },
];

interface Wait {
  name: string;
  /** In milliseconds. */
  median: number;
  least: number | undefined;
}

function waitOf(
  { name, of, beside }: (typeof waits)[number],
  figures: Readonly<Record<string, number>>,
): Wait[] {
  const median = figures[`${of}, ms, median`];
  if (median === undefined) return [];
  const ratio = beside === undefined ? undefined : figures[`${of} / ${beside}`];
  return [{ name, median, least: ratio === undefined ? undefined : Math.round(median / ratio) }];
}

function pictureOfWaits(all: readonly Wait[]): string {
  const [wide, row, names, head] = [640, 26, 240, 60];
  const most = Math.max(...all.flatMap(({ median, least = 0 }) => [median, least]));
  const long = (ms: number): string => ((ms / most) * (wide - names - 60)).toFixed(1);
  const [blue, grey] = ['#2a78c2', '#777'];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${head + all.length * row}" font-family="sans-serif" font-size="12">`,
    `<rect width="${wide}" height="${head + all.length * row}" fill="#fff"/>`,
    `<text x="${wide / 2}" y="20" text-anchor="middle" font-size="14">What a person waits for, in milliseconds</text>`,
    `<text x="${wide / 2}" y="42" text-anchor="middle" fill="${grey}">below, in grey: what nothing could be faster than</text>`,
    ...all.flatMap(({ name, median, least }, index) => {
      const y = head + index * row;
      return [
        `<text x="${names - 8}" y="${y + 12}" text-anchor="end">${name}</text>`,
        `<rect x="${names}" y="${y + 2}" width="${long(median)}" height="12" fill="${blue}"/>`,
        `<text x="${names + Number(long(median)) + 5}" y="${y + 12}" fill="${blue}">${median}</text>`,
        ...(least === undefined
          ? []
          : [`<rect x="${names}" y="${y + 15}" width="${long(least)}" height="5" fill="${grey}"/>`]),
      ];
    }),
    '</svg>\n',
  ].join('\n');
}

const [width, height, left, top, right, bottom] = [640, 280, 50, 40, 20, 40];

function picture({ title, places, lines, limit }: Plot): string {
  const all = [...lines.flatMap((line) => line.figures), limit, 0].filter((figure) => figure !== undefined);
  const [least, most] = [Math.min(...all), Math.max(...all) * 1.15 || 1];
  const x = (index: number): number => left + (index / (places.length - 1)) * (width - left - right);
  const y = (figure: number): number => top + ((most - figure) / (most - least)) * (height - top - bottom);
  const text = (at: number, line: number, words: string, more = 'text-anchor="middle"'): string =>
    `<text x="${at.toFixed(1)}" y="${line.toFixed(1)}" ${more}>${words}</text>`;
  const drawn = lines.flatMap(({ name, colour, figures }, index) => {
    const known = figures.flatMap((figure, place) => (figure === undefined ? [] : [{ figure, place }]));
    const path = known.map(({ figure, place }) => `${x(place).toFixed(1)},${y(figure).toFixed(1)}`).join(' ');
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...known.map(({ figure, place }) =>
        text(
          x(place),
          y(figure) + (index === 0 && lines.length > 1 ? 16 : -7),
          String(figure),
          `text-anchor="middle" fill="${colour}"`,
        ),
      ),
      text(width - right, top + 16 + index * 18, name, `text-anchor="end" fill="${colour}"`),
    ];
  });
  const line = (at: number, more: string): string =>
    `<line x1="${left}" x2="${width - right}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}" ${more}/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(width / 2, 20, title, 'text-anchor="middle" font-size="14"'),
    line(y(0), 'stroke="#888"'),
    ...(limit === undefined
      ? []
      : [
          line(y(limit), 'stroke="#b00" stroke-dasharray="4"'),
          text(width - right, y(limit) - 5, `limit ${limit}`, 'text-anchor="end" fill="#b00"'),
        ]),
    ...places.map((place, index) =>
      text(
        x(index),
        height - 15,
        place,
        `text-anchor="${index === 0 ? 'start' : index === places.length - 1 ? 'end' : 'middle'}"`,
      ),
    ),
    ...drawn,
    '</svg>\n',
  ].join('\n');
}
