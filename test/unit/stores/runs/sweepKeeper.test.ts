import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minute, systemClock } from '../../../../src/clock';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import type { SweepJob } from '../../../../src/domain/sweeps/sweepSchema';
import { silent } from '../../../../src/log/log';
import type { RunOrder } from '../../../../src/ssh/runs/runs';
import type { KeptJob } from '../../../../src/ssh/sweeps/takeOver';
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
  /** Aliases of machines that can't take a sweep over, and what those were given that could. */
  failing: [] as string[],
  silent: [] as string[],
  taken: [] as unknown[],
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
vi.mock('../../../../src/ssh/sweeps/takeOver', () => ({
  takeOver: (first: Remote, others: { host: string }[], order: RunOrder, { kept }: { kept: KeptJob[] }) => {
    if (world.failing.includes(first.alias)) return Promise.reject(new Error('It is lost, too.'));
    const { instanceId, limit, base, hasNoResults } = order;
    const hosts = others.map(({ host }) => host);
    world.taken.push({ first: first.alias, hosts, instanceId, limit, base, hasNoResults, kept });
    return Promise.resolve(world.silent.includes(first.alias) ? 'perhaps' : 'begun');
  },
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  Object.assign(world, { isWhole: true, fetched: [], told: [], failing: [], silent: [], taken: [] });
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
    accounts: { active: { id: account, baseUrl: 'https://service' } },
    fetchLease: () => ({ tryRun: (work: () => Promise<void>) => work().then(() => true) }),
    remoteOf: (id: number) => Promise.resolve({ ...remote, alias: `gpu-${id}` }),
  } as unknown as RunKeeperStores;
  const told: string[] = [];
  const handedOver = ({ id }: Run, next: Run) => told.push(`${next.instanceName} goes on with ${id}`);
  const keeper = new SweepKeeper(stores, { handedOver }, new AbortController().signal);
  const now = () => store.get(account, 'run-00001')!;
  return { keeper, store, stores, told, clock, port, now, fetch: () => keeper.fetch(account, now(), remote) };
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

const servingOn = (instanceId: number): Run => ({
  ...sweep([]),
  ...{
    id: `run-of-${instanceId}`,
    instanceId,
    instanceName: `name ${instanceId}`,
    sweep: undefined,
    rate: 0.4,
  },
  ...{ fetch: [], serves: 'run-00001', stopAt: 600 * minute },
});
const jobsOfFirst: SweepJob[] = [
  { ...ended(1, '0.1'), seconds: 5, fetchedAt: 1 },
  { ...ended(2, '0.2'), host: 'gpu-9', seconds: 6, fetchedAt: 1 },
  // What only the first machine had is done again.
  ended(3, '0.3'),
  { number: 4, state: 'running' },
];

it('goes on with a sweep on another machine once the first is gone, with the time that is left', async () => {
  const run = { ...sweep(jobsOfFirst), rate: 0.5, stopAt: 605 * minute };
  const { keeper, clock, store, now } = await open(run, servingOn(8), servingOn(9));
  clock.time = 60 * minute;
  expect(await keeper.goOnElsewhere(account, [now()])).toEqual([]);
  const kept = [
    { number: 1, host: 'gpu-7', code: 0, seconds: 5 },
    { number: 2, host: 'gpu-9', code: 0, seconds: 6 },
  ];
  const [taken] = world.taken as { first: string }[];
  const [next = '', other] = taken?.first === 'gpu-8' ? ['gpu-8', 'gpu-9'] : ['gpu-9', 'gpu-8'];
  const instanceId = Number(next.slice(4));
  const order = { instanceId, limit: 540 * 60, base: 'https://service', hasNoResults: false };
  expect(world.taken).toEqual([{ first: next, hosts: [other], ...order, kept }]);
  expect(now()).toMatchObject({ instanceId, instanceName: `name ${instanceId}`, phase: 'running' });
  expect(now().sweep?.jobs.map(({ number, host }) => [number, host])).toEqual([
    [1, 'gpu-7'],
    [2, 'gpu-9'],
  ]);
  // The stop behind it is that of its machine, whose cost is told once.
  expect([now().stopAt, now().rate]).toEqual([600 * minute, 0]);
  const lost = store.known(account).find(({ instanceId: id }) => id === 7);
  expect(lost).toMatchObject({ serves: 'run-00001', phase: 'lost', rate: 0.5, stoppedAt: 60 * minute });
  // The machine that leads isn't one of its others.
  await keeper.attend(account, now(), { ...remote, alias: next });
  expect(world.told).toEqual([[other]]);
});

it('asks every other machine before it gives a sweep up, and again later while some of them go on', async () => {
  const { keeper, now } = await open(sweep(jobsOfFirst), servingOn(8), servingOn(9));
  world.failing = ['gpu-8', 'gpu-9'];
  expect(await keeper.goOnElsewhere(account, [now()])).toEqual([]);
  expect(now()).toMatchObject({ instanceId: 7, phase: 'running' });
  world.failing = ['gpu-8'];
  expect(await keeper.goOnElsewhere(account, [now()])).toEqual([]);
  expect(now().instanceId).toBe(9);
});

it('asks only the machine that may have begun, once its answer was lost', async () => {
  const { keeper, stores, now } = await open(sweep(jobsOfFirst), servingOn(8), servingOn(9));
  world.failing = ['gpu-8'];
  world.silent = ['gpu-9'];
  expect(await keeper.goOnElsewhere(account, [now()])).toEqual([]);
  expect(now()).toMatchObject({ instanceId: 7, phase: 'running' });
  world.failing = ['gpu-9'];
  // Also in another window, or after a reload.
  const other = new SweepKeeper(stores, { handedOver: () => undefined }, new AbortController().signal);
  for (const one of [keeper, other]) expect(await one.goOnElsewhere(account, [now()])).toEqual([]);
  expect([now().instanceId, world.taken.length]).toEqual([7, 1]);
  Object.assign(world, { failing: [], silent: [] });
  expect(await keeper.goOnElsewhere(account, [now()])).toEqual([]);
  expect(now().instanceId).toBe(9);
});

it('is told of once when another machine has taken a sweep over, by the window that noted it', async () => {
  const { keeper, stores, told, now } = await open(sweep(jobsOfFirst), servingOn(8));
  const before = now();
  world.silent = ['gpu-8'];
  await keeper.goOnElsewhere(account, [before]);
  expect(told).toEqual([]);
  world.silent = [];
  await keeper.goOnElsewhere(account, [before]);
  expect(told).toEqual(['name 8 goes on with run-00001']);
  const late = new SweepKeeper(
    stores,
    { handedOver: () => told.push('again') },
    new AbortController().signal,
  );
  await late.goOnElsewhere(account, [before]);
  expect(told).toHaveLength(1);
});

it('gives up a sweep without other machines or without time, and what is no sweep', async () => {
  const plain = { ...sweep([]), id: 'run-00003', sweep: undefined };
  const alone = await open(sweep(jobsOfFirst), plain);
  const all = alone.store.known(account);
  expect(await alone.keeper.goOnElsewhere(account, all)).toEqual(all);
  const late = await open(servingOn(8));
  late.clock.time = 600 * minute;
  expect(await late.keeper.goOnElsewhere(account, [late.now()])).toEqual([late.now()]);
  expect(world.taken).toEqual([]);
});
