import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { silent } from '../../../../src/log/log';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { RunStore } from '../../../../src/stores/runs/runStore';
import { offerPorts } from '../../../../src/views/runs/portOffers';
import { clearScreen, fakeVscode, screen, windowStateChanged } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const account = 'a-1';
const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven (7)', run: 'true', setup: '' },
  ...{ folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep', limitHours: 1, createdAt: 0 },
  phase: 'running',
});
let folder: string;
let runs: RunStore;
let offers: { dispose(): unknown };

beforeEach(async () => {
  clearScreen();
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  runs = openWindow();
  offers = offerPorts({ runs, accounts: { active: { id: account } as never }, log: silent });
  await runs.add(account, run);
});
afterEach(async () => {
  offers.dispose();
  fakeVscode.window.state.focused = true;
  await rm(folder, { recursive: true, maxRetries: 5 });
});

const openWindow = (): RunStore => new RunStore(new AccountFiles(folder), systemClock);
const serves = (...ports: number[]) => runs.edit(account, run.id, (known) => ({ ...known, ports }));
const offered = () => runs.get(account, run.id)?.offeredPorts ?? [];
const told = () => screen.shown.map(({ message }) => message);

describe('a port that a run serves', () => {
  it('is offered once, also when it is closed and served again', async () => {
    await serves(6006);
    await expect.poll(told).toEqual(['train serves port 6006 of seven (7).']);
    await serves();
    await serves(6006, 8888);
    await expect.poll(told).toHaveLength(2);
    expect(offered()).toEqual([6006, 8888]);
  });

  it('isn’t offered before the person works in this window, and then not if another one has', async () => {
    fakeVscode.window.state.focused = false;
    await serves(6006, 8888);
    const other = openWindow();
    await other.edit(account, run.id, (known) => ({ ...known, offeredPorts: [6006] }));
    expect(told()).toEqual([]);
    fakeVscode.window.state.focused = true;
    windowStateChanged.fire({ focused: true });
    await expect.poll(told).toEqual(['train serves port 8888 of seven (7).']);
    expect((await other.read(account))[0]?.offeredPorts).toEqual([6006, 8888]);
  });

  it('isn’t offered if it is a debugger’s, or once the run is over', async () => {
    await serves(5678);
    await runs.edit(account, run.id, (known) => ({ ...known, phase: 'ended', ports: [6006] }));
    await serves(6006);
    expect([offered(), told()]).toEqual([[], []]);
  });
});
