import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runOnGpu } from '../../../../src/commands/runs/runOnGpu';
import { commandServices } from '../../support/commandServices';
import { clearScreen, fakeVscode, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => {
  const { fakeVscode: fake } = await import('../../support/fakeVscode');
  const file = (fsPath: string) => ({ scheme: 'file', fsPath });
  return { ...fake, Uri: { ...fake.Uri, file } };
});

let folder = '';
beforeEach(async () => {
  clearScreen();
  folder = await mkdtemp(path.join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true });
});

/** Runs a task on an instance that is rented for it, or is there; the person says no to the run. */
async function run({ isRented, task = {} }: { isRented: boolean; task?: object }) {
  const world = commandServices({ id: 7, label: 'seven', actual_status: 'running', dph_total: 0.5 });
  Object.assign(world.services, {
    offers: { get: () => Promise.resolve({ offer: { id: 3, dph_total: 0.5 } }) },
  });
  world.answer.agrees = false;
  const sent: string[] = [];
  vi.spyOn(fakeVscode.commands, 'executeCommand').mockImplementation((name: string) => {
    sent.push(name);
    return Promise.resolve({ instanceId: 7 });
  });
  const call = {
    arguments: { folder, task: { run: 'true', ...task }, ...(isRented ? { offerId: 3 } : {}) },
    ...{ instanceIds: isRented ? [] : [7], confirmed: false, interactive: false },
  };
  const result = await runOnGpu(world.services, call as never).catch((error: unknown) => String(error));
  return {
    result,
    sent,
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

it('offers to destroy nothing that was there', async () => {
  expect((await run({ isRented: false })).offered).toEqual([]);
});

it('rents nothing for files that can’t be read', async () => {
  const { result, sent } = await run({ isRented: true, task: { file_mounts: { '/data': './missing' } } });
  expect(result).toMatch(/isn’t on this computer/);
  expect(sent).toEqual([]);
  expect(screen.commands).toEqual([]);
});
