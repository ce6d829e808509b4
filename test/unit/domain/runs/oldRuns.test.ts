import { expect, it } from 'vitest';
import { oldRuns } from '../../../../src/domain/runs/oldRuns';
import { type Run, runSchema } from '../../../../src/domain/runs/run';

const run = (number: number, changes: Partial<Run> = {}): Run =>
  runSchema.parse({
    ...{ id: `run-${String(number).padStart(5, '0')}`, name: 'train', instanceId: 7, instanceName: 'seven' },
    ...{ run: 'true', setup: '', folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep' },
    ...{ limitHours: 1, createdAt: 0, phase: 'ended', ...changes },
  });

it('keeps the latest finished runs, and all that go on', () => {
  const finished = Array.from({ length: 1002 }, (_, at) => run(at));
  const going = run(9000, { phase: 'running' });
  expect(oldRuns([...finished.slice(0, 1000), going])).toEqual([]);
  expect(oldRuns([...finished, going])).toEqual(['run-01000', 'run-01001']);
});

it('bounds the jobs of finished sweeps, too, and drops with a sweep what served it', () => {
  const rows = Array.from({ length: 1000 }, (_, row) => [`${row}`]);
  const sweeps = [1, 2, 3, 4, 5, 6].map((number) => run(number, { sweep: { names: ['x'], rows, jobs: [] } }));
  const serving = [run(8001, { serves: 'run-00006' }), run(8002, { serves: 'run-00006', phase: 'running' })];
  expect(oldRuns([...serving, ...sweeps, run(9)])).toEqual(['run-08001', 'run-00006']);
});

it('keeps those whose results are on their instances alone', () => {
  const finished = Array.from({ length: 1000 }, (_, at) => run(at));
  const missing = [run(2000, { fetch: ['out/'] }), run(2001, { fetch: ['out/'], phase: 'lost' })];
  expect(oldRuns([...finished, ...missing, run(2002, { fetch: ['out/'], fetchedAt: 1 })])).toEqual([
    'run-02001',
    'run-02002',
  ]);
});
