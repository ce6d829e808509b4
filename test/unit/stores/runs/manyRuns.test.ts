import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/clock';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import type { SweepJob } from '../../../../src/domain/sweeps/sweepSchema';
import { silent } from '../../../../src/log/log';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { RunKeeper } from '../../../../src/stores/runs/runKeeper';
import { RunStore } from '../../../../src/stores/runs/runStore';
import type { RunKeeperStores } from '../../../../src/stores/runs/stoppedRuns';
import { timesOf } from '../../../../src/stores/windows/lease';
import { ManualClock } from '../../support/manualClock';

const world = vi.hoisted(() => ({
  /** Looks at each machine, all of them and those that go on. */
  looks: new Map<string, number>(),
  now: new Map<string, number>(),
  mostAtOnce: 0,
  introductions: 0,
}));
vi.mock('../../../../src/ssh/runs/lookAtRuns', () => ({
  lookAtRuns: async ({ alias }: Remote, ids: readonly string[]) => {
    world.looks.set(alias, (world.looks.get(alias) ?? 0) + 1);
    world.now.set(alias, (world.now.get(alias) ?? 0) + 1);
    world.mostAtOnce = Math.max(world.mostAtOnce, world.now.get(alias) ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    world.now.set(alias, (world.now.get(alias) ?? 0) - 1);
    const jobs = alias === 'gpu-100' ? [{ number: 1, state: 'running', lines: [] }] : undefined;
    const sight = { phase: 'running', lastLine: '', numberLines: [], ports: [], jobs };
    return { runs: new Map(ids.map((id) => [id, sight])), gpus: [] };
  },
}));
vi.mock('../../../../src/ssh/sweeps/machines', () => ({
  hostOf: ({ alias }: Remote) => Promise.resolve(alias),
  introduce: () => Promise.resolve(void (world.introductions += 1)),
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const run = (number: number, instanceId: number, changes: Partial<Run>): Run =>
  runSchema.parse({
    ...{ id: `run-${String(number).padStart(5, '0')}`, name: 'train', instanceId, instanceName: 'seven' },
    ...{ run: 'true', setup: '', folder: '/f', workdir: '~/f', fetch: [], results: '/r', then: 'keep' },
    ...{ limitHours: 1, createdAt: 0, phase: 'running', ...changes },
  });

it('looks at 100 machines of a sweep once each, and asks the service nothing, with 1,000 finished runs', async () => {
  const clock = new ManualClock();
  const waiting = { now: clock.now, monotonic: clock.monotonic, after: systemClock.after.bind(systemClock) };
  const runs = new RunStore(new AccountFiles(folder, undefined, timesOf(systemClock)), waiting);
  const over = { phase: 'ended', toldAt: 1, fetchedAt: 1, startedAt: 0, endedAt: 1 } as const;
  const finished = Array.from({ length: 1000 }, (_, at) => run(at, 5000 + at, over));
  const jobs: SweepJob[] = [];
  const sweep = run(9000, 100, { sweep: { names: ['x'], rows: [['1'], ['2']], jobs } });
  const serving = Array.from({ length: 99 }, (_, at) => run(9001 + at, 101 + at, { serves: sweep.id }));
  // All in one go.
  vi.spyOn(runs, 'known').mockReturnValue([sweep, ...serving, ...finished]);
  vi.spyOn(runs, 'read').mockResolvedValue([sweep, ...serving, ...finished]);
  const edits = vi.spyOn(runs, 'edit').mockResolvedValue(false);
  vi.spyOn(runs, 'get').mockImplementation((_, id) => [sweep, ...serving].find((one) => one.id === id));
  let requests = 0;
  const asking = () => Promise.resolve(void (requests += 1));
  const free = { tryRun: (work: () => Promise<void>) => work().then(() => true) };
  const stores = {
    ...{ runs, clock, log: silent, lease: () => free, fetchLease: () => free, destroyWithin: () => 24 },
    accounts: {
      active: { id: 'a' },
      client: { instances: { get: asking, list: asking, setState: asking, destroy: asking } },
      onDidChange: () => ({ dispose: () => undefined }),
    },
    instances: {
      get: (id: number) =>
        id < 5000 ? { id, actual_status: 'running', intended_status: 'running' } : undefined,
      state: { accountId: 'a', fetchedAt: 1 },
      burst: asking,
    },
    gone: { find: asking },
    scheduledStops: { change: () => Promise.resolve(false) },
    remoteOf: (id: number) => Promise.resolve({ alias: `gpu-${id}`, configFile: '/c/config' }),
    diskOf: asking,
  } as unknown as RunKeeperStores;
  const nobody = () => undefined;
  const keeper = new RunKeeper(stores, {
    ended: nobody,
    notFetched: nobody,
    kept: nobody,
    handedOver: nobody,
  });
  await Promise.all([keeper.look(), keeper.look(), keeper.look()]);
  keeper.dispose();
  expect([world.looks.size, new Set(world.looks.values())]).toEqual([100, new Set([3])]);
  expect([world.mostAtOnce, requests, world.introductions]).toEqual([1, 0, 1]);
  expect(edits.mock.calls.every(([, id]) => id >= sweep.id)).toBe(true);
});
