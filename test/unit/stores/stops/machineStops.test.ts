import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { silent } from '../../../../src/log/log';
import type { MachineOrder, MachineStop } from '../../../../src/ssh/stops/stopOnMachine';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { AccountFiles } from '../../../../src/stores/account/accountFiles';
import { MachineStops } from '../../../../src/stores/stops/machineStops';
import type { OwedReport } from '../../../../src/stores/stops/machineStopsStores';
import { ScheduledStops } from '../../../../src/stores/stops/scheduledStops';
import { ToldStops } from '../../../../src/stores/stops/toldStops';
import type { ScheduledStop } from '../../../../src/domain/stops/stopSchema';
import { temporaryFolder } from '../../ssh/support/temporary';

const account = 'a-1';
const minute = 60_000;
const hour = 60 * minute;

let folder: string;
let time: number;
let rows: Map<number, SharedInstance>;
/** What the machines were sent. */
let sent: string[];
let owed: OwedReport[];
/** Instances that this computer has logged in to. */
let known: number[];
/** Whether the machines answer; what they say of themselves. */
let isReachable: boolean;
let state: MachineStop;
/** When runs end their instance. */
let runEnds: { instanceId: number; stopAt: number }[];
let windows: MachineStops[];

beforeEach(async () => {
  folder = await temporaryFolder();
  time = Date.UTC(2026, 0, 15, 12);
  rows = new Map([[7, running(7)]]);
  [sent, owed, known, isReachable, runEnds, windows] = [[], [], [7], true, [], []];
  state = { state: 'watching', token: 'one', isAlive: true };
});
afterEach(() => windows.forEach((one) => one.dispose()));

const running = (id: number): SharedInstance => ({
  ...{ id, actual_status: 'running', intended_status: 'running', cur_state: 'running' },
});
const stopped = (id: number): SharedInstance => ({
  ...{ id, actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
});

/** A window. All share the folder. */
function opened() {
  const clock = { now: () => time, monotonic: () => time, after: () => () => undefined };
  const files = new AccountFiles(folder);
  const stops = new ScheduledStops(files, clock);
  const answer = (what: string): Promise<MachineStop> => {
    sent.push(what);
    return isReachable ? Promise.resolve(state) : Promise.reject(new Error('unreachable'));
  };
  const machines = new MachineStops(
    {
      accounts: { accounts: [{ id: account, baseUrl: 'https://gpu.example', userId: 1 }] },
      instances: {
        state: { accountId: account, instances: rows, expected: [] },
        get: (id: number) => rows.get(id),
        redraw: () => undefined,
      },
      rates: { listOf: () => undefined },
      runs: { read: () => Promise.resolve(runEnds as never) },
      scheduledStops: stops,
      told: new ToldStops(files, clock),
      shell: {
        sendStop: (_: Remote, { token, seconds, base, instanceId }: MachineOrder) =>
          answer(`${instanceId} stops in ${seconds} s (${token}, ${base})`),
        takeBackStop: (_, token) => answer(`${token} taken back`),
        lookAtStop: () => answer('looked'),
      },
      // By its row, as another service may have an instance with this number.
      remoteOf: (one) =>
        Promise.resolve(
          known.includes(one.id) && one === (rows.get(one.id) ?? one)
            ? { program: 'ssh', alias: `gpu-${one.id}`, configFile: '', defaultConfigFile: '' }
            : undefined,
        ),
      lease: () => ({ tryRun: (task) => task().then(() => true) }),
      clock,
      log: silent,
    },
    (report) => owed.push(report),
  );
  windows.push(machines);
  return { stops, machines, look: () => machines.look(account) };
}

const stopAt = (at: number, token = 'one', more: Partial<ScheduledStop> = {}): ScheduledStop => ({
  ...{ token, action: 'stop', when: { kind: 'at', at }, createdAt: time },
  ...more,
});

const oneIn = (seconds: number, token = 'one') => `7 stops in ${seconds} s (${token}, https://gpu.example)`;

describe('a machine is told', () => {
  it('once when to stop itself, in seconds from now', async () => {
    const { stops, machines, look } = opened();
    const stop = stopAt(time + hour);
    await stops.schedule(account, 7, stop);
    await look();
    await look();
    expect(sent).toEqual([oneIn(3600)]);
    expect(machines.stopsItself(account, 7, stop)).toBe(true);
    // Also as another window and a later one know it.
    await opened().look();
    expect(sent).toHaveLength(1);
  });

  it('again once it is noted that its container was made anew, as soon as it can be', async () => {
    const { stops, machines, look } = opened();
    const stop = stopAt(time + hour);
    await stops.schedule(account, 7, stop);
    await look();
    const told = new ToldStops(new AccountFiles(folder), { now: () => time } as never);
    await told.edit(account, 7, (one) => one && { ...one, wasDown: true });
    known = [];
    await look();
    expect([sent.length, machines.stopsItself(account, 7, stop), owed]).toEqual([1, false, []]);
    known = [7];
    time += minute;
    await look();
    expect(sent.slice(1)).toEqual([oneIn(3540)]);
    expect(machines.stopsItself(account, 7, stop)).toBe(true);
  });

  it('of a time among other conditions, and of nothing else', async () => {
    const { stops, look } = opened();
    const idle = { kind: 'idle', minutes: 30 } as const;
    await stops.schedule(account, 7, stopAt(time + hour, 'one', { when: idle }));
    await look();
    expect(sent).toEqual([]);
    await stops.schedule(
      account,
      7,
      stopAt(0, 'two', { when: idle, others: [{ kind: 'at', at: time + hour }] }),
    );
    await look();
    expect(sent).toEqual([oneIn(3600, 'two')]);
  });

  it('to stop when it is to be destroyed, in case VS Code is closed then', async () => {
    const { stops, machines, look } = opened();
    const stop = stopAt(time + hour, 'one', { action: 'destroy' });
    await stops.schedule(account, 7, stop);
    await look();
    expect(sent).toEqual([oneIn(3600)]);
    expect(machines.stopsItself(account, 7, stop)).toBe(true);
  });

  it('nothing where a run ends it at that time', async () => {
    runEnds = [{ instanceId: 7, stopAt: time + hour }];
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    expect(sent).toEqual([]);
    runEnds = [{ instanceId: 8, stopAt: time + hour }];
    await look();
    expect(sent).toEqual([oneIn(3600)]);
  });

  it('nothing where this computer has never logged in, or while it doesn’t run', async () => {
    known = [];
    const { stops, machines, look } = opened();
    const stop = stopAt(time + hour);
    await stops.schedule(account, 7, stop);
    await look();
    expect(machines.stopsItself(account, 7, stop)).toBe(false);
    known = [7];
    rows.set(7, stopped(7));
    await look();
    expect(sent).toEqual([]);
    rows.set(7, running(7));
    await look();
    expect(sent).toEqual([oneIn(3600)]);
  });

  it('of a change in place of what it was told before', async () => {
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    await stops.schedule(account, 7, stopAt(time + 2 * hour, 'two'));
    await look();
    expect(sent).toEqual([oneIn(3600), oneIn(7200, 'two')]);
  });

  it('again after it was stopped or restarted, because its watch has ended', async () => {
    const { stops, machines, look } = opened();
    const stop = stopAt(time + 3 * hour);
    await stops.schedule(account, 7, stop);
    await look();
    rows.set(7, stopped(7));
    await look();
    expect(machines.stopsItself(account, 7, stop)).toBe(false);
    rows.set(7, running(7));
    await look();
    expect(sent).toEqual([oneIn(10_800), oneIn(10_800)]);
    // While VS Code was closed.
    time += hour;
    rows.set(7, { ...running(7), running_since: time / 1000 - 60 });
    await look();
    expect(sent).toHaveLength(3);
    await look();
    expect(sent).toHaveLength(3);
  });

  it('again later if it can’t be reached, and VS Code does it until then', async () => {
    isReachable = false;
    const { stops, machines, look } = opened();
    const stop = stopAt(time + hour);
    await stops.schedule(account, 7, stop);
    await look();
    await look();
    expect(sent).toHaveLength(1);
    expect(machines.stopsItself(account, 7, stop)).toBe(false);
    isReachable = true;
    time += minute;
    await look();
    expect(sent).toEqual([oneIn(3600), oneIn(3540)]);
    expect(owed).toEqual([]);
    expect(machines.stopsItself(account, 7, stop)).toBe(true);
  });

  it('again where the clock was set back meanwhile', async () => {
    isReachable = false;
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    expect(sent).toHaveLength(1);
    time -= 2 * hour;
    await look();
    expect(sent).toHaveLength(2);
  });

  it('once where it has no key, and VS Code does it', async () => {
    state = { state: 'nokey', token: 'one', isAlive: false };
    const { stops, machines, look } = opened();
    const stop = stopAt(time + hour);
    await stops.schedule(account, 7, stop);
    await look();
    await look();
    expect(sent).toHaveLength(1);
    expect(machines.stopsItself(account, 7, stop)).toBe(false);
    await stops.callOff(account, 7);
    await look();
    expect(sent).toHaveLength(1);
  });
});

describe('a stop that isn’t wanted any more', () => {
  it('is taken back, once', async () => {
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    await stops.callOff(account, 7);
    await look();
    await look();
    expect(sent.slice(1)).toEqual(['one taken back']);
    expect(owed).toEqual([]);
  });

  it('is told once while the machine can’t be reached, remembered, and taken back by a later window', async () => {
    const first = opened();
    await first.stops.schedule(account, 7, stopAt(time + hour));
    await first.look();
    isReachable = false;
    await first.stops.callOff(account, 7);
    await first.look();
    time += minute;
    await first.look();
    expect(owed).toEqual([expect.objectContaining({ accountId: account, at: time - minute + hour })]);
    rows.set(7, stopped(7));
    const later = opened();
    await later.look();
    expect(sent).toHaveLength(3);
    isReachable = true;
    rows.set(7, running(7));
    await later.look();
    expect(sent.at(-1)).toBe('one taken back');
    expect(owed).toHaveLength(1);
    await later.look();
    expect(sent).toHaveLength(4);
  });

  it('is tried again at once when the person says so, and told again if that fails', async () => {
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    isReachable = false;
    await stops.schedule(account, 7, stopAt(time + 2 * hour, 'two'));
    await look();
    expect(owed).toHaveLength(1);
    await owed[0]?.again();
    expect(owed).toHaveLength(2);
    isReachable = true;
    await owed[1]?.again();
    expect(sent.at(-1)).toBe(oneIn(7200, 'two'));
    expect(owed).toHaveLength(2);
  });

  it('is told where the host key was forgotten', async () => {
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    known = [];
    await stops.callOff(account, 7);
    await look();
    expect(sent).toHaveLength(1);
    expect(owed).toHaveLength(1);
  });

  it('is forgotten once its instance has stopped after its time', async () => {
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    time += hour;
    rows.set(7, stopped(7));
    await stops.callOff(account, 7);
    await look();
    time += hour;
    rows.set(7, running(7));
    await look();
    expect(sent).toHaveLength(1);
  });
});

describe('what an instance was told that is gone', () => {
  it('is forgotten a day after its time', async () => {
    const { stops, look } = opened();
    await stops.schedule(account, 7, stopAt(time + hour));
    await look();
    await stops.callOff(account, 7);
    rows.clear();
    const told = () => new ToldStops(new AccountFiles(folder), { now: () => time } as never).read(account);
    await look();
    expect([...(await told()).keys()]).toEqual([7]);
    time += 26 * hour;
    await look();
    expect([...(await told()).keys()]).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});

describe('whether a machine has stopped itself', () => {
  it('is its own word, asked only after its time', async () => {
    const { stops, machines, look } = opened();
    const stop = stopAt(time + hour);
    await stops.schedule(account, 7, stop);
    await look();
    sent = [];
    state = { state: 'done', token: 'one', isAlive: false };
    time += hour;
    expect(await machines.hasStopped(account, 7, stop)).toBe(false);
    expect(sent).toEqual([]);
    time += minute;
    expect(await machines.hasStopped(account, 7, stop)).toBe(true);
    state = { state: 'sent', token: 'one', isAlive: true };
    expect(await machines.hasStopped(account, 7, stop)).toBe(false);
    state = { state: 'done', token: 'another', isAlive: false };
    expect(await machines.hasStopped(account, 7, stop)).toBe(false);
    isReachable = false;
    expect(await machines.hasStopped(account, 7, stop)).toBe(false);
  });
});
