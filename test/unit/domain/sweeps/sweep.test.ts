import { expect, it } from 'vitest';
import { bestFirst, jobCounts, jobTitle, metricNames, ranked } from '../../../../src/domain/sweeps/sweep';
import type { Sweep } from '../../../../src/domain/sweeps/sweepSchema';

const sweep: Sweep = {
  names: ['lr', 'seed'],
  rows: [
    ['0.1', '1'],
    ['0.2', '1'],
    ['0.3', '1'],
    ['0.4', '1'],
    ['0.5', '1'],
  ],
  jobs: [
    { number: 2, state: 'ended', code: 0, metrics: { loss: '0.5', acc: '0.1' } },
    { number: 1, state: 'ended', code: 1, metrics: { loss: '0.9' } },
    { number: 3, state: 'running', metrics: { loss: 'nan' } },
    { number: 5, state: 'lost', metrics: { loss: '1e-1' } },
  ],
};

it('names a job by its parameters', () => {
  expect(jobTitle(sweep, 2)).toBe('lr=0.2 seed=1');
});

it('counts what has failed, lost ones included', () => {
  expect(jobCounts(sweep)).toEqual({ done: 1, running: 1, failed: 2, all: 5 });
});

it('ranks by a metric, and puts what has no number of it last', () => {
  expect(metricNames(sweep)).toEqual(['loss', 'acc']);
  expect(ranked(sweep, 'loss', false)).toEqual([5, 2, 1, 3, 4]);
  expect(ranked(sweep, 'loss', true)).toEqual([1, 2, 5, 3, 4]);
});

it('puts the best first, as far as the name of the metric tells', () => {
  expect(bestFirst(sweep, sweep.jobs)).toEqual([5, 2, 1, 3]);
  const jobs = sweep.jobs.map((job) => ({ ...job, metrics: { val_acc: `0.${job.number}` } }));
  expect(bestFirst({ ...sweep, jobs }, jobs.slice(1))).toEqual([5, 3, 1]);
});
