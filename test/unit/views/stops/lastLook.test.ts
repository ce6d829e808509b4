import { describe, expect, it, vi } from 'vitest';
import { listed, lookFinds } from '../support/stopLooks';
import { minute, said, StopWindow, useStops, world } from '../support/stopWindows';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useStops();

describe('a condition that changes during the last look', () => {
  it('ends nothing when a window opens', async () => {
    const id = await world.account.rentRunning();
    const [window, remote] = [new StopWindow(), new StopWindow()];
    await window.schedule(id, { kind: 'closed' }, 'destroy');
    await remote.windowsOn.enter(id);
    await window.list();
    remote.close();
    for (let passed = 0; passed < 5; passed += 1) {
      await window.list();
      world.time += minute;
    }
    lookFinds({}, () => new StopWindow(55).windowsOn.enter(id));
    await window.list();
    expect(await listed()).toEqual([id]);
    expect(window.rowText(id)).toBe('destroyed when its windows are closed');
  });

  it('destroys nothing that was stopped meanwhile, nor when that is started again', async () => {
    const id = await world.account.rentRunning();
    const [window, remote] = [new StopWindow(), new StopWindow()];
    await window.schedule(id, { kind: 'closed' }, 'destroy');
    await remote.windowsOn.enter(id);
    await window.list();
    remote.close();
    await world.account.client.instances.setState(id, 'stopped');
    for (let passed = 0; passed < 12; passed += 1) {
      await window.list();
      world.time += minute;
    }
    await world.account.client.instances.setState(id, 'running');
    await world.sandbox.control.advance(600);
    for (let passed = 0; passed < 12; passed += 1) {
      await window.list();
      world.time += minute;
    }
    expect(await listed()).toEqual([id]);
    expect(window.rowText(id)).toBe('destroyed when its windows are closed');
  });

  it('is tried again when the service does not tell the load', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 4 }, 'destroy');
    await window.list(0);
    lookFinds({ gpu_util: -1 });
    world.time += 4 * minute;
    await window.list(0);
    expect(await listed()).toEqual([id]);
    expect(said().at(-1)).toMatch(/doesn’t report whether its GPU is idle/);
    lookFinds({ gpu_util: 0 });
    world.time += minute;
    await window.list(0);
    expect(await listed()).toEqual([]);
  });
});

describe('the loads that two windows see', () => {
  it('count for both: nothing is destroyed that the other window has seen at work', async () => {
    const id = await world.account.rentRunning();
    const [idle, busy] = [new StopWindow(), new StopWindow()];
    await idle.schedule(id, { kind: 'idle', minutes: 10 }, 'destroy');
    for (let passed = 0; passed < 30; passed += 1) {
      lookFinds({ gpu_util: 0 });
      await idle.list(0);
      vi.restoreAllMocks();
      if (passed % 4 === 2) await busy.list(95);
      world.time += minute;
    }
    expect(await listed()).toEqual([id]);
  });

  it('are not counted again with a list of another window', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 10 });
    await window.list(0);
    for (let passed = 0; passed < 6; passed += 1) {
      world.time += minute;
      await window.takeOver();
    }
    // Nothing is known of the last six minutes.
    expect(window.rowText(id)).toBe('stops when idle for 10 min');
  });
});
