import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minute, systemClock } from '../../../../src/clock';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import type { SweepJob } from '../../../../src/domain/sweeps/sweepSchema';
import { silent } from '../../../../src/log/log';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { RunStore } from '../../../../src/stores/runs/runStore';
import type { RunKeeperStores } from '../../../../src/stores/runs/stoppedRuns';
import { SweepKeeper } from '../../../../src/stores/runs/sweepKeeper';
import { timesOf } from '../../../../src/stores/windows/lease';
import { ManualClock } from '../../support/manualClock';

const world = vi.hoisted(() => ({
  isWhole: true,
  /** Patterns of each fetch. */
  fetched: [] as (readonly string[])[],
  /** What machines were told. */
  told: [] as unknown[],
}));
vi.mock('../../../../src/stores/runs/fetchResults', () => ({
  makeResults: () => Promise.resolve(),
  fetchResults: (_source: unknown, { fetch }: Pick<Run, 'fetch'>) => {
    world.fetched.push(fetch);
    return Promise.resolve({ isWhole: world.isWhole });
  },
}));
vi.mock('../../../../src/ssh/sweeps/machines', () => ({
  hostOf: ({ alias }: Remote) => Promise.resolve(alias),
  introduce: (_remote: unknown, _id: string, hosts: unknown) => Promise.resolve(void world.told.push(hosts)),
  endServing: ({ alias }: Remote, id: string) => Promise.resolve(void world.told.push(`end ${id} ${alias}`)),
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  Object.assign(world, { isWhole: true, fetched: [], told: [] });
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const account = 'a-1';
const remote = { alias: 'gpu-7', configFile: '/c/config' } as Remote;
const ended = (number: number, acc: string): SweepJob => ({
  ...{ number, state: 'ended', code: 0, metrics: { acc } },
});
const sweep = (jobs: SweepJob[]): Run =>
  runSchema.parse({
    ...{ id: 'run-00001', name: 'search', instanceId: 7, instanceName: 'seven', run: 'x', setup: '' },
    ...{ folder: '/f', workdir: '~/f', fetch: ['/sweep-x/'], results: join(folder, 'results/run-00001') },
    ...{ then: 'stop', limitHours: 10, createdAt: 0, phase: 'running', startedAt: 0 },
    sweep: { names: ['lr'], rows: Array.from({ length: 50 }, (_, row) => [`${row}`]), jobs },
  });

async function open(...runs: Run[]) {
  const clock = new ManualClock();
  const waiting = { now: clock.now, monotonic: clock.monotonic, after: systemClock.after.bind(systemClock) };
  const store = new RunStore(new AccountFiles(folder, undefined, timesOf(systemClock)), waiting);
  for (const run of runs) await store.add(account, run);
  const port = { now: 1 };
  const instance = (id: number) => ({
    ...{ id, actual_status: 'running', intended_status: 'running', public_ipaddr: '1.2.3.4' },
    ...{ ports: { '22/tcp': [{ HostPort: `${port.now}` }] }, ssh_host: 'x', ssh_port: 22 },
  });
  const stores = {
    ...{ runs: store, clock, log: silent, instances: { get: instance } },
    fetchLease: () => ({ tryRun: (work: () => Promise<void>) => work().then(() => true) }),
    remoteOf: (id: number) => Promise.resolve({ ...remote, alias: `gpu-${id}` }),
  } as unknown as RunKeeperStores;
  const keeper = new SweepKeeper(stores, new AbortController().signal);
  const now = () => store.get(account, 'run-00001')!;
  return { keeper, store, clock, port, now, fetch: () => keeper.fetch(account, now(), remote) };
}

it('fetches results of each job once while the sweep goes on, the best first', async () => {
  const jobs = Array.from({ length: 30 }, (_, at) => ended(at + 1, `0.${10 + at}`));
  const { now, fetch } = await open(sweep([...jobs, { number: 31, state: 'running' }]));
  await fetch();
  expect(world.fetched).toHaveLength(1);
  expect(world.fetched[0]?.slice(0, 3)).toEqual(['/results/30/', '/out/1/30/', '/results/29/']);
  await fetch();
  expect(world.fetched[1]?.slice(0, 2)).toEqual(['/results/10/', '/out/1/10/']);
  expect(new Set(world.fetched.flat()).size).toBe(60);
  expect(fetch()).toBeUndefined();
  expect(now().sweep?.jobs.filter(({ fetchedAt }) => fetchedAt !== undefined)).toHaveLength(30);
});

it('waits a while before it tries again what couldn’t be fetched whole', async () => {
  const { clock, now, fetch } = await open(sweep([ended(1, '0.1')]));
  world.isWhole = false;
  await fetch();
  expect([now().sweep?.jobs[0]?.fetchedAt, fetch()]).toEqual([undefined, undefined]);
  clock.time += minute;
  world.isWhole = true;
  await fetch();
  expect(world.fetched).toHaveLength(2);
  expect(now().sweep?.jobs[0]?.fetchedAt).toBe(clock.time);
});

it('tells the first machine where the others are, again only once one has moved', async () => {
  const serving = { ...sweep([]), id: 'run-00002', instanceId: 8, sweep: undefined, serves: 'run-00001' };
  const { keeper, port, now } = await open(sweep([]), serving);
  await keeper.attend(account, now(), remote);
  await keeper.attend(account, now(), remote);
  expect(world.told).toEqual([['gpu-8']]);
  port.now = 2;
  await keeper.attend(account, now(), remote);
  expect(world.told).toHaveLength(2);
});

it('tells a machine that waits for jobs that its sweep is over', async () => {
  const serving = { ...sweep([]), id: 'run-00002', instanceId: 8, sweep: undefined, serves: 'run-00001' };
  const { keeper, store } = await open(sweep([]), serving);
  const other = { ...remote, alias: 'gpu-8' };
  await keeper.release(account, serving, other);
  expect(world.told).toEqual([]);
  await store.edit(account, 'run-00001', (run) => ({ ...run, phase: 'lost' }));
  await keeper.release(account, serving, other);
  expect(world.told).toEqual(['end run-00001 gpu-8']);
});
