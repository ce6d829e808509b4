import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CancelledError } from '../../../../src/api/cancelled';
import { waysOf } from '../../../../src/commands/sweeps/waysOf';
import type * as prepare from '../../../../src/connect/prepareSsh';
import { lookAtFiles } from '../../../../src/commands/runs/sending';
import { agreeAndBegin } from '../../../../src/prompts/runs/agreeOnRun';
import type { RunPlan } from '../../../../src/prompts/runs/planWords';
import type { PickedTask } from '../../../../src/prompts/runs/pickTask';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { accountInUse } from '../../../../src/stores/account/accountInUse';
import { machineWith } from '../../ssh/support/shellMachine';
import { temporaryFolder } from '../../ssh/support/temporary';
import { commandServices } from '../../support/commandServices';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
vi.mock('../../../../src/connect/waitUntilRunning', () => ({
  waitUntilRunning: () => Promise.reject(new CancelledError()),
}));

const remotes = new Map<number, Remote>();
const started = new Set<number>();
vi.mock('../../../../src/connect/prepareSsh', async (original) => {
  const { prepareSsh, ...others } = await original<typeof prepare>();
  const reach: typeof prepareSsh = async (services, id, options) => {
    const remote = remotes.get(id);
    const wasStarted = started.has(id);
    return remote ? ({ remote, wasStarted } as prepare.Prepared) : prepareSsh(services, id, options);
  };
  return { ...others, prepareSsh: reach };
});

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
  expect(await begun).toBeUndefined();
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

it('asks for each machine, before a run begins on it, about files that were changed there later', async () => {
  clearScreen();
  const folder = path.join(await temporaryFolder(), 'app');
  await mkdir(folder);
  await writeFile(path.join(folder, 'a.txt'), 'here');
  await writeFile(path.join(folder, 'b.txt'), 'here');
  const sendings = await lookAtFiles({ folder, task: { mounts: [] } } as unknown as PickedTask);
  const machines = [
    { id: 1, edited: 'a.txt', remote: await machineWith('dash') },
    { id: 2, edited: 'b.txt', remote: await machineWith('dash') },
  ];
  const fileOf = ({ edited, remote }: (typeof machines)[number]) =>
    path.join(remote.home, 'gpu-rental/app', edited);
  for (const machine of machines) {
    await mkdir(path.dirname(fileOf(machine)), { recursive: true });
    await writeFile(fileOf(machine), 'there');
    await utimes(fileOf(machine), 9_000_000_000, 9_000_000_000);
    remotes.set(machine.id, machine.remote);
  }
  const all = commandServices({ id: 1, label: 'one' }, { id: 2, label: 'two' });
  const call = { ...{ instanceIds: [], arguments: {} }, confirmed: false, interactive: false };
  const progress = { signal: new AbortController().signal, report: () => undefined };
  const ways = () => waysOf(all.services, call, sendings!, progress, {});
  const connect = () => {
    const { connect: reach, send } = ways();
    return { send, connected: machines.map(({ id }) => reach(id, progress.signal)) };
  };
  const { send, connected } = connect();
  const reached = await Promise.all(connected);
  // Who is connected first is asked about first.
  const asked = all.asked.map(({ message, detail }) => [message, detail?.split('\n')[0]]);
  expect(asked.sort()).toEqual([
    [expect.stringContaining('file on one (1)'), 'a.txt'],
    [expect.stringContaining('file on two (2)'), 'b.txt'],
  ]);
  for (const machine of reached) await send(machine!, Promise.resolve(), '');
  expect(all.asked).toHaveLength(2);
  for (const machine of machines) expect(await readFile(fileOf(machine), 'utf8')).toBe('here');
  for (const machine of machines) {
    await writeFile(fileOf(machine), 'there');
    await utimes(fileOf(machine), 9_000_000_000, 9_000_000_000);
  }
  all.answer.agrees = false;
  const ends = await Promise.allSettled(connect().connected);
  expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof CancelledError)).toEqual([
    true,
    true,
  ]);
  expect(all.asked).toHaveLength(3);
});

describe('an instance that was started for a run', () => {
  /** Two machines, of which the second has a newer file; the person agrees to replace it, or not. */
  async function begin({ agrees }: { agrees: boolean }): Promise<unknown> {
    clearScreen();
    const folder = path.join(await temporaryFolder(), 'app');
    await mkdir(folder);
    await writeFile(path.join(folder, 'a.txt'), 'here');
    const sendings = await lookAtFiles({ folder, task: { mounts: [] } } as unknown as PickedTask);
    const newer = await machineWith('dash');
    remotes.set(1, await machineWith('dash'));
    remotes.set(2, newer);
    for (const id of remotes.keys()) started.add(id);
    const there = path.join(newer.home, 'gpu-rental/app/a.txt');
    await mkdir(path.dirname(there), { recursive: true });
    await writeFile(there, 'there');
    await utimes(there, 9_000_000_000, 9_000_000_000);
    const all = commandServices({ id: 1, label: 'one', dph_total: 1 }, { id: 2, label: 'two', dph_total: 1 });
    all.answer.agrees = agrees;
    const call = { ...{ instanceIds: [], arguments: {} }, confirmed: false, interactive: false };
    const progress = { signal: new AbortController().signal, report: () => undefined };
    const { connect, orTellStarted } = waysOf(all.services, call, sendings!, progress, {});
    return orTellStarted(async () => {
      await connect(1, progress.signal);
      return connect(2, progress.signal);
    });
  }
  const told = () => screen.shown.map(({ message, buttons }) => [message, ...buttons]);

  it('is told of with its price and Stop after a no to files that would be replaced, as the others are', async () => {
    await expect(begin({ agrees: false })).rejects.toThrow(CancelledError);
    expect(told()).toEqual([
      ['one (1) was started and costs $1.00/h while it runs.', 'Stop…'],
      ['two (2) was started and costs $1.00/h while it runs.', 'Stop…'],
    ]);
  });

  it('isn’t told of where the run begins', async () => {
    expect(await begin({ agrees: true })).toMatchObject({ id: 2 });
    expect(told()).toEqual([]);
  });
});
