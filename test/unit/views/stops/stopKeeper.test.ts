import { describe, expect, it, vi } from 'vitest';
import { sharedPart } from '../../../../src/domain/instances/sharedInstance';
import { screen } from '../../support/fakeVscode';
import {
  hour,
  isStopped,
  minute,
  said,
  span,
  stopsSent,
  StopWindow,
  useStops,
  world,
} from '../support/stopWindows';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useStops();

describe('a scheduled stop', () => {
  it('is shown in all windows, warned about in one, and carried out by one', async () => {
    const id = await world.account.rentRunning();
    const windows = [new StopWindow(), new StopWindow(), new StopWindow()];
    const [first] = windows;
    await first!.schedule(id, span(hour));
    await Promise.all(windows.map((one) => one.list()));
    expect(windows.map((one) => one.rowText(id))).toEqual(Array(3).fill('stops in 1 h'));

    world.time += 55 * minute;
    await Promise.all(windows.map((one) => one.list()));
    await Promise.all(windows.map((one) => one.list()));
    expect(said()).toEqual([
      expect.stringMatching(/will be stopped in 5 min\. Its disk then still costs \$0/),
    ]);
    expect(screen.shown[0]?.buttons).toEqual(['Keep Running', '1 Hour Later']);
    expect(await isStopped(id)).toBe(false);

    const closed = vi.fn();
    const onIt = { shellPath: 'ssh', shellArgs: [`gpu-${id}`] };
    screen.terminals.push({ creationOptions: onIt, dispose: closed });
    const before = stopsSent();
    world.time += 5 * minute;
    await Promise.all(windows.map((one) => one.list()));
    expect(await isStopped(id)).toBe(true);
    expect(stopsSent() - before).toBe(1);
    // Left to itself, its end would be reported as an error.
    expect(closed).toHaveBeenCalled();
    expect(said()).toHaveLength(2);
    expect(said()[1]).toMatch(
      /was stopped as scheduled\. Its disk still costs \$[\d.]+\/h until you destroy it\.$/,
    );
    await Promise.all(windows.map((one) => one.list()));
    expect(windows.map((one) => one.rowText(id))).toEqual(Array(3).fill(undefined));
  });

  it('of an account that isn’t in use stays while its list isn’t known, and ends with its instance', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    const stop = { token: 'one', action: 'stop', when: span(3 * hour), createdAt: world.time } as const;
    await window.stops.schedule('b-2', id, stop);
    world.time += hour;
    await world.account.client.instances.destroy(id);
    await window.keeper.look('b-2');
    expect(window.stops.get('b-2', id)).toBeDefined();
    window.lists.set('b-2', { at: world.time, instances: [] });
    await window.keeper.look('b-2');
    expect(window.stops.get('b-2', id)).toBeUndefined();
  });

  it('of an account that isn’t in use is warned about by its list, and carried out', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    const stop = { token: 'one', action: 'stop', when: span(hour), createdAt: world.time } as const;
    await window.stops.schedule('b-2', id, stop);
    world.time += 55 * minute;
    const instances = await world.account.client.instances.list();
    window.lists.set('b-2', { at: world.time, instances: instances.map(sharedPart) });
    await window.keeper.look('b-2');
    await eventually(() => expect(said().join()).toMatch(/will be stopped in 5 min\./));
    world.time += 5 * minute;
    await window.keeper.look('b-2');
    expect(await isStopped(id)).toBe(true);
  });

  it('is called off by Keep Running, and moved by 1 Hour Later', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(3 * minute));
    screen.press = '1 Hour Later';
    await window.list();
    await eventually(() => expect(window.rowText(id)).toBe('stops in 1 h 3 min'));
    world.time += hour;
    screen.press = 'Keep Running';
    await window.list();
    await eventually(() => expect(window.rowText(id)).toBeUndefined());
    world.time += hour;
    await window.list();
    expect(await isStopped(id)).toBe(false);
  });

  it('is carried out at once by a window that opens after all were closed, and says that it is late', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour));
    await window.keeper.lookAtAll();
    window.close();
    world.time += 9 * hour;
    await world.sandbox.control.advance(9 * 3600);
    const next = new StopWindow();
    await next.keeper.lookAtAll();
    expect(await isStopped(id)).toBe(true);
    expect(said()).toEqual([expect.stringMatching(/stopped as scheduled.*It was due at .* asleep/)]);
  });

  it('destroys what was agreed to be destroyed, and nothing else', async () => {
    const [id, other] = [await world.account.rentRunning(), await world.account.rentRunning()];
    const window = new StopWindow();
    await window.schedule(id, span(hour), 'destroy');
    await window.schedule(other, span(hour), 'stop');
    world.time += 55 * minute;
    await window.list();
    world.time += 5 * minute;
    await window.list();
    const left = await world.account.client.instances.list();
    expect(left.map((one) => one.id)).toEqual([other]);
    expect(await isStopped(other)).toBe(true);
    expect(said().join()).toMatch(/was destroyed as scheduled\. It is no longer billed\./);
    expect(window.noted).toEqual(
      expect.arrayContaining([
        ['a-1', 'destroyed', id],
        ['a-1', 'stopped', other],
      ]),
    );
  });

  it('warns before it destroys anything after a sleep, or a clock that was set forward, and waits five minutes', async () => {
    const id = await world.account.rentRunning();
    const [window, other] = [new StopWindow(), new StopWindow()];
    await window.schedule(id, span(hour), 'destroy');
    await window.list();
    world.time += 9 * hour;
    await world.sandbox.control.advance(9 * 3600);
    await Promise.all([window.list(), other.list()]);
    const listed = async () => (await world.account.client.instances.list()).map((one) => one.id);
    expect(await listed()).toEqual([id]);
    expect(said()).toEqual([
      expect.stringMatching(/will be destroyed in 5 min\. .* It was due at .*, or its clock was changed\.$/),
    ]);
    expect(screen.shown[0]?.buttons).toEqual(['Keep Running', '1 Hour Later']);
    expect(window.rowText(id)).toBe('destroyed in 5 min');
    world.time += 4 * minute;
    await Promise.all([window.list(), other.list()]);
    expect(await listed()).toEqual([id]);
    world.time += minute;
    await Promise.all([window.list(), other.list()]);
    expect(await listed()).toEqual([]);
    expect(said()).toHaveLength(2);
  });

  it('warns again where the computer slept after the warning', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), 'destroy');
    for (const passed of [55 * minute, 9 * hour, 9 * hour]) {
      world.time += passed;
      await window.list();
    }
    expect(said()).toHaveLength(3);
    expect((await world.account.client.instances.list()).map((one) => one.id)).toEqual([id]);
  });

  it('sends nothing for what was stopped or destroyed before', async () => {
    const [stopped, gone] = [await world.account.rentRunning(), await world.account.rentRunning()];
    const window = new StopWindow();
    await window.schedule(stopped, span(hour));
    await window.schedule(gone, span(hour), 'destroy');
    await world.account.client.instances.setState(stopped, 'stopped');
    await world.account.client.instances.destroy(gone);
    const before = stopsSent();
    world.time += hour;
    await window.list();
    expect(stopsSent()).toBe(before);
    expect(said()).toEqual([]);
    expect(window.rowText(stopped)).toBeUndefined();
    expect(window.rowText(gone)).toBeUndefined();
  });

  it('is told once when it fails, tried again after a pause, and succeeds', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour));
    await window.list();
    world.sandbox.control.failNext({ count: 100, path: `/instances/${id}/`, status: 500 });
    world.time += hour;
    await window.keeper.look('a-1');
    expect(said().at(-1)).toMatch(
      /wasn’t stopped as scheduled and may still cost \$[\d.]+\/h\. GPU Rental keeps trying\./,
    );
    expect(window.rowText(id)).toBe('couldn’t be stopped yet');
    world.time += minute;
    await window.keeper.look('a-1');
    expect(said()).toHaveLength(1);
    world.sandbox.control.clearFailures();
    // Another window goes on with the same pause.
    const other = new StopWindow();
    await other.keeper.look('a-1');
    expect(await isStopped(id)).toBe(false);
    const before = stopsSent();
    world.time += 2 * minute;
    // By the first window, where its own look comes first.
    await Promise.all([other, window].map(({ keeper }) => keeper.look('a-1')));
    expect(await isStopped(id)).toBe(true);
    expect(stopsSent() - before).toBe(1);
    expect(said()).toHaveLength(2);
  });

  it('is idempotent where the answer of the stop was lost', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour));
    world.sandbox.control.failNext({
      count: 1,
      method: 'PUT',
      path: `/instances/${id}/`,
      reset: true,
      carryOut: true,
    });
    world.time += hour;
    await window.keeper.look('a-1');
    const before = stopsSent();
    world.time += minute;
    await window.keeper.look('a-1');
    expect(await isStopped(id)).toBe(true);
    expect(stopsSent() - before).toBeLessThanOrEqual(1);
    expect(window.rowText(id)).toBeUndefined();
    expect(said().at(-1)).toMatch(/was stopped as scheduled/);
  });

  it('says that it destroyed what it destroyed, where the answer was lost', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), 'destroy');
    const path = `/instances/${id}/`;
    world.sandbox.control.failNext({ count: 1, method: 'DELETE', path, reset: true, carryOut: true });
    world.time += hour;
    await window.keeper.look('a-1');
    for (let times = 0; times < 5 && window.rowText(id) !== undefined; times += 1) {
      world.time += 5 * minute;
      await window.keeper.look('a-1');
    }
    expect(window.rowText(id)).toBeUndefined();
    expect(said().at(-1)).toMatch(/was destroyed as scheduled/);
  });

  it('says that it destroyed what it destroyed, also where a look in between is refused', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), 'destroy');
    const path = `/instances/${id}/`;
    const { control } = world.sandbox;
    control.failNext({ count: 1, method: 'DELETE', path, reset: true, carryOut: true });
    world.time += hour;
    await window.keeper.look('a-1');
    world.time += 5 * minute;
    await window.keeper.look('a-1');
    control.failNext({ count: 100, path: '/instances/', status: 401 });
    world.time += 5 * minute;
    await window.keeper.look('a-1');
    control.clearFailures();
    for (let times = 0; times < 5 && window.rowText(id) !== undefined; times += 1) {
      world.time += 5 * minute;
      await window.keeper.look('a-1');
    }
    expect(window.rowText(id)).toBeUndefined();
    expect(said().at(-1)).toMatch(/was destroyed as scheduled/);
  });

  it('destroys nothing whose files are being moved, and says so before and then', async () => {
    const [stopped, running] = [await world.account.rentRunning(), await world.account.rentRunning()];
    const target = await world.account.rentRunning();
    await world.account.client.instances.setState(stopped, 'stopped');
    const window = new StopWindow();
    for (const id of [stopped, running]) {
      window.moves.set(id, target);
      await window.schedule(id, span(hour), 'destroy');
    }
    const why = 'because its move to another machine isn’t finished';
    world.time += 55 * minute;
    await window.list();
    await eventually(() => expect(said()).toHaveLength(2));
    expect(said().filter((one) => one.includes(`will not be destroyed in 5 min, ${why}`))).toHaveLength(1);
    expect(said().filter((one) => one.includes(`will only be stopped in 5 min, ${why}`))).toHaveLength(1);
    world.time += 5 * minute;
    await window.list();
    const left = await world.account.client.instances.list();
    expect(left.map((one) => one.id).toSorted()).toEqual([stopped, running, target].toSorted());
    expect(await isStopped(running)).toBe(true);
    for (const one of said().slice(2)) expect(one).toContain(`It wasn’t destroyed as scheduled, ${why}.`);
    expect(said()).toHaveLength(4);

    // Given up: nothing says so but that what was rented for it is gone.
    await world.account.client.instances.destroy(target);
    await window.schedule(stopped, span(hour), 'destroy');
    world.time += hour;
    await window.list();
    // It can't be asked at first.
    world.sandbox.control.failNext({ count: 100, path: `/instances/${target}/`, status: 500 });
    for (let times = 0; times < 3; times += 1) {
      world.time += 5 * minute;
      await window.list();
      world.sandbox.control.clearFailures();
    }
    expect((await world.account.client.instances.list()).map((one) => one.id)).toEqual([running]);
  });

  it('leaves alone what was started again after it was due', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'at', at: world.time + minute });
    world.time += 3 * hour;
    await window.keeper.look('a-1');
    expect(await isStopped(id)).toBe(false);
    expect(said()).toEqual([
      expect.stringMatching(
        /was scheduled to stop at .*, but was started again after that. It keeps running and costs \$/,
      ),
    ]);
    expect(window.rowText(id)).toBeUndefined();
  });
});

describe('several scheduled stops', () => {
  it('do not wait for one whose look fails', async () => {
    const [first, second] = [await world.account.rentRunning(), await world.account.rentRunning()];
    const window = new StopWindow();
    await window.schedule(first, { kind: 'closed' });
    await window.schedule(second, span(hour));
    vi.spyOn(window.windowsOn, 'look').mockRejectedValue(new Error('no folder'));
    world.time += hour;
    await window.keeper.look('a-1');
    expect(await isStopped(second)).toBe(true);
  });
});
