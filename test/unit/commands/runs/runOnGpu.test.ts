import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runOnGpu } from '../../../../src/commands/runs/runOnGpu';
import { commandServices } from '../../support/commandServices';
import { eventually } from '../../support/eventually';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => {
  const { fakeVscode: fake } = await import('../../support/fakeVscode');
  const file = (fsPath: string) => ({ scheme: 'file', fsPath });
  return { ...fake, Uri: { ...fake.Uri, file } };
});

vi.mock('../../../../src/connect/prepareSsh', async (original) => ({
  ...(await original<object>()),
  // No program of this computer reaches it.
  prepareSsh: () => Promise.resolve({ remote: { program: 'false', alias: 'gpu-7' }, wasStarted: true }),
}));

let folder = '';
beforeEach(async () => {
  clearScreen();
  folder = await mkdtemp(path.join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true });
});

/** Runs a task on an instance that is rented for it, or is there; the person says no to the run, or agrees. */
async function run({
  isRented,
  task = {},
  listed,
  agrees = false,
  terms = {},
}: {
  isRented: boolean;
  task?: object;
  listed?: unknown[];
  agrees?: boolean;
  terms?: object;
}) {
  const row = { id: 7, label: 'seven', actual_status: 'running', dph_total: 0.5 };
  const world = listed ? commandServices() : commandServices(row);
  const { instances } = world.services;
  Object.assign(world.services.clock, { after: () => () => undefined });
  Object.assign(instances.state, { expected: [{ instanceId: 7 }] });
  Object.assign(instances, {
    onDidChange: (tell: () => void) => {
      listed?.push(() => {
        (instances.state.instances as Map<number, object>).set(7, row);
        tell();
      });
      return { dispose: () => undefined };
    },
  });
  Object.assign(world.services, {
    offers: { get: () => Promise.resolve({ offer: { id: 3, dph_total: 0.5 } }) },
  });
  world.answer.agrees = agrees;
  const sent: string[] = [];
  vi.spyOn(fakeVscode.commands, 'executeCommand').mockImplementation((name: string) => {
    sent.push(name);
    return Promise.resolve({ instanceId: 7 });
  });
  const call = {
    arguments: { folder, task: { run: 'true', ...task }, ...(isRented ? { offerId: 3 } : {}), ...terms },
    ...{ instanceIds: isRented ? [] : [7], confirmed: false, interactive: false },
  };
  const result = await runOnGpu(world.services, call as never).catch((error: unknown) => String(error));
  return {
    result,
    sent,
    asked: world.choices.map(({ message }) => message),
    detail: world.choices[0]?.detail,
    offered: world.choices.map(({ message }) => message).filter((one) => one.includes('Destroy')),
  };
}

it('offers to destroy what was rented for a run that the person doesn’t want then', async () => {
  const { result, sent, offered } = await run({ isRented: true });
  expect([result, sent]).toEqual([undefined, ['gpuRental.rentOffer']]);
  expect(offered).toEqual([
    expect.stringMatching(/couldn’t start\. Destroy the instance that was rented for it\?$/),
  ]);
});

it('waits for the list to have what was just rented, before it asks about the run', async () => {
  const listed: (() => void)[] = [];
  const running = run({ isRented: true, listed });
  await eventually(() => expect(listed).toHaveLength(1));
  listed[0]?.();
  const { asked, offered } = await running;
  expect(asked[0]).toMatch(/ on .*\bseven\b/);
  expect(offered).toHaveLength(1);
});

it('offers to destroy nothing that was there', async () => {
  expect((await run({ isRented: false })).offered).toEqual([]);
});

it('rents nothing for files that can’t be read', async () => {
  const { result, sent } = await run({ isRented: true, task: { file_mounts: { '/data': './missing' } } });
  expect(result).toMatch(/isn’t on this computer/);
  expect(sent).toEqual([]);
  expect(screen.commands).toEqual([]);
});

it('tells of an instance that was started for a run that can’t begin', async () => {
  const { result } = await run({ isRented: false, agrees: true });
  expect(result).toMatch(/Error/);
  await eventually(() =>
    expect(screen.shown.map(({ message, buttons }) => [message, ...buttons])).toEqual([
      ['seven (7) was started and costs $0.50/h while it runs.', 'Stop…'],
    ]),
  );
});

it('ends a run after the hours that a call names, also where they are more than the task file’s', async () => {
  const task = { type: 'task', run: undefined, commands: ['true'], max_duration: '1h' };
  const detailFor = async (terms: object) => (await run({ isRented: false, task, terms })).detail;
  expect(await detailFor({})).toContain('ends after 1 hour at the latest');
  expect(await detailFor({ limit: { hours: 4 } })).toContain('ends after 4 hours at the latest');
});

it('never ends a run that is debugged for being idle', async () => {
  const task = { run: 'python t.py' };
  const detailFor = async (debug: boolean) =>
    (await run({ isRented: false, task, terms: { debug, limit: { idleMinutes: 20 } } })).detail;
  expect(await detailFor(false)).toContain('ends earlier');
  expect(await detailFor(true)).not.toContain('ends earlier');
});
