import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../../../src/commands/call';
import { runAgain } from '../../../../src/commands/runs/runAgain';
import type { Run } from '../../../../src/domain/runs/run';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const run: Run = {
  ...{ id: '2026-11-27-1', name: 'search', instanceId: 7, instanceName: 'train (7)', run: 'python t.py' },
  ...{ setup: '', folder: '/f', workdir: '~/w', fetch: ['out/'], results: '/f/results', then: 'stop' },
  ...{ limitHours: 2, createdAt: 0, phase: 'ended', why: 'exit', code: 0 },
};
const call: Call = {
  ...{ instanceIds: [], confirmed: true, interactive: false, askedBy: 'program' },
  arguments: { runId: run.id, instanceIds: [7, 8] },
};
const task = { name: 'search', run: 'python t.py' };

async function again(of: Run): Promise<unknown> {
  const { services, runs } = commandServices();
  runs.push(of);
  Object.assign(services, { consent: 'agreed' });
  await runAgain(services, call);
  return screen.commands;
}

it('runs the task with the same terms', async () => {
  const argument = {
    folder: '/f',
    task,
    fetch: ['out/'],
    then: 'stop',
    limit: { hours: 2 },
    confirmed: 'agreed',
  };
  expect(await again(run)).toEqual([
    ['gpuRental.runOnGpu', expect.objectContaining({ argument: { ...argument, ...call.arguments } })],
  ]);
});

it('runs a sweep with the same table, whose results have their own place', async () => {
  const sweep = {
    names: ['lr', 'seed'],
    rows: [
      ['0.1', '1'],
      ['0.2', '2'],
    ],
    jobs: [],
  };
  const parameters = [
    { lr: '0.1', seed: '1' },
    { lr: '0.2', seed: '2' },
  ];
  const argument = { folder: '/f', task, parameters, then: 'stop', limit: { hours: 2 }, confirmed: 'agreed' };
  expect(await again({ ...run, sweep })).toEqual([
    ['gpuRental.runSweep', expect.objectContaining({ argument: { ...argument, ...call.arguments } })],
  ]);
});
