import { expect, it, vi } from 'vitest';
import { followRun } from '../../../../src/commands/runs/followRun';
import { compareRuns } from '../../../../src/commands/runs/openRun';
import { targetRun } from '../../../../src/commands/runs/runTargets';
import { runSchema } from '../../../../src/domain/runs/run';
import { eventually } from '../../support/eventually';
import { screen } from '../../support/fakeVscode';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => ({
  ...(await import('../../support/fakeVscode')).fakeVscode,
  TerminalLink: Object,
}));

const hour = 3_600_000;
const clock = new ManualClock();
const startedAt = clock.now() - hour;
const [run, other] = [7, 8].map((instanceId) =>
  runSchema.parse({
    ...{
      id: `run-0000${instanceId}`,
      name: `train ${instanceId}`,
      instanceId,
      instanceName: 'one',
      run: 'x',
    },
    ...{ setup: '', folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep', limitHours: 9 },
    ...{ rate: 0.6, createdAt: startedAt, phase: 'running', startedAt },
  }),
) as [ReturnType<typeof runSchema.parse>, ReturnType<typeof runSchema.parse>];
const outbid = { actual_status: 'exited', intended_status: 'running', cur_state: 'stopped', is_bid: true };
const running = { actual_status: 'running', intended_status: 'running', cur_state: 'running' };
const reports: string[] = [];
const services = {
  clock,
  accounts: { active: { id: 'a' }, accounts: [], client: {} },
  instances: { get: (id: number) => ({ id, ...(id === 7 ? outbid : running) }) },
  runs: {
    read: () => Promise.resolve([run, other]),
    get: (_: string, id: string) => [run, other].find((one) => one.id === id),
  },
  runKeeper: { look: () => Promise.resolve(), sightOf: () => ({ at: startedAt + hour / 2, gpus: [] }) },
  texts: { showReport: (_: string, text: string) => Promise.resolve(void reports.push(text)) },
} as never;
const call = (interactive: boolean, given = {}) => ({
  ...{ instanceIds: [], confirmed: false, interactive },
  arguments: given,
});

it('are told in a list of runs to pick from by what their instance does', async () => {
  const picking = targetRun(services, call(true), 'Run Again');
  await eventually(() => expect(screen.picks).toHaveLength(1));
  const [box] = screen.picks;
  expect(box?.items.map(({ description }) => description)).toEqual([
    'instance: outbid · one',
    'running · one',
  ]);
  box?.choose(box.items[0]!);
  expect(await picking).toMatchObject({ run: { id: 'run-00007' } });
});

it('are compared by it, with what they have cost until they were seen last', async () => {
  await compareRuns(services, call(true, { runIds: [run.id, other.id] }));
  await eventually(() => expect(reports[0]).toMatch(/State.*instance: outbid .*running/));
  expect(reports[0]).toMatch(/Cost.*\$0\.30 .*\$0\.60/);
});

it('are told a program with it', async () => {
  const told = (runId: string) => followRun(services, call(false, { runId }));
  expect(await told(run.id)).toMatchObject({ phase: 'running', halted: 'outbid', startedAt, dollars: 0.3 });
  expect(await told(other.id)).toMatchObject({ phase: 'running', halted: undefined, dollars: 0.6 });
});
