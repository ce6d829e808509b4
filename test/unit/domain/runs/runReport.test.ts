import { expect, it } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { dollarsOf } from '../../../../src/domain/runs/runCost';
import { needsLook, type RunReport, withReport } from '../../../../src/domain/runs/runReport';

const hour = 3_600_000;
const run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'sh train.sh', setup: '' },
  ...{ folder: '/f', workdir: '~/f', fetch: [], results: '/f/results', then: 'stop', limitHours: 10 },
  ...{ rate: 0.5, createdAt: 0, phase: 'running', startedAt: 0 },
});
const lost: RunReport = { phase: 'lost', lastLine: '', numberLines: [], ports: [] };
const looks = (known: Run, ...at: number[]) => at.reduce((seen, now) => withReport(seen, lost, now), known);

it('costs no more from when it was found lost', () => {
  const found = looks(run, 2 * hour, 3 * hour);
  expect(found.stoppedAt).toBe(2 * hour);
  expect(dollarsOf(found, 9 * hour)).toBe(1);
  expect(looks(found, 4 * hour)).toBe(found);
});

it('costs no more from when its machine was seen stopped, if that forgot it', () => {
  expect(looks({ ...run, stoppedAt: hour }, 2 * hour).stoppedAt).toBe(hour);
});

it('costs as before once it is found to go on', () => {
  const goesOn = withReport(looks(run, 2 * hour), { ...lost, phase: 'running' }, 3 * hour);
  expect(goesOn).not.toHaveProperty('stoppedAt');
});

it('is looked at no more once its instance was made anew, unless it was going on', () => {
  const ended: Run = { ...run, phase: 'ended', endedAt: hour, fetch: ['out/'], stopAt: 9 * hour };
  expect(needsLook(ended, 2 * hour, 24)).toBe(true);
  expect(needsLook({ ...ended, recreatedAt: hour }, 2 * hour, 24)).toBe(false);
  expect(needsLook({ ...run, recreatedAt: hour }, 2 * hour, 24)).toBe(true);
});
