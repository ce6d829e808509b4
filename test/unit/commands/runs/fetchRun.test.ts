import { beforeEach, expect, it, vi } from 'vitest';
import { fetchRun } from '../../../../src/commands/runs/fetchRun';
import type { Services } from '../../../../src/prompts/services';
import { clearScreen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const [openSource, offerToStop] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('../../../../src/connect/openSource', () => ({ openSource, offerToStop }));
beforeEach(clearScreen);

it.each([true, false])(
  'offers to stop what was started (%s) also where fetching fails',
  async (wasStarted) => {
    offerToStop.mockClear();
    openSource.mockResolvedValue({ wasStarted, source: {} });
    const run = { id: 'r', name: 'train.sh', instanceId: 7, fetch: ['out'], results: '/r', phase: 'ended' };
    const services = {
      accounts: { active: { id: 'a' }, client: {} },
      runs: { read: () => Promise.resolve([run]) },
      instances: { get: () => undefined },
      leases: { forResults: () => ({ tryRun: () => Promise.reject(new Error('The disk is full.')) }) },
    };
    const call = { instanceIds: [], confirmed: true, interactive: true, arguments: { runId: 'r' } };
    await expect(fetchRun(services as unknown as Services, call)).rejects.toThrow('The disk is full.');
    expect(offerToStop.mock.calls.map(([, id]) => id as number)).toEqual(wasStarted ? [7] : []);
  },
);
