import { beforeEach, expect, it, vi } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { debugPort } from '../../../../src/commands/runs/debugRun';
import type { Call } from '../../../../src/commands/call';
import type { Services } from '../../../../src/prompts/services';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

const waits: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', setup: '', folder: '/f' },
  ...{ run: 'python -m debugpy --listen 127.0.0.1:5678 --wait-for-client train.py', workdir: 'f', fetch: [] },
  ...{ results: '/f/results', then: 'keep', limitHours: 1, createdAt: 0, phase: 'running' },
});

/** Starts to debug while a run is known, of which a look says something else. */
function debugged(known: Run, look: Partial<Run> = {}): Promise<string | undefined> {
  let now = known;
  const services = {
    accounts: { active: { id: 'a-1' }, client: {} },
    runs: { read: () => Promise.resolve([known]), get: () => now },
    runKeeper: { look: () => Promise.resolve(void (now = { ...known, ...look })) },
    clock: { after: (_: number, callback: () => void) => void setImmediate(callback) },
  } as unknown as Services;
  return debugPort(services, { arguments: {}, askedBy: 'program', instanceIds: [] } as unknown as Call);
}

it('is a port here that leads to the debugger that waits', async () => {
  screen.results['gpuRental.forwardPort'] = { localPort: 40_001 };
  expect(await debugged(waits, { ports: [5678] })).toBe('40001');
});

it('is no longer waited for once the machine of the run was stopped', async () => {
  await expect(debugged(waits, { stoppedAt: 1 })).rejects.toThrow('ended before its debugger listened');
});

it('is asked of a new run where the one that waited stood on a machine that was stopped', async () => {
  expect(await debugged({ ...waits, stoppedAt: 1 })).toBeUndefined();
  expect(screen.commands.map(([command]) => command)).toContain('gpuRental.runOnGpu');
});
