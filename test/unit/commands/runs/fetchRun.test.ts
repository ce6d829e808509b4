import { beforeEach, expect, it, vi } from 'vitest';
import { fetchRun } from '../../../../src/commands/runs/fetchRun';
import type { Services } from '../../../../src/prompts/services';
import { clearScreen, screen } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
const [openSource, offerToStop] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('../../../../src/connect/openSource', () => ({ openSource, offerToStop }));
const fetchResults = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/stores/runs/fetchResults', () => ({ fetchResults }));
beforeEach(clearScreen);

/** Fetches from three machines, of which one is gone, with its results here or not. */
async function fetchOfThree(before: object, opened: unknown) {
  openSource.mockResolvedValueOnce({ source: {} }).mockResolvedValueOnce(opened);
  const whole = {
    ...{ copied: 1, unchanged: 0, bytes: 5, isWhole: true },
    kept: [],
    damaged: [],
    leftOut: [],
  };
  fetchResults.mockResolvedValue(whole);
  const run = {
    ...{ id: 'r', name: 'train', instanceId: 7 },
    fetch: ['out'],
    results: '/r',
    phase: 'ended',
  };
  const node = (instanceId: number) => ({
    ...{ ...run, id: `r-${instanceId}`, serves: 'r', instanceId },
    ...{ instanceName: `node ${instanceId}`, results: `/r/${instanceId}` },
  });
  const services = {
    accounts: { active: { id: 'a' }, client: {} },
    runs: {
      read: () => Promise.resolve([run, { ...node(8), ...before }, node(9)]),
      edit: () => Promise.resolve(true),
    },
    instances: { get: (id: number) => (id === 8 ? undefined : { id }) },
    leases: { forResults: () => ({ tryRun: (action: () => Promise<void>) => action() }) },
    runKeeper: { look: () => Promise.resolve() },
    clock: { now: () => 1 },
  };
  const call = { instanceIds: [], confirmed: true, interactive: true, arguments: { runId: 'r' } };
  return fetchRun(services as unknown as Services, call);
}

it('names instances of a run that are gone with results that aren’t here', async () => {
  const fetched = await fetchOfThree({}, { source: {} });
  expect(fetched).toEqual({ received: 2, unchanged: 0, verified: false });
  expect(screen.shown.map(({ message }) => message)).toEqual([
    'Nothing was fetched from node 8: not in the list of instances.',
  ]);
});

it('says nothing of one that is gone with results that are here', async () => {
  expect(await fetchOfThree({ fetchedAt: 1 }, { source: {} })).toMatchObject({ verified: true });
  expect(screen.shown.map(({ message }) => message)).toEqual(['Fetched 2 files (10 bytes).']);
});

it('doesn’t call results verified of which a part was refused', async () => {
  expect(await fetchOfThree({ fetchedAt: 1 }, undefined)).toMatchObject({ received: 1, verified: false });
});

it.each([true, false])(
  'offers to stop what was started (%s) also where fetching fails',
  async (wasStarted) => {
    offerToStop.mockClear();
    const started = wasStarted ? { instance: { id: 7 } } : undefined;
    openSource.mockResolvedValue({ started, source: {} });
    const run = { id: 'r', name: 'train.sh', instanceId: 7, fetch: ['out'], results: '/r', phase: 'ended' };
    const services = {
      accounts: { active: { id: 'a' }, client: {} },
      runs: { read: () => Promise.resolve([run]) },
      instances: { get: () => undefined },
      leases: { forResults: () => ({ tryRun: () => Promise.reject(new Error('The disk is full.')) }) },
      clock: { now: () => 1 },
    };
    const call = { instanceIds: [], confirmed: true, interactive: true, arguments: { runId: 'r' } };
    await expect(fetchRun(services as unknown as Services, call)).rejects.toThrow('The disk is full.');
    expect(offerToStop.mock.calls.map(([, one]) => one as unknown)).toEqual(started ? [started] : []);
  },
);
