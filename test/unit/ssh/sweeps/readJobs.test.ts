import { expect, it } from 'vitest';
import { readJobs } from '../../../../src/ssh/sweeps/lookAtJobs';
import { readReport } from '../../../../src/ssh/runs/lookAtRuns';

it('reads what each job did, and which were lost', () => {
  const jobs = readJobs(
    [
      '1 ended : 1.075 0 0',
      '2 ended gpu-8 9 255 ',
      '3 ended gpu-8 2 0 x',
      '4 running',
      'x ended',
      '5 ended evil;rm 1 0 2',
    ],
    ['1 loss=0.1', '4 a b=2'],
  );
  expect(jobs).toEqual([
    { number: 1, state: 'ended', code: 0, seconds: 1.075, lines: ['loss=0.1'] },
    { number: 2, state: 'lost', seconds: 9, host: 'gpu-8', lines: [] },
    { number: 3, state: 'lost', seconds: 2, host: 'gpu-8', lines: [] },
    { number: 4, state: 'running', lines: ['a b=2'] },
    { number: 5, state: 'ended', code: 2, seconds: 1, lines: [] },
  ]);
});

it('takes nothing of a log for a job, and knows that a run is no sweep', () => {
  const { runs } = readReport('run=a\nphase=ended\nlast=job=1 ended : 1 0 0\n');
  expect(runs.get('a')?.jobs).toBeUndefined();
});
