import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timesOf } from '../../../../src/stores/windows/lease';
import { minute, systemClock } from '../../../../src/clock';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { dollarsOf } from '../../../../src/domain/runs/runCost';
import { silent } from '../../../../src/log/log';
import type { RunReport } from '../../../../src/domain/runs/runReport';
import type { Source } from '../../../../src/ssh/transfer/source';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { RunKeeper } from '../../../../src/stores/runs/runKeeper';
import type { RunKeeperStores } from '../../../../src/stores/runs/stoppedRuns';
import { RunStore } from '../../../../src/stores/runs/runStore';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import { ManualClock } from '../../support/manualClock';

const machine = vi.hoisted(() => ({
  sights: new Map<string, unknown>(),
  isWhole: true,
  isSilent: false,
  looks: 0,
  fetches: 0,
  /** What it was told of its results. */
  words: [] as string[],
  /** Holds a fetch until it resolves. */
  fetching: Promise.resolve(),
}));
vi.mock('../../../../src/ssh/runs/lookAtRuns', () => ({
  lookAtRuns: (_remote: unknown, _ids: unknown, signal: AbortSignal) => {
    machine.looks += 1;
    if (machine.isSilent)
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true }),
      );
    return Promise.resolve({ runs: machine.sights, gpus: [] });
  },
  readReport: (text: string) => {
    const facts = new Map(text.split('\n').map((line) => line.split('=') as [string, string]));
    const number = (name: string): number => Number(facts.get(name));
    const seen = { phase: 'ended', why: 'exit', code: number('code'), endedAt: number('ended') * 1000 };
    return { runs: new Map([[facts.get('run'), { ...over, ...seen }]]) };
  },
}));
vi.mock('../../../../src/ssh/runs/runs', () => ({
  tellMachine: (_remote: unknown, _id: string, word: string) =>
    Promise.resolve(void machine.words.push(word)),
}));
vi.mock('../../../../src/stores/runs/fetchResults', () => ({
  fetchResults: () => {
    machine.fetches += 1;
    return machine.fetching.then(() => ({ isWhole: machine.isWhole }));
  },
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
  machine.sights.clear();
  Object.assign(machine, {
    isWhole: true,
    isSilent: false,
    looks: 0,
    fetches: 0,
    words: [],
    fetching: Promise.resolve(),
  });
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }));

const account = 'a-1';
const start = 1_000 * minute;
const agreedEnd = start + 600 * minute;
const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'sh train.sh', setup: '' },
  ...{ folder: '/f', workdir: 'f', fetch: ['outputs'], results: '/f/results', then: 'stop', limitHours: 10 },
  ...{ rate: 0.5, createdAt: start, phase: 'running', startedAt: start, stopAt: agreedEnd },
});
const silence = { lastLine: '', logSize: 0, numberLines: [], ports: [] };
const over: RunReport = { phase: 'ended', why: 'exit', code: 0, end: 'stopping', ...silence };
const going: RunReport = { phase: 'running', ...silence };

const free = { tryRun: (work: () => Promise<void>) => work().then(() => true) };

/** A window that keeps runs of instance 7, whose stop at the agreed end is scheduled. */
async function openWindow(...known: Run[]) {
  const files = new AccountFiles(folder, undefined, timesOf(systemClock));
  const clock = new ManualClock();
  clock.time = start + 30 * minute;
  // Locks of files are waited for in real time.
  const waiting = { now: clock.now, monotonic: clock.monotonic, after: systemClock.after.bind(systemClock) };
  const [runs, stops] = [new RunStore(files, waiting), new ScheduledStops(files, waiting)];
  for (const one of known) await runs.add(account, one);
  const when = { kind: 'at', at: agreedEnd } as const;
  await stops.schedule(account, 7, { action: 'stop', when });
  const sent: string[] = [];
  const service = { isRefusing: false, status: 'running', isStoppedStill: true };
  const send = (what: string) => () => {
    sent.push(what);
    return service.isRefusing ? Promise.reject(new Error('refused')) : Promise.resolve();
  };
  const get = () => {
    const status = service.isStoppedStill ? service.status : 'running';
    return Promise.resolve({ id: 7, actual_status: status, intended_status: status });
  };
  const client = { instances: { get, setState: send('stop'), destroy: send('destroy') } };
  const disk = { state: undefined as string | undefined, isThere: true, opened: 0 };
  const source: Source = {
    plan: async (_sources, to) => {
      if (disk.state === undefined) return { added: [] } as never;
      await mkdir(join(to, run.id), { recursive: true });
      await writeFile(join(to, run.id, 'state'), disk.state);
      return { added: [{ path: `${run.id}/state`, kind: 'file' }] } as never;
    },
    download: () => Promise.resolve({} as never),
    list: () => Promise.reject(new Error('not asked for')),
  };
  const told: string[] = [];
  const keeper = new RunKeeper(
    {
      ...{ runs, scheduledStops: stops, clock, log: silent },
      accounts: {
        active: { id: account },
        client,
        onDidChange: () => ({ dispose: () => undefined }),
      } as unknown as RunKeeperStores['accounts'],
      instances: {
        get: () =>
          service.status === 'gone'
            ? undefined
            : { id: 7, actual_status: service.status, intended_status: service.status },
        state: { accountId: account, fetchedAt: start } as never,
        burst: () => undefined,
      },
      gone: {
        find: () => (service.isRefusing ? Promise.reject(new Error('refused')) : Promise.resolve(undefined)),
      },
      lease: () => free,
      fetchLease: () => free,
      remoteOf: () => Promise.resolve({ alias: 'gpu-7' } as never),
      diskOf: () => {
        disk.opened += 1;
        return Promise.resolve(disk.isThere ? source : undefined);
      },
      destroyWithin: () => 24,
    },
    {
      ended: ({ id }, isGone) => told.push(`ended ${id}${isGone ? ', gone' : ''}`),
      notFetched: ({ id }) => told.push(`not fetched ${id}`),
      kept: ({ id }) => told.push(`kept ${id}`),
    },
  );
  const scheduled = (): number | undefined => {
    const stop = stops.known(account).get(7);
    return stop?.when.kind === 'at' ? stop.when.at : undefined;
  };
  return { keeper, runs, stops, clock, service, sent, told, scheduled, disk };
}

describe('the stop that stands behind a machine that ends itself', () => {
  it('comes nearer when the run is over, and stays until the machine is seen stopped', async () => {
    machine.sights.set(run.id, over);
    const { keeper, clock, service, told, scheduled } = await openWindow(run);
    await keeper.look();
    const soon = start + 40 * minute;
    await expect.poll(scheduled).toBe(soon);
    clock.time += 2 * minute;
    await keeper.look();
    expect(scheduled()).toBe(soon);
    expect(told).toEqual(['ended run-00001']);
    service.status = 'stopped';
    await keeper.look();
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
    expect(clock.waiting).toEqual([]);
  });

  it('is removed once the machine is seen stopped, also when results arrived during a look', async () => {
    machine.sights.set(run.id, over);
    const { keeper, clock, service, stops, scheduled } = await openWindow(run);
    const change = stops.change.bind(stops);
    vi.spyOn(stops, 'change').mockImplementation(async (...call) => {
      const isChanged = await change(...call);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return isChanged;
    });
    await keeper.look();
    await expect.poll(scheduled).toBe(start + 40 * minute);
    clock.time += 2 * minute;
    await keeper.look();
    service.status = 'stopped';
    await keeper.look();
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
  });

  it('leaves time for the results while they aren’t here', async () => {
    machine.sights.set(run.id, over);
    machine.isWhole = false;
    const { keeper, clock, told, scheduled } = await openWindow(run);
    await keeper.look();
    expect(scheduled()).toBe(start + 70 * minute);
    await expect.poll(() => told).toHaveLength(1);
    machine.isWhole = true;
    clock.time += minute;
    await keeper.look();
    await expect.poll(scheduled).toBe(start + 41 * minute);
    keeper.dispose();
  });

  it('stays when nothing on the machine knows of the run any more', async () => {
    machine.sights.set(run.id, { phase: 'lost', ...silence } satisfies RunReport);
    machine.isWhole = false;
    const { keeper, scheduled } = await openWindow(run);
    await keeper.look();
    expect(scheduled()).toBe(start + 70 * minute);
    keeper.dispose();
  });

  it('is never later than what was agreed', async () => {
    machine.sights.set(run.id, over);
    const { keeper, clock, scheduled } = await openWindow(run);
    clock.time = agreedEnd - minute;
    await keeper.look();
    expect(scheduled()).toBe(agreedEnd);
    keeper.dispose();
  });

  it('goes on to the latest end of the other runs on the instance', async () => {
    machine.sights.set(run.id, over);
    const other: Run = { ...run, id: 'run-00002', stopAt: agreedEnd + 60 * minute };
    machine.sights.set(other.id, going);
    const { keeper, scheduled } = await openWindow(run, other);
    await keeper.look();
    expect(scheduled()).toBe(other.stopAt);
    machine.sights.set(other.id, over);
    await keeper.look();
    await expect.poll(scheduled).toBe(start + 40 * minute);
    keeper.dispose();
  });

  it('ends when another run is to keep the instance', async () => {
    machine.sights.set(run.id, over);
    const { stopAt: _, ...other } = { ...run, id: 'run-00002', then: 'keep' as const };
    machine.sights.set(other.id, going);
    const { keeper, scheduled } = await openWindow(run, other);
    await keeper.look();
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
  });

  it('stays as the person has changed it', async () => {
    machine.sights.set(run.id, over);
    const { keeper, stops, scheduled } = await openWindow(run);
    const when = { kind: 'at', at: agreedEnd + 5 * minute } as const;
    await stops.schedule(account, 7, { action: 'stop', when });
    await keeper.look();
    expect(scheduled()).toBe(when.at);
    keeper.dispose();
  });
});

describe('a machine without a key', () => {
  it('is stopped by the window, which tries again until it is seen stopped', async () => {
    machine.sights.set(run.id, { ...over, end: 'nokey' });
    const { keeper, service, sent, told } = await openWindow(run);
    service.isRefusing = true;
    await keeper.look();
    await expect.poll(() => sent).toEqual(['stop']);
    service.isRefusing = false;
    await keeper.look();
    service.status = 'stopped';
    await keeper.look();
    await keeper.look();
    expect(sent).toEqual(['stop', 'stop']);
    expect(told).toEqual(['ended run-00001']);
    keeper.dispose();
  });

  it('isn’t stopped before its results are here, or were fetched three times in vain', async () => {
    machine.sights.set(run.id, { ...over, end: 'nokey' });
    machine.isWhole = false;
    const { keeper, clock, sent, told } = await openWindow(run);
    await keeper.look();
    await expect.poll(() => told).toHaveLength(1);
    clock.time += 29_000;
    await keeper.look();
    expect([machine.fetches, sent]).toEqual([1, []]);
    await expect
      .poll(async () => {
        clock.time += minute;
        await keeper.look();
        return sent[0];
      })
      .toBe('stop');
    expect(machine.fetches).toBeGreaterThanOrEqual(3);
    expect(machine.words[0]).toBe('unfetched');
    keeper.dispose();
  });
});

describe('a machine that takes a question and never answers', () => {
  it('doesn’t hold up the next looks for good', async () => {
    machine.sights.set(run.id, over);
    machine.isSilent = true;
    const { keeper, clock, told } = await openWindow(run);
    const looking = keeper.look();
    await expect.poll(() => machine.looks).toBe(1);
    machine.isSilent = false;
    const later = keeper.look();
    const began = clock.time;
    while (machine.looks === 1 && clock.waiting.length > 0) await clock.next();
    await Promise.all([looking, later]);
    expect(clock.time - began).toBeLessThanOrEqual(2 * minute);
    await expect.poll(() => told).toEqual(['ended run-00001']);
    keeper.dispose();
  });
});

describe('a fetch that takes long', () => {
  it('doesn’t keep machines from being looked at, which would end them meanwhile', async () => {
    machine.sights.set(run.id, over);
    let end = (): void => undefined;
    machine.fetching = new Promise((resolve) => (end = resolve));
    const { keeper, runs, told } = await openWindow(run);
    for (let look = 0; look < 3; look++) await keeper.look();
    expect(machine.looks).toBe(3);
    expect([told, machine.words]).toEqual([[], []]);
    end();
    await expect.poll(() => told).toEqual(['ended run-00001']);
    expect(machine.words).toEqual(['fetched']);
    expect(runs.get(account, run.id)?.fetchedAt).toBeDefined();
    keeper.dispose();
  });

  it('runs in one window', async () => {
    machine.sights.set(run.id, over);
    const { keeper, told } = await openWindow(run);
    const elsewhere = vi.spyOn(free, 'tryRun').mockImplementation((work) => work().then(() => true));
    elsewhere.mockImplementationOnce((work) => work().then(() => true)).mockResolvedValueOnce(false);
    await keeper.look();
    expect([told, machine.fetches]).toEqual([[], 0]);
    elsewhere.mockRestore();
    keeper.dispose();
  });
});

describe('a machine that was stopped before its run was seen to end', () => {
  it('has its run’s end told later, and no cost of it grows meanwhile', async () => {
    machine.sights.set(run.id, going);
    const { keeper, runs, clock, service, told } = await openWindow(run);
    await keeper.look();
    service.status = 'stopped';
    await keeper.look();
    const stopped = runs.get(account, run.id);
    expect(stopped).toMatchObject({ phase: 'running', stoppedAt: clock.time });
    expect(dollarsOf(stopped!, clock.time + 60 * minute)).toBe(0.25);
    service.status = 'running';
    machine.sights.set(run.id, over);
    await keeper.look();
    await expect.poll(() => told).toEqual(['ended run-00001']);
    expect(runs.get(account, run.id)).toMatchObject({ phase: 'ended', code: 0 });
    expect(runs.get(account, run.id)?.stoppedAt).toBeUndefined();
    keeper.dispose();
  });

  it('tells of an end that it has seen, although the machine stopped at once', async () => {
    machine.sights.set(run.id, over);
    const { keeper, service, told, scheduled } = await openWindow({
      ...run,
      phase: 'ended',
      fetchedAt: start,
    });
    service.status = 'stopped';
    await keeper.look();
    expect(told).toEqual(['ended run-00001']);
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
  });

  it('isn’t gone before the service says so, and its run is then lost', async () => {
    const { keeper, runs, service, told } = await openWindow(run);
    Object.assign(service, { status: 'gone', isRefusing: true });
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('running');
    service.isRefusing = false;
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('lost');
    expect(told).toEqual(['ended run-00001, gone']);
    keeper.dispose();
  });

  it('isn’t looked at for good where it only waited for jobs, and is gone between two looks', async () => {
    const { keeper, runs, service, told } = await openWindow({ ...run, serves: 'run-00000', toldAt: 1 });
    Object.assign(service, { status: 'gone' });
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('lost');
    expect(told).toEqual([]);
    keeper.dispose();
  });
});

describe('a run that is being started', () => {
  const lost: RunReport = { ...going, phase: 'lost' };
  const begun = (clockTime: number): Run => ({ ...run, phase: 'starting', createdAt: clockTime });

  it('isn’t lost when somebody looks before its machine knows of it', async () => {
    machine.sights.set(run.id, lost);
    const { keeper, runs, clock } = await openWindow(begun(start + 29 * minute));
    await keeper.look();
    expect([runs.get(account, run.id)?.phase, machine.fetches]).toEqual(['starting', 0]);
    clock.time += 2 * minute;
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('lost');
    keeper.dispose();
  });

  it('has its results fetched at its end, also if it was taken for lost and fetched before', async () => {
    machine.sights.set(run.id, going);
    const known: Run = { ...begun(start), phase: 'lost', fetchedAt: start, toldAt: start };
    const { keeper, runs } = await openWindow(known);
    await keeper.look();
    expect(runs.get(account, run.id)).not.toHaveProperty('fetchedAt');
    machine.sights.set(run.id, over);
    await keeper.look();
    await expect.poll(() => machine.fetches).toBe(1);
    keeper.dispose();
  });
});

describe('a run whose machine stopped itself while VS Code was closed', () => {
  const unseen: Run = { ...run, then: 'destroy' };
  const endedAt = start + 20 * minute;
  const state = `phase=ended\nbegan=${start / 1000}\nsetup=0\ncode=0\nwhy=exit\nended=${endedAt / 1000}\n`;
  const stopped = async (known: Run = unseen) => {
    const window = await openWindow(known);
    window.service.status = 'stopped';
    window.disk.state = state;
    return window;
  };

  it('is fetched from its disk, told of, and destroyed as agreed, without a start', async () => {
    const { keeper, runs, sent, told } = await stopped();
    await keeper.look();
    expect(runs.get(account, run.id)).toMatchObject({ phase: 'ended', code: 0, endedAt });
    expect(runs.get(account, run.id)?.fetchedAt).toBeDefined();
    expect([sent, told]).toEqual([['destroy'], ['ended run-00001']]);
    keeper.dispose();
  });

  it('keeps its instance after the agreed time, although its results are here, and says so once', async () => {
    const { keeper, runs, clock, sent, told } = await stopped();
    clock.time = endedAt + 25 * 60 * minute;
    await keeper.look();
    expect(runs.get(account, run.id)?.fetchedAt).toBeDefined();
    await keeper.look();
    expect([sent, told]).toEqual([[], ['ended run-00001', 'kept run-00001']]);
    keeper.dispose();
  });

  it('isn’t destroyed while a result is missing, and is looked at three times at most', async () => {
    machine.isWhole = false;
    const { keeper, clock, sent, told, disk } = await stopped();
    for (let look = 0; look < 8; look++) {
      await keeper.look();
      clock.time += 60 * minute;
    }
    expect([sent, told, disk.opened]).toEqual([[], ['ended run-00001', 'kept run-00001'], 3]);
    keeper.dispose();
  });

  it('isn’t destroyed where another run on it lacks its results', async () => {
    const { keeper, runs, sent } = await stopped({ ...unseen, phase: 'ended', endedAt, fetchedAt: endedAt });
    await runs.add(account, { ...unseen, id: 'run-00000', phase: 'lost' });
    machine.isWhole = false;
    await keeper.look();
    expect(sent).toEqual([]);
    keeper.dispose();
  });

  it('isn’t destroyed if somebody has started it since the last list', async () => {
    const { keeper, service, sent } = await stopped();
    service.isStoppedStill = false;
    await keeper.look();
    expect(sent).toEqual([]);
    keeper.dispose();
  });

  it('stays as it is where its disk can’t be read, and the person is told what is kept', async () => {
    const { keeper, runs, sent, told, disk } = await stopped({ ...unseen, phase: 'ended', endedAt });
    disk.isThere = false;
    await keeper.look();
    expect([sent, told]).toEqual([[], ['ended run-00001', 'kept run-00001']]);
    expect(runs.get(account, run.id)?.fetchedAt).toBeUndefined();
    keeper.dispose();
  });
});
