import { expect, it, vi } from 'vitest';
import type { Run } from '../../../../src/domain/runs/run';
import type { Sweep } from '../../../../src/domain/sweeps/sweepSchema';
import { costWords, runItem } from '../../../../src/views/runs/runNodes';
import { endWords, whyKeptWords } from '../../../../src/views/runs/runTeller';
import { jobRows, progressWords, sweepTable } from '../../../../src/views/runs/sweepWords';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const sweep: Sweep = {
  names: ['lr'],
  rows: [['0.1'], ['0.2'], ['[x](command:a)'], ['0.4']],
  jobs: [
    { number: 1, state: 'ended', code: 0, seconds: 12.4, metrics: { loss: '0.5' } },
    { number: 2, state: 'ended', code: 3, seconds: 600, host: 'gpu-8' },
    { number: 3, state: 'running' },
  ],
};
const run: Run = {
  ...{ id: '2026-11-27-1', name: 'search', instanceId: 7, instanceName: 'train (7)', run: 'x', setup: '' },
  ...{ folder: '/f', workdir: '~/w', fetch: [], results: '/f/results', then: 'stop', limitHours: 2, rate: 1 },
  ...{ createdAt: 0, startedAt: 0, phase: 'running', sweep },
};
const serving: Run = {
  ...{ ...run, id: '2026-11-27-2', rate: 2, serves: run.id },
  ...{ instanceId: 8, instanceName: 'eval (8)' },
};
const words = (of: Run) => jobRows(of, sweep).map(({ label, value }) => `${label}: ${value}`);

it('says of each job what it did, and its last numbers', () => {
  expect(words(run)).toEqual([
    'lr=0.1: loss=0.5 · succeeded · 12 seconds',
    'lr=0.2: failed with exit code 3 · 10 minutes',
    'lr=[x] (command:a): running',
    'lr=0.4: waiting',
  ]);
});

it('names a job by what differs from the others', () => {
  const same = { ...sweep, names: ['epochs', 'lr'], rows: sweep.rows.map((row) => ['3', ...row]) };
  expect(jobRows(run, same)[0]?.label).toBe('lr=0.1');
  const one = { ...same, rows: same.rows.slice(0, 1) };
  expect(jobRows(run, one)[0]?.label).toBe('epochs=3 lr=0.1');
});

it('has nothing at work once the sweep is over', () => {
  const over = words({ ...run, phase: 'ended', why: 'limit', endedAt: 1 });
  expect(over.slice(2)).toEqual(['lr=[x] (command:a): broken off', 'lr=0.4: not begun']);
});

it('says which results were lost with the first instance', () => {
  const lost: Run = { ...run, phase: 'lost' };
  expect(words(lost)[0]).toBe(
    'lr=0.1: loss=0.5 · succeeded · results lost with the first instance · 12 seconds',
  );
  expect(sweepTable(lost, sweep, { order: [1], metric: '', serving: [] })).toContain(
    'results lost with the first instance',
  );
  const jobs = sweep.jobs.map((job) => ({ ...job, fetchedAt: 1 }));
  expect(jobRows(lost, { ...sweep, jobs })[0]?.value).not.toContain('lost');
});

it('sums what all of its machines cost', () => {
  expect(progressWords(sweep)).toBe('1 of 4 done, 1 failed');
  expect(costWords(run, 3_600_000, [serving])).toBe('$3.00 of at most $6.00');
  expect(costWords(run, 3_600_000, [{ ...serving, rate: undefined }])).toBe('');
  const facts = { accountId: 'a', now: 3_600_000, gpus: [], instance: undefined, serving: [serving] };
  expect(runItem(run, facts).description).toContain(
    '1 of 4 done, 1 failed · 60 minutes · $3.00 of at most $6.00',
  );
  expect(runItem(run, facts).contextValue).toBe(';run;sweep;active;');
});

it('has not simply succeeded when some of its jobs have failed', () => {
  const over: Run = { ...run, phase: 'ended', why: 'exit', code: 0, endedAt: 3_600_000 };
  const facts = { accountId: 'a', now: 3_600_000, gpus: [], instance: undefined };
  const item = runItem(over, facts);
  expect(item.description).toBe('1 of 4 done, 1 failed · 60 minutes · $1.00');
  expect(item.iconPath).toMatchObject({ id: 'warning' });
  expect(runItem({ ...over, why: 'limit' }, facts).description).toContain(
    'ended at its time limit · 1 of 4 done, 1 failed',
  );
});

it('is a table whose cells are only text', () => {
  const table = sweepTable(run, sweep, { order: [2, 1, 3, 4], metric: 'loss', serving: [serving] });
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  expect(lines[2]).toContain('| eval \\(8\\) |');
  expect(lines[3]).toContain('| train \\(7\\) |');
  expect(table).not.toContain('[x](command:a)');
  expect(table).toContain('sorted by loss');
});

it('is told at its end with what all instances cost, and what becomes of them', () => {
  const over: Run = { ...run, phase: 'ended', why: 'exit', code: 0, endedAt: 3_600_000 };
  const told = (then: Run['then']) =>
    endWords({ ...over, then }, [{ ...serving, endedAt: 3_600_000 }], 3_600_000);
  expect(told('stop')).toBe(
    'search: 1 of 4 done, 1 failed (60 minutes, $3.00). Each instance stops itself; its disk is still billed.',
  );
  expect(told('destroy')).toMatch(/Its instances are destroyed\.$/);
  expect(told('keep')).toMatch(/Its instances go on and are billed\.$/);
  expect(endWords(over, [], 3_600_000)).toMatch(/\$1\.00\)\. train \(7\) stops itself/);
});

it('says at its end that results aren’t here', () => {
  const over: Run = { ...run, sweep: undefined, phase: 'ended', why: 'exit', code: 0, fetch: ['out'] };
  const told = (changes: Partial<Run>, serves: Run[] = [], end = {}) =>
    endWords({ ...over, ...changes }, serves, 1, end).replace(/^.*?\)?\. /, '');
  const lacking = 'Not all of its results are on this computer.';
  expect(told({ then: 'stop' })).toMatch(new RegExp(`^${lacking} train \\(7\\) stops itself`));
  expect(told({ then: 'keep' })).toMatch(new RegExp(`^${lacking} train \\(7\\) goes on`));
  expect(told({ then: 'destroy' })).toBe(`${lacking} train (7) isn’t destroyed yet.`);
  expect(told({ then: 'stop' }, [], { isGone: true })).toBe(`${lacking} train (7) doesn’t exist any more.`);
  expect(told({ then: 'destroy' }, [serving])).toBe(
    `${lacking} No instance is destroyed before its results are here.`,
  );
  expect(told({ then: 'stop', fetchedAt: 1 })).toMatch(/^train \(7\) stops itself/);
});

it('says why an instance stays that was to be destroyed', () => {
  const words = (why: Parameters<typeof whyKeptWords>[2]) =>
    whyKeptWords(run, 'train (7)', why).replace('train (7) isn’t destroyed, because ', '');
  const ended: Run = { ...run, sweep: undefined, phase: 'ended', then: 'destroy' };
  const told = (end: Parameters<typeof endWords>[3]) => endWords(ended, [], 1, end);
  expect(told({ lacking: { ...run, name: 'earlier' } })).toMatch(
    /\. train \(7\) isn’t destroyed, because the results of earlier are only there\.$/,
  );
  expect(told({ holdsMore: true, wasStarted: true })).toMatch(
    /\. train \(7\) was started again, so it goes on and is billed\.$/,
  );
  const recreated: Run = { ...ended, phase: 'lost', fetch: ['out/'], fetchedAt: undefined, recreatedAt: 1 };
  for (const serving of [[], [run]])
    expect(endWords(recreated, serving, 1, { wasStarted: true })).toMatch(
      /Not all of its results are on this computer\. train \(7\) was recreated, so it goes on and is billed\.$/,
    );
  expect(endWords(recreated, [], 1)).toMatch(
    /train \(7\) was recreated and stopped; its disk is still billed\.$/,
  );
  expect(endWords({ ...recreated, then: 'keep' }, [run], 1, { wasStarted: true })).toMatch(
    /Its instances go on and are billed\.$/,
  );
  expect(told({ holdsMore: true })).toMatch(
    /\. train \(7\) isn’t destroyed, because it may hold more than the results of search\.$/,
  );
  expect(told({})).toMatch(/\. train \(7\) is destroyed\.$/);
  expect(words('old')).toBe('search ended too long ago.');
  expect(words({ ...run, name: 'earlier' })).toBe('the results of earlier are only there.');
  expect(words('more')).toBe('it may hold more than the results of search.');
});
