import { expect, it, vi } from 'vitest';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import type { DetailNode } from '../../../../src/views/detailNode';
import { RunNode } from '../../../../src/views/runs/runNodes';
import { RunsView } from '../../../../src/views/runs/runsView';
import { seenRun } from '../../../../src/views/runs/seenRun';
import { ManualClock } from '../../support/manualClock';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const minute = 60_000;
const clock = new ManualClock();
const start = clock.now() - 60 * minute;
const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'sh train.sh', setup: '' },
  ...{ folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep', limitHours: 10, rate: 0.6 },
  ...{ createdAt: start, phase: 'running', startedAt: start },
});
const states = {
  running: { actual_status: 'running', intended_status: 'running', cur_state: 'running' },
  outbid: { actual_status: 'exited', intended_status: 'running', cur_state: 'stopped', is_bid: true },
  offline: { actual_status: 'offline', intended_status: 'running', cur_state: 'running' },
  unheard: { actual_status: 'unknown', intended_status: 'running', cur_state: 'running' },
  frozen: { actual_status: 'frozen', intended_status: 'running', cur_state: 'running' },
  missing: { actual_status: 'running', intended_status: 'running', cur_state: 'running', missing: true },
} as const;

const gpus = [{ load: 97, used: 9000, memory: 24_000 }];
const sight = { at: start + 30 * minute, gpus };

/** The view of a run whose instance is in that state, and of others on instances that run. */
function viewOf(
  state: keyof typeof states,
  seen: typeof sight | 'never' = sight,
  ...others: Run[]
): RunsView {
  const nothing = { dispose: () => undefined };
  const view = { visible: false, onDidChangeVisibility: () => nothing };
  const known = [run, ...others];
  const get = (_: string, id: string): Run | undefined => known.find((one) => one.id === id);
  const runs = { known: () => known, get, onDidChange: () => nothing };
  const accounts = { active: { id: 'a' }, onDidChange: () => nothing };
  const instanceOf = (id: number): SharedInstance => ({ id, ...states[id === 7 ? state : 'running'] });
  const sightOf = () => (seen === 'never' ? undefined : seen);
  const stores = { runs, accounts, clock, sightOf, instanceOf, show: () => undefined };
  return new RunsView({ view, attach: () => undefined } as never, stores as never);
}

function rowOf(...given: Parameters<typeof viewOf>) {
  const { description, iconPath } = viewOf(...given).getTreeItem(new RunNode(run.id));
  return { description, icon: (iconPath as { id: string }).id };
}

it('shows a run as running while its instance runs', () => {
  expect(rowOf('running')).toEqual({
    description: 'running · 60 minutes · $0.60 of at most $6.00 · GPU 97%',
    icon: 'loading~spin',
  });
});

it('ends the time and cost of a run where it was seen last once its instance is outbid', () => {
  const icon = 'question';
  const description = 'instance: outbid · 30 minutes · $0.30 of at most $6.00';
  expect(rowOf('outbid')).toEqual({ description, icon });
  expect(rowOf('outbid', 'never')).toEqual({ description: 'instance: outbid', icon });
});

it('says nothing of the GPU in the details either', async () => {
  const labels = async (state: keyof typeof states) =>
    (await viewOf(state).getChildren(new RunNode(run.id))).map((row) => (row as DetailNode).label);
  expect(await labels('running')).toContain('GPU');
  expect(await labels('outbid')).not.toContain('GPU');
});

it('says so of another machine of a sweep, and ends what that one costs', async () => {
  const leader: Run = { ...run, id: 'run-00002', instanceId: 8, nodes: 2 };
  const view = viewOf('outbid', sight, leader);
  expect(view.getTreeItem(new RunNode(leader.id)).description).toMatch(/^running · .*\$0\.60 of/);
  const serving = viewOf('outbid', sight, leader, { ...run, id: 'run-00003', serves: leader.id });
  expect(serving.getTreeItem(new RunNode(leader.id)).description).toMatch(/\$0\.90 of at most \$12\.00/);
  const values = (await serving.getChildren(new RunNode(leader.id))).map((row) => (row as DetailNode).value);
  expect(values).toContain('seven: instance: outbid');
});

it.each([
  ['offline', 'host offline'],
  ['unheard', 'no heartbeat'],
  ['frozen', 'frozen'],
  ['missing', 'not in the last list'],
] as const)('lets the cost grow where the GPU is billed or may be: %s', (state, word) => {
  expect(rowOf(state)).toEqual({
    description: `instance: ${word} · 60 minutes · $0.60 of at most $6.00`,
    icon: 'question',
  });
});

it('leaves a run that is over, or on a machine that was seen stopped, as it is', () => {
  const instance = { id: 7, ...states.outbid };
  for (const known of [{ ...run, phase: 'ended', endedAt: 0 } as const, { ...run, stoppedAt: 0 }])
    expect(seenRun(known, instance, sight.at)).toBe(known);
  expect(seenRun(run, undefined, sight.at)).toBe(run);
});
