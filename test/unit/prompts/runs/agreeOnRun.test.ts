import { beforeEach, expect, it, vi } from 'vitest';
import type { Run } from '../../../../src/domain/runs/run';
import { agreeAndBegin } from '../../../../src/prompts/runs/agreeOnRun';
import type { RunPlan, Sending } from '../../../../src/prompts/runs/planWords';
import type { AccountInUse } from '../../../../src/stores/account/accountInUse';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const plan = {
  ...{
    folder: '/f/app',
    instanceId: 7,
    name: 'train',
    rate: 1,
    limitHours: 2,
    then: 'stop',
    fetch: ['out/'],
  },
  task: { name: 'search', run: 'sh train.sh', setup: '', variables: {}, secrets: [] },
} as unknown as RunPlan;
const near = { from: '/f/app', entries: new Map(), leftOut: [], fileOf: (at: string) => at };
const sendings: Sending[] = [
  { from: '/f/app', to: '~/gpu-rental/app', near },
  { from: '/f/data', to: '~/data', near },
];
const before = { name: 'yesterday', instanceId: 7, workdir: '~/gpu-rental/app', fetch: ['out/'] } as Run;

/** What is asked before a run, with these runs known. */
async function detailWith(...known: Run[]): Promise<string> {
  const { services, runs, choices, answer } = commandServices();
  runs.push(...known);
  answer.agrees = false;
  const who = { account: { id: 'a' } } as AccountInUse;
  const call = { confirmed: false, interactive: true };
  const begun = await agreeAndBegin({ services, who, call, plan, sendings }, () => Promise.resolve('begun'));
  expect(begun).toBeUndefined();
  return choices[0]?.detail ?? '';
}

it('names runs whose results it may overwrite', async () => {
  const words = 'The results of yesterday aren’t here yet. This run may overwrite them.';
  expect(await detailWith(before)).toContain(`\n\n${words}\n\n`);
  expect(await detailWith({ ...before, fetchedAt: 1 })).not.toContain('overwrite');
  expect(await detailWith({ ...before, workdir: '~/data' })).not.toContain('overwrite');
});

it.each([
  ['one that runs', {}],
  ['a stopped one, which the same question starts', { actual_status: 'exited', intended_status: 'stopped' }],
])('names the command that it was changed to, on %s', async (_, state) => {
  const running = { actual_status: 'running', intended_status: 'running', cur_state: 'running' };
  const { services, choices, answer } = commandServices({ id: 7, ...running, ...state });
  const who = { account: { id: 'a' } } as AccountInUse;
  const call = { confirmed: false, interactive: true };
  const nameless = { ...plan, task: { ...plan.task, name: undefined } };
  const asked = { services, who, call, plan: nameless, sendings };
  answer.option = 1;
  const begun = agreeAndBegin(asked, ({ task }) => Promise.resolve(task.run));
  await eventually(() => expect(screen.picks).toHaveLength(1));
  const [list] = screen.picks;
  list!.choose(list!.items.find(({ label }) => label === 'Command')!);
  await eventually(() => expect(screen.inputs).toHaveLength(1));
  answer.option = 0;
  screen.inputs[0]!.type('rm -r out');
  screen.inputs[0]!.accept();
  expect(await begun).toBe('rm -r out');
  expect(choices.map(({ message }) => message)).toEqual([
    'Run sh train.sh on train?',
    'Run rm -r out on train?',
  ]);
});
