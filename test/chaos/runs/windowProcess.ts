// What keeps runs and scheduled stops in a window, as a process of its own that can be killed.
import { type FromWindow, jump, orders, type ToWindow } from './orders';
import fetch from 'node-fetch';
import type * as vscode from 'vscode';
import { Client } from '../../../src/api/client';
import { systemClock as clock } from '../../../src/clock';
import { beginRun, describeRun } from '../../../src/commands/runs/beginRun';
import { beginSweep } from '../../../src/commands/sweeps/beginSweep';
import type { Log } from '../../../src/log/log';
import type { Services } from '../../../src/prompts/services';
import { nearTree } from '../../../src/ssh/transfer/nearTree';
import type { Remote } from '../../../src/ssh/transfer/remoteShell';
import { planUpload, upload } from '../../../src/ssh/transfer/upload';
import { createBackgroundStores } from '../../../src/stores/backgroundStores';
import { Moves } from '../../../src/stores/instances/moves';
import { RunKeeper } from '../../../src/stores/runs/runKeeper';
import { noteLoads } from '../../../src/stores/stops/idleWatch';
import { StopKeeper } from '../../../src/stores/stops/stopKeeper';

const say = (what: FromWindow): void => void process.send?.(what);
const { storage, url, serviceUrl, apiKey, userId, configFile, isShown } = orders;

const put = (line: string): void => void process.stderr.write(`${line}\n`);
const log: Log = { trace: () => undefined, debug: put, info: put, warn: put, error: put };

const kept = new Map<string, unknown>();
const memory = {
  get: (key: string) => kept.get(key),
  keys: () => [...kept.keys()],
  update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  store: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  delete: (key: string) => Promise.resolve(void kept.delete(key)),
  onDidChange: () => ({ dispose: () => undefined }),
};
const context = {
  globalStorageUri: { fsPath: storage },
  globalState: memory,
  secrets: { ...memory, get: (key: string) => Promise.resolve(kept.get(key)) },
} as unknown as vscode.ExtensionContext;

const setup = { program: 'ssh', configFile, defaultConfigFile: '' };
const stores = createBackgroundStores(
  context,
  (baseUrl, key, observer) => new Client({ baseUrl, apiKey: key, fetch, observer, clock, log }),
  { log, clock, onDamaged: () => undefined },
);
const { leases, instances, accounts } = stores;
const nobody = () => undefined;
noteLoads(instances, stores.idle);
/** Machines stop themselves only for their runs. */
const machines = {
  look: () => Promise.resolve(),
  stopsItself: () => false,
  hasStopped: () => Promise.resolve(false),
  dispose: () => undefined,
};
const keepers = [
  new RunKeeper(
    {
      ...stores,
      lease: leases.for('runs'),
      fetchLease: (accountId, runId) => leases.forResults(accountId, runId),
      remoteOf: (id) => Promise.resolve({ ...setup, alias: `gpu-${id}` }),
      diskOf: () => Promise.resolve(undefined),
      destroyWithin: () => 24,
    },
    {
      ended: ({ id }) => say({ ended: id }),
      notFetched: ({ id }) => say({ notFetched: id }),
      kept: nobody,
      handedOver: nobody,
    },
  ),
  new StopKeeper(
    {
      ...stores,
      pendingStart: stores.starts,
      lease: leases.for('stops'),
      machines,
      moves: new Moves(stores.files),
    },
    { warn: nobody, done: nobody, ended: nobody, perhapsStartedAgain: nobody, failed: nobody },
    Promise.resolve(),
  ),
] as const;
keepers[0].isShown = isShown;
instances.setVisible(isShown);

/** As the command does it, once everything is agreed to. */
async function start({ workdir, ...plan }: RunPlanAt): Promise<Extract<FromWindow, { started: string }>> {
  const { signal } = new AbortController();
  const near = await nearTree({ contentsOf: plan.folder }, { signal });
  const remoteOf = (id: number) => ({ ...setup, alias: `gpu-${id}` });
  const sendTo = async (remote: Remote, next: string): Promise<void> => {
    const copy = await planUpload(remote, near, workdir, { signal, who: 'chaos' });
    await upload(remote, copy, { signal, report: () => undefined, next });
  };
  const services = { ...stores, log, clock, sshSetup: () => setup } as unknown as Services;
  // The machine reaches the service also while this computer doesn't.
  const account = { id: accounts.active?.id ?? '', baseUrl: serviceUrl };
  if (plan.sweep) {
    const ways = {
      connect: (id: number) => Promise.resolve({ id, remote: remoteOf(id) }),
      send: ({ remote }: { remote: Remote }, _: Promise<void>, next: string) => sendTo(remote, next),
      nameOf: (id: number) => `gpu-${id}`,
    };
    const report = () => undefined;
    const begun = await beginSweep(
      services,
      account,
      ways,
      { plan, secrets: {}, workdir },
      { signal, report },
    );
    return { started: begun?.run.id ?? '', without: begun?.failed ?? [] };
  }
  const send = (_: Promise<void>, next: string) => sendTo(remoteOf(plan.instanceId), next);
  const run = await describeRun(stores, plan, workdir);
  await beginRun(services, account, run, { ...plan, secrets: {} }, { signal, send });
  return { started: run.id, without: [] };
}
type RunPlanAt = Extract<ToWindow, { start: unknown }>['start'];

process.on('message', (order: ToWindow) => {
  if ('jump' in order) jump(order.jump);
  else if ('start' in order)
    start(order.start).then(
      (started) => {
        say(started);
        void keepers[0].look();
      },
      (error: unknown) => say({ refused: error instanceof Error ? error.message : String(error) }),
    );
  else {
    for (const one of [...keepers, leases, instances, accounts]) one.dispose();
    setTimeout(() => process.exit(0), 1000);
  }
});
// Without the process that began it, it is of no use.
process.on('disconnect', () => process.exit(0));

void accounts.add(url, apiKey, { id: userId, email: 'renter@example.com' }).then(() => {
  say({ open: true });
});
