import { beforeEach, expect, it, vi } from 'vitest';
import type { Run } from '../../../../src/domain/runs/run';
import { agreeAndBegin } from '../../../../src/prompts/runs/agreeOnRun';
import type { RunPlan, Sending } from '../../../../src/prompts/runs/planWords';
import type { AccountInUse } from '../../../../src/stores/account/accountInUse';
import { commandServices } from '../../support/commandServices';
import { clearScreen } from '../../support/fakeVscode';

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
