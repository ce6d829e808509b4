import { expect, it, vi } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { waysOf } from '../../../../src/commands/sweeps/waysOf';
import { agreeAndBegin } from '../../../../src/prompts/runs/agreeOnRun';
import type { RunPlan } from '../../../../src/prompts/runs/planWords';
import { accountInUse } from '../../../../src/stores/account/accountInUse';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
vi.mock('../../../../src/connect/waitUntilRunning', () => ({
  waitUntilRunning: () => Promise.reject(new CancelledError()),
}));

/** Runs on a stopped instance, with a budget that the run would pass; the person presses this button. */
async function runOnStopped(option: number) {
  clearScreen();
  screen.settings['budget.perInstance'] = 3;
  const stopped = { id: 7, actual_status: 'exited', intended_status: 'stopped', dph_total: 1 };
  const all = commandServices(stopped);
  all.answer.option = option;
  const { services } = all;
  const plan = {
    ...{ folder: '/f/app', instanceId: 7, name: 'train', rate: 1, limitHours: 8, then: 'keep', fetch: [] },
    task: { name: 'search', run: 'sh train.sh', setup: '', variables: {}, secrets: [] },
  } as unknown as RunPlan;
  const call = { ...{ instanceIds: [], arguments: {} }, confirmed: false, interactive: true };
  const who = accountInUse(services.accounts);
  const asked = { services, who, call, plan, sendings: [] };
  const begun = agreeAndBegin(asked, (agreed, _, progress) =>
    waysOf(services, call, [], progress, agreed).connect(7, progress.signal),
  );
  await expect(begun).rejects.toThrow(CancelledError);
  return all;
}

it('schedules the stop that was agreed to with a run when it starts its instance', async () => {
  const { asked, choices, scheduled, sent } = await runOnStopped(0);
  expect(choices.map(({ options }) => options[0])).toEqual([expect.stringMatching(/^Run and Stop at /)]);
  expect([asked, sent]).toEqual([[], [[7, 'running']]]);
  expect(scheduled).toEqual([
    [
      'a',
      7,
      { action: 'stop', when: { kind: 'at', at: expect.any(Number) as number } },
      { onlyIfNone: true },
    ],
  ]);
});

it('schedules none that wasn’t agreed to, and asks no more', async () => {
  const { asked, choices, scheduled, sent } = await runOnStopped(1);
  expect([choices.length, asked, sent]).toEqual([1, [], [[7, 'running']]]);
  expect(scheduled).toEqual([]);
});
