import { describe, expect, it, vi } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { runItem } from '../../../../src/views/runs/runNodes';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const minute = 60_000;
const start = 1_000 * minute;
const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'sh train.sh', setup: '' },
  ...{
    folder: '/f',
    workdir: '~/f',
    fetch: ['outputs'],
    results: '/f/results',
    then: 'stop',
    limitHours: 10,
  },
  ...{ rate: 0.6, createdAt: start, phase: 'running', startedAt: start },
});
const gpus = [
  { load: 12, used: 1000, memory: 24_000 },
  { load: 87, used: 9000, memory: 24_000 },
];
const rowOf = (changes: Partial<Run> = {}, seen: typeof gpus = gpus) =>
  runItem({ ...run, ...changes }, { accountId: 'a-1', now: start + 30 * minute, gpus: seen }).description;

describe('the row of a run', () => {
  it('says what it does, for how long, what it costs and how busy the busiest GPU is', () => {
    expect(rowOf()).toBe('running · 30 minutes · $0.30 of at most $6.00 · GPU 87%');
  });

  it('says no load that isn’t known, or once the run is over', () => {
    expect(rowOf({}, [])).toBe('running · 30 minutes · $0.30 of at most $6.00');
    const over = { phase: 'ended', why: 'exit', code: 3, endedAt: start + 10 * minute } as const;
    expect(rowOf(over)).toBe('failed with exit code 3 · 10 minutes · $0.10');
  });

  it('says no cost without a price', () => {
    const { rate: _, ...unpriced } = run;
    const facts = { accountId: 'a-1', now: start + minute, gpus: [] };
    expect(runItem(unpriced, facts).description).toBe('running · 60 seconds');
  });
});
