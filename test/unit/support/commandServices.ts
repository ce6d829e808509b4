import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Volume } from '../../../src/api/schemas/volume';
import type { Run } from '../../../src/domain/runs/run';
import type { Services } from '../../../src/prompts/services';
import { AccountFiles } from '../../../src/stores/account/accountFiles';
import type { Choice, Question } from '../../../src/ask/dialogs';
import { emptyLedger } from '../../../src/domain/money/ledger/ledger';
import type { ScheduledStop } from '../../../src/domain/stops/stopSchema';
import type { SharedInstance } from '../../../src/domain/instances/sharedInstance';

/** Instances and volumes of one signed-in account, the questions that a command asks about them, what it sends, and what it tells the rows. */
export function commandServices(...instances: SharedInstance[]) {
  const folder = join(tmpdir(), `gpu-rental-${randomUUID()}`);
  const known = new Map(instances.map((one) => [one.id, one]));
  const figures = new Map<number, { disk_usage?: number }>();
  const asked: Question[] = [];
  const choices: Choice[] = [];
  const sent: [id: number, what: string][] = [];
  const answer = {
    agrees: true,
    /** The position of the button that is pressed in a question with several. */
    option: 0,
    /** Milliseconds since the epoch. */
    now: Date.UTC(2026, 0, 15, 12),
    refusesId: undefined as number | undefined,
    refusal: undefined as Error | undefined,
    /** Whether the list of runs can be read. */
    areRunsKnown: true,
    /** What becomes of a start. */
    started: 'done' as 'done' | 'queued',
  };
  const told: string[] = [];
  const scheduled: unknown[] = [];
  /** What is scheduled, by instance. */
  const stops = new Map<number, ScheduledStop>();
  const marked: unknown[] = [];
  const volumes: Volume[] = [];
  const runs: (Pick<Run, 'name' | 'instanceId' | 'fetch' | 'fetchedAt'> & Partial<Run>)[] = [];
  /** What was rented for moves that aren't finished. */
  const targets = new Map<number, number>();
  const done = () => Promise.resolve();
  const nothing = () => undefined;
  const send = (id: number, what: string) => {
    sent.push([id, what]);
    return id === answer.refusesId
      ? Promise.reject(answer.refusal ?? new Error(`Not instance ${id}.`))
      : done();
  };
  const services = {
    runs: {
      read: () => Promise.resolve(runs),
      readAll: () => Promise.resolve(answer.areRunsKnown ? runs : undefined),
      edit: (_: string, runId: string, edit: (run: Run) => Run) => {
        for (const one of runs) if (one.id === runId) Object.assign(one, edit(one as Run));
        return Promise.resolve(true);
      },
    },
    accounts: {
      active: { id: 'a' },
      accounts: [],
      client: {
        instances: {
          setState: async (id: number, state: string) => {
            await send(id, state);
            return answer.started;
          },
          get: (id: number) => Promise.resolve(known.get(id)),
          destroy: (id: number) => send(id, 'destroyed'),
        },
        instanceActions: {
          reboot: (id: number) => send(id, 'rebooted'),
          recycle: (id: number) => send(id, 'recycled'),
        },
        volumes: { delete: (id: number) => send(id, 'deleted') },
      },
    },
    instances: {
      state: { accountId: 'a', instances: known, fetchedAt: 1, expected: [] },
      get: (id: number) => known.get(id),
      figures: (id: number) => figures.get(id),
      burst: nothing,
      refresh: done,
    },
    volumes: {
      state: { accountId: 'a', volumes, fetchedAt: 1 },
      get: (id: number) => volumes.find((volume) => volume.id === id),
      refresh: done,
      outdate: nothing,
      forget: nothing,
    },
    dialogs: {
      confirm: (question: Question) => {
        asked.push(question);
        return Promise.resolve(answer.agrees);
      },
      choose: (choice: Choice) => {
        choices.push(choice);
        return Promise.resolve(answer.agrees ? choice.options[answer.option] : undefined);
      },
    },
    clock: { now: () => answer.now, monotonic: () => answer.now },
    scheduledStops: {
      known: () => stops,
      read: () => Promise.resolve(stops),
      schedule: (...stop: unknown[]) => Promise.resolve(void scheduled.push(stop)),
    },
    starts: {
      add: (...mark: unknown[]) => Promise.resolve(void marked.push(mark)),
      take: done,
    },
    files: new AccountFiles(folder),
    moves: { look: done, knownTarget: (_: string, id: number) => targets.get(id) },
    gone: { denied: nothing },
    news: { expectEnd: done },
    spending: { did: done, ledgerOf: () => emptyLedger },
    bills: { of: () => ({ isLoading: false }) },
    pending: { forget: done },
    underWay: {
      begin: (ids: readonly number[], deed: string) => told.push(`${deed} ${ids.join(' ')}`),
      end: (id: number) => told.push(`over ${id}`),
    },
    features: { use: (_: string, call: () => Promise<unknown>) => call() },
    sshEntries: { sync: done, forget: (ids: readonly number[]) => told.push(`forgotten ${ids.join(' ')}`) },
    log: { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
  } as unknown as Services;
  return {
    services,
    figures,
    asked,
    choices,
    scheduled,
    marked,
    sent,
    answer,
    told,
    runs,
    stops,
    targets,
    volumes,
  };
}
