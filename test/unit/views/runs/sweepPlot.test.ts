import { expect, it, vi } from 'vitest';
import type { Sweep } from '../../../../src/domain/sweeps/sweepSchema';
import { sweepPlot } from '../../../../src/views/runs/sweepPlot';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const sweepOf = (names: string[], rows: string[][], losses: (string | undefined)[]): Sweep => ({
  names,
  rows,
  jobs: losses.flatMap((loss, index) =>
    loss === undefined ? [] : { number: index + 1, state: 'ended' as const, code: 0, metrics: { loss } },
  ),
});

function svgOf(sweep: Sweep): string {
  const [, alt = '', encoded = ''] =
    /^!\[(.*)\]\(data:image\/svg\+xml;base64,(.*)\)$/.exec(sweepPlot(sweep, 'loss') ?? '') ?? [];
  return `${alt}\n${Buffer.from(encoded, 'base64').toString()}`;
}
const circles = (svg: string) =>
  [...svg.matchAll(/<circle cx="(\d+)" cy="(\d+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);

it('is of the metric over the parameter with the most numbers, by magnitude where that is tried', () => {
  const rows = ['0.001', '0.01', '0.1'].map((lr) => ['1', lr, 'sgd']);
  const svg = svgOf(sweepOf(['seed', 'lr', 'how'], rows, ['3', '2', '1']));
  expect(svg).toMatch(/^loss over lr\n/);
  const [first, second, third] = circles(svg);
  // A power of ten each, and the least loss at the bottom.
  expect(second![0]! - first![0]!).toBe(third![0]! - second![0]!);
  expect([first![1]! < second![1]!, second![1]! < third![1]!]).toEqual([true, true]);
  expect(svg).toContain('<title>seed=1 lr=0.01 how=sgd: 2</title>');
});

it('is over the jobs where no parameter is a number, and leaves out what has none', () => {
  const svg = svgOf(sweepOf(['a'], [['<x>&'], ['y'], ['z'], ['w']], ['1', 'nan', undefined, '2']));
  expect(svg).toMatch(/^loss over job\n/);
  expect(circles(svg)).toHaveLength(2);
  expect(svg).toContain('a=&lt;x&gt;&amp;: 1');
});

it('is none of a single number', () => {
  expect(sweepPlot(sweepOf(['a'], [['1'], ['2']], ['1', undefined]), 'loss')).toBeUndefined();
});
