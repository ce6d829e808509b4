import { describe, expect, it, vi } from 'vitest';
import { hourlyCost } from '../../../../src/domain/money/rate';
import { emptyLedger } from '../../../../src/domain/money/ledger/ledger';
import type { Run } from '../../../../src/domain/runs/run';
import { eventually } from '../../support/eventually';
import { screen } from '../../support/fakeVscode';
import { hour, isStopped, minute, said, span, StopWindow, useStops, world } from '../support/stopWindows';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useStops();

describe('a stop when the GPU is idle', () => {
  it('is not due at once where the GPU was idle before it was scheduled', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    for (let passed = 0; passed < 40; passed += 1) {
      world.time += minute;
      await window.list(0);
    }
    await window.schedule(id, { kind: 'idle', minutes: 30 }, 'destroy');
    await window.list(0);
    expect((await world.account.client.instances.list()).map((one) => one.id)).toEqual([id]);
    expect(window.rowText(id)).toBe('destroyed in 30 min');
  });

  it('is not sent when the look before it finds the GPU at work', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 4 });
    await window.list(0);
    const { instances } = world.account.client;
    const found = await instances.get(id);
    vi.spyOn(instances, 'get').mockResolvedValueOnce({ ...found, gpu_util: 97 });
    world.time += 4 * minute;
    await window.keeper.look('a-1');
    expect(await isStopped(id)).toBe(false);
    expect(window.rowText(id)).toBe('stops when idle for 4 min');
  });

  it.each([
    { gpu_util: undefined },
    { gpu_util: -1 },
    { gpu_util: 0, actual_status: 'loading' },
    { gpu_util: 0, actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
  ])('is not sent when the look before it does not find an idle GPU that runs: %j', async (told) => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 4 }, 'destroy');
    await window.list(0);
    const { instances } = world.account.client;
    const found = await instances.get(id);
    vi.spyOn(instances, 'get').mockResolvedValueOnce({ ...found, ...told });
    world.time += 4 * minute;
    await window.keeper.look('a-1');
    expect((await instances.list()).map((one) => one.id)).toEqual([id]);
  });

  it('counts only while each list says so', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 30 });
    const watch = async (minutes: number, load: number | undefined): Promise<void> => {
      for (let passed = 0; passed < minutes; passed += 1) {
        world.time += minute;
        await window.list(load);
      }
    };
    await watch(20, 2);
    expect(window.rowText(id)).toBe('stops in 11 min');
    await watch(1, 80);
    expect(window.rowText(id)).toBe('stops when idle for 30 min');
    await watch(29, 0);
    expect(said()).toEqual([expect.stringMatching(/^The GPU of .* is idle\. .* will be stopped in 5 min\./)]);
    expect(await isStopped(id)).toBe(false);
    await watch(2, 0);
    expect(await isStopped(id)).toBe(true);
  });

  it('starts from zero where the service does not tell, after a sleep, and after a restart', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 10 });
    for (const [passed, load] of [
      [1, 0],
      [4, 0],
      [4, undefined],
      [4, 0],
      [10 * 60, 0],
    ] as const) {
      world.time += passed * minute;
      await window.list(load);
    }
    expect(await isStopped(id)).toBe(false);
    expect(window.rowText(id)).toBe('stops in 10 min');
    window.close();
    const next = new StopWindow();
    await next.list(0);
    expect(next.rowText(id)).toBe('stops in 10 min');
  });
});

describe('idle time that several windows see', () => {
  it('goes on in a window that opens, and in one whose lists are another window’s', async () => {
    const id = await world.account.rentRunning();
    const first = new StopWindow();
    await first.schedule(id, { kind: 'idle', minutes: 30 });
    for (let passed = 0; passed < 10; passed += 1) {
      await first.list(0);
      world.time += minute;
    }
    first.close();
    const second = new StopWindow(77);
    await second.list(0);
    expect(second.rowText(id)).toBe('stops in 20 min');
    const third = new StopWindow(78);
    await third.takeOver();
    expect(third.rowText(id)).toBe('stops in 20 min');
  });

  it('begins again when one of them sees the GPU at work, or can’t tell', async () => {
    const id = await world.account.rentRunning();
    const [one, other] = [new StopWindow(), new StopWindow(77)];
    await one.schedule(id, { kind: 'idle', minutes: 30 });
    for (const load of [90, undefined]) {
      for (let passed = 0; passed < 10; passed += 1) {
        await one.list(0);
        world.time += minute;
      }
      await other.list(load);
      world.time += minute;
      await one.takeOver();
      const third = new StopWindow(78);
      await third.list(0);
      expect(third.rowText(id)).toBe('stops in 30 min');
      third.close();
    }
  });

  it('is written about once a minute', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 30 });
    const seen = new Set<string>();
    for (let passed = 0; passed < 60; passed += 1) {
      await window.list(0);
      seen.add(JSON.stringify(window.stops.get('a-1', id)));
      world.time += 10_000;
    }
    expect(seen.size).toBeLessThanOrEqual(11);
  });

  it('isn’t believed where VS Code was closed for longer than between two looks', async () => {
    const id = await world.account.rentRunning();
    const first = new StopWindow();
    await first.schedule(id, { kind: 'idle', minutes: 30 });
    await first.list(0);
    first.close();
    world.time += 6 * minute;
    const second = new StopWindow(77);
    await second.list(0);
    expect(second.rowText(id)).toBe('stops in 30 min');
  });
});

describe('a stop when the last window is closed', () => {
  it('waits for a window, survives a reload, and is carried out five minutes after the last one', async () => {
    const id = await world.account.rentRunning();
    const local = new StopWindow();
    await local.schedule(id, { kind: 'closed' });
    const pass = async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes; passed += 1) {
        world.time += minute;
        await local.list();
      }
    };
    await pass(10);
    expect(local.rowText(id)).toBe('stops when its windows are closed');
    const remote = new StopWindow();
    await remote.windowsOn.enter(id);
    // The clock must not move while the new window has a lock.
    await remote.keeper.look('a-1');
    await pass(10);
    remote.close();
    await pass(2);
    expect(local.rowText(id)).toBe('stops in 4 min');
    // Reloaded: another process on the same instance.
    const reloaded = new StopWindow(77);
    await reloaded.windowsOn.enter(id);
    await reloaded.keeper.look('a-1');
    await pass(1);
    expect(local.rowText(id)).toBe('stops when its windows are closed');
    reloaded.close();
    await pass(5);
    expect(await isStopped(id)).toBe(false);
    await pass(1);
    expect(await isStopped(id)).toBe(true);
    expect(said().filter((one) => one.startsWith('The last window on'))).toHaveLength(1);
  });
});

describe('a stop by several conditions', () => {
  it('comes with the first of them, and says which it was', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(3 * 60 * minute), 'stop', [{ kind: 'idle', minutes: 30 }]);
    await window.list(90);
    expect(window.rowText(id)).toBe('stops in 3 h or earlier');
    for (let passed = 0; passed < 32; passed += 1) {
      world.time += minute;
      await window.list(0);
    }
    expect(said()[0]).toMatch(/^The GPU of .* is idle\. .* will be stopped in 5 min\./);
    expect(await isStopped(id)).toBe(true);
    expect(window.stops.get('a-1', id)).toBeUndefined();
  });

  it('is postponed as a whole, by the time alone', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    screen.press = '1 Hour Later';
    await window.schedule(id, span(4 * minute), 'stop', [{ kind: 'idle', minutes: 90 }]);
    await window.list(90);
    await eventually(() => expect(window.rowText(id)).toBe('stops in 1 h 4 min or earlier'));
    expect(window.stops.get('a-1', id)).toMatchObject({ others: [{ kind: 'idle', minutes: 90 }] });
  });
});

describe('a stop after some dollars', () => {
  it('comes once the record of costs says so', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.list(90);
    const rate = hourlyCost(await world.account.client.instances.get(id)).running!;
    await window.schedule(id, { kind: 'spent', dollars: rate * 2, rate });
    await window.list(90);
    expect(window.rowText(id)).toBe('stops in 2 h');
    for (let passed = 0; passed < 110; passed += 1) {
      world.time += minute;
      await window.list(90);
    }
    expect(window.rowText(id)).toMatch(/^stops in 1[01] min$/);
    for (let passed = 0; passed < 11; passed += 1) {
      world.time += minute;
      await window.list(90);
    }
    expect(said()[0]).toMatch(/has cost what you allowed it\. .* will be stopped in [45] min\./);
    expect(await isStopped(id)).toBe(true);
  });

  it('counts what isn’t known as if the instance had run', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'spent', dollars: 2, rate: 1000 });
    await window.list(90);
    window.ledger = emptyLedger;
    world.time += 10_000;
    await window.keeper.look('a-1');
    expect(await isStopped(id)).toBe(true);
  });
});

describe('a stop behind a run', () => {
  const passHours = (hours: number) => {
    world.time += hours * hour;
    return world.sandbox.control.advance(hours * 3600);
  };
  const opened = async (other: Partial<Run>, more: Partial<Run> = {}) => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    const at = world.time + hour;
    window.runs = [
      { id: 'a', instanceId: id, phase: 'running', stopAt: at, ...more } as Run,
      { id: 'b', instanceId: id, phase: 'running', ...other } as Run,
    ];
    await window.schedule(id, { kind: 'at', at });
    await passHours(3);
    await window.list();
    return { id, window };
  };

  it('waits for another run on its instance that goes on for longer', async () => {
    const stopAt = world.time + 8 * hour;
    const { id, window } = await opened({ stopAt });
    expect(await isStopped(id)).toBe(false);
    expect(window.rowText(id)).toBe('stops in 5 h');
    await passHours(5);
    await window.list();
    expect(await isStopped(id)).toBe(true);
  });

  it('goes where another run keeps the instance', async () => {
    const { id, window } = await opened({});
    expect(await isStopped(id)).toBe(false);
    expect(window.rowText(id)).toBeUndefined();
  });

  it.each<[string, Partial<Run>, Partial<Run>]>([
    ['that is over', { phase: 'ended', stopAt: Infinity }, {}],
    ['on another instance', { instanceId: 9, stopAt: Infinity }, {}],
    ['where the person has scheduled it', { stopAt: Infinity }, { stopAt: 5 }],
  ])('doesn’t wait for a run %s', async (_, other, own) => {
    expect(await isStopped((await opened(other, own)).id)).toBe(true);
  });
});

describe('a stop when the runs have ended', () => {
  const run = (instanceId: number, more: Partial<Run>): Run =>
    ({ id: 'r', instanceId, phase: 'running', fetch: [], createdAt: 0, ...more }) as Run;

  it('waits for all of them, and comes five minutes after the last one', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'runs' });
    window.runs = [run(id, { phase: 'ended', endedAt: world.time - minute })];
    await window.list(0);
    // One that ended before doesn't count.
    expect(window.rowText(id)).toBe('stops when its runs have ended');
    window.runs = [run(id, {}), run(id, { phase: 'ended', endedAt: world.time })];
    await window.list(0);
    expect(window.rowText(id)).toBe('stops when its runs have ended');
    world.time += minute;
    window.runs = window.runs.map((one) => ({ ...one, phase: 'ended', endedAt: world.time }));
    await window.list(0);
    expect(said()[0]).toMatch(/^The runs on .* have ended\. .* will be stopped in 5 min\./);
    world.time += 5 * minute;
    await window.list(0);
    expect(await isStopped(id)).toBe(true);
  });

  it('comes after one that was lost and of which nothing can be fetched', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'runs' });
    world.time += minute;
    window.runs = [run(id, { phase: 'lost', stoppedAt: world.time, fetch: ['out/'] })];
    await window.list(0);
    world.time += 5 * minute;
    await window.list(0);
    expect(await isStopped(id)).toBe(true);
  });

  it('destroys nothing whose results aren’t here', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'runs' }, 'destroy');
    world.time += minute;
    window.runs = [run(id, { phase: 'ended', endedAt: world.time, fetch: ['out/'] })];
    for (let passed = 0; passed < 30; passed += 1) {
      world.time += minute;
      await window.list(0);
    }
    expect((await world.account.client.instances.list()).map((one) => one.id)).toEqual([id]);
    window.runs = window.runs.map((one) => ({ ...one, fetchedAt: world.time }));
    for (let passed = 0; passed < 7; passed += 1) {
      await window.list(0);
      world.time += minute;
    }
    expect(await world.account.client.instances.list()).toEqual([]);
  });

  it('stops what was to be destroyed where the list of runs is damaged, and says so', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    window.areRunsDamaged = true;
    await window.schedule(id, span(hour), 'destroy');
    world.time += 55 * minute;
    await window.list();
    world.time += 5 * minute;
    await window.list();
    expect(await isStopped(id)).toBe(true);
    expect(said().at(-1)).toMatch(/^\S+.* was stopped as scheduled.*results/);
  });
});
