import { describe, expect, it, vi } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { runDetails, runItem } from '../../../../src/views/runs/runNodes';

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
  runItem(
    { ...run, ...changes },
    { accountId: 'a-1', now: start + 30 * minute, gpus: seen, instance: undefined },
  ).description;

describe('the row of a run', () => {
  it('says what it does, for how long, what it costs and how busy the busiest GPU is', () => {
    expect(rowOf()).toBe('running · 30 minutes · $0.30 of at most $6.00 · GPU 87%');
  });

  it('says no load that isn’t known, or once the run is over', () => {
    expect(rowOf({}, [])).toBe('running · 30 minutes · $0.30 of at most $6.00');
    const over = { phase: 'ended', why: 'exit', code: 3, endedAt: start + 10 * minute } as const;
    expect(rowOf(over)).toBe('failed with exit code 3 · 10 minutes · $0.10');
  });

  it('says no later time or cost of one that was lost', () => {
    expect(rowOf({ phase: 'lost', stoppedAt: start + 10 * minute })).toBe(
      'lost: its machine doesn’t know how it ended · 10 minutes · $0.10',
    );
  });

  it('says what an instance costs that was to be destroyed and is kept', () => {
    const over = { ...run, then: 'destroy', phase: 'ended', why: 'exit', code: 0 } as const;
    const instance = { id: 7, actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' };
    const stopped = { ...instance, dph_total: 0.62, instance: { totalHour: 0.02 } };
    const now = start + 310 * minute;
    const facts = { accountId: 'a-1', now, gpus: [], instance: stopped };
    const ended = { ...over, endedAt: start + 10 * minute };
    expect(runItem(ended, facts).description).toBe(
      'succeeded · 10 minutes · $0.10 · kept for $0.020/h, about $0.10 so far',
    );
    expect(runDetails(ended, facts).map(({ value }) => value)).toContain(
      'kept for $0.020/h, about $0.10 so far',
    );
    expect(runItem({ ...ended, then: 'stop' }, facts).description).not.toMatch(/kept/);
    expect(runItem(ended, { ...facts, instance: undefined }).description).not.toMatch(/kept/);
  });

  it('says no cost without a price', () => {
    const { rate: _, ...unpriced } = run;
    const facts = { accountId: 'a-1', now: start + minute, gpus: [], instance: undefined };
    expect(runItem(unpriced, facts).description).toBe('running · 60 seconds');
  });
});
