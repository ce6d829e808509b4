import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { timesOf } from '../../../../../src/stores/windows/lease';
import { minute, systemClock } from '../../../../../src/clock';
import { type Run, runSchema } from '../../../../../src/domain/runs/run';
import { silent } from '../../../../../src/log/log';
import type { Source } from '../../../../../src/ssh/transfer/source';
import { AccountFiles } from '../../../../../src/stores/account/accountFiles';
import { RunKeeper } from '../../../../../src/stores/runs/runKeeper';
import type { RunKeeperStores } from '../../../../../src/stores/runs/stoppedRuns';
import { RunStore } from '../../../../../src/stores/runs/runStore';
import { ScheduledStops } from '../../../../../src/stores/stops/scheduledStops';
import { ManualClock } from '../../../support/manualClock';
import { machine } from './machine';

let folder: string;
/** A folder and a machine that says nothing yet, for each test. */
export function useMachine(): void {
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
}

export const account = 'a-1';
export const start = 1_000 * minute;
export const agreedEnd = start + 600 * minute;
export const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'sh train.sh', setup: '' },
  ...{ folder: '/f', workdir: 'f', fetch: ['outputs'], results: '/f/results', then: 'stop', limitHours: 10 },
  ...{ rate: 0.5, createdAt: start, phase: 'running', startedAt: start, stopAt: agreedEnd },
});

export const free = { tryRun: (work: () => Promise<void>) => work().then(() => true) };

/** A window that keeps runs of instance 7, whose stop at the agreed end is scheduled. */
export async function openWindow(...known: Run[]) {
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
  const service = {
    isRefusing: false,
    status: 'running',
    isStoppedStill: true,
    since: undefined as number | undefined,
  };
  const send = (what: string) => () => {
    sent.push(what);
    return service.isRefusing ? Promise.reject(new Error('refused')) : Promise.resolve();
  };
  const get = () => {
    const status = service.isStoppedStill ? service.status : 'running';
    return Promise.resolve({ id: 7, actual_status: status, intended_status: status });
  };
  const client = { instances: { get, setState: send('stop'), destroy: send('destroy') } };
  const disk = { others: [] as string[], state: undefined as string | undefined, isThere: true, opened: 0 };
  const source: Source = {
    plan: async (_sources, to) => {
      const others = disk.others.map((file) => ({ path: file, kind: 'file' }));
      if (disk.state === undefined) return { added: others } as never;
      await mkdir(join(to, run.id), { recursive: true });
      await writeFile(join(to, run.id, 'state'), disk.state);
      return { added: [{ path: `${run.id}/state`, kind: 'file' }, ...others] } as never;
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
            : {
                id: 7,
                actual_status: service.status,
                intended_status: service.status,
                running_since: service.since,
              },
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
      ended: ({ id }, { isGone, holdsMore, wasStarted }) =>
        told.push(
          `ended ${id}${isGone ? ', gone' : ''}${holdsMore ? ', holds more' : ''}${wasStarted ? ', started again' : ''}`,
        ),
      notFetched: ({ id }) => told.push(`not fetched ${id}`),
      handedOver: ({ id }, next) => told.push(`${next.instanceId} goes on with ${id}`),
      kept: ({ id }, _, why) => told.push(`kept ${id}: ${typeof why === 'string' ? why : why.id}`),
    },
  );
  const scheduled = (): number | undefined => {
    const stop = stops.known(account).get(7);
    return stop?.when.kind === 'at' ? stop.when.at : undefined;
  };
  return { keeper, runs, stops, clock, service, sent, told, scheduled, disk };
}
