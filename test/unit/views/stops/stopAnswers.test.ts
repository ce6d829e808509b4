import { describe, expect, it, vi } from 'vitest';
import { fakeVscode, screen } from '../../support/fakeVscode';
import { hour, isStopped, minute, said, span, StopWindow, useStops, world } from '../support/stopWindows';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useStops();

describe('what the person says meanwhile', () => {
  /** Does something while the look before a stop waits for its answer. */
  const duringLook = (then: () => Promise<unknown>): void => {
    const { instances } = world.account.client;
    const get = instances.get.bind(instances);
    vi.spyOn(instances, 'get').mockImplementationOnce(async (id) => {
      const found = await get(id);
      await then();
      return found;
    });
  };

  it('counts until right before the stop is sent', async () => {
    const id = await world.account.rentRunning();
    const [window, other] = [new StopWindow(), new StopWindow()];
    await window.schedule(id, span(hour), 'destroy');
    world.time += 55 * minute;
    await window.list();
    world.time += 5 * minute;
    duringLook(() => other.stops.callOff('a-1', id));
    await window.keeper.look('a-1');
    expect((await world.account.client.instances.list()).map((one) => one.id)).toEqual([id]);
    expect(said()).toHaveLength(1);
  });

  it('moves the stop although a window looks or fails by the earlier time', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour));
    world.time += 56 * minute;
    screen.press = '1 Hour Later';
    await window.list();
    await eventually(() => expect(window.rowText(id)).toBe('stops in 1 h 4 min'));
    const moved = window.stops.get('a-1', id)!;
    screen.press = undefined;
    // A look of another window that began before.
    const late = { token: `${id}-${world.time - 56 * minute}`, failures: 1 };
    expect(await new StopWindow().stops.change('a-1', id, late.token, (one) => ({ ...one, ...late }))).toBe(
      false,
    );
    expect((await window.stops.read('a-1')).get(id)).toEqual(moved);
  });

  it('is told when it could not be saved, and can be tried again', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(3 * minute), 'destroy');
    const failure = new Error('unreadable');
    vi.spyOn(window.stops, 'callOff').mockImplementationOnce(() => {
      vi.spyOn(window.stops, 'keep').mockRejectedValueOnce(failure);
      return Promise.reject(failure);
    });
    screen.press = 'Keep Running';
    await window.list();
    await eventually(() =>
      expect(said().join()).toMatch(/Couldn’t change the schedule of .*, so it still applies/),
    );
    expect(screen.shown.at(-1)?.buttons).toEqual(['Try Again']);
    expect(window.rowText(id)).toBe('destroyed in 3 min');
  });

  it.each([
    ['Keep Running', undefined],
    ['1 Hour Later', 'destroyed in 1 h 5 min'],
  ])('holds in this window although the disk is full, and is said to: %s', async (button, row) => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), 'destroy');
    window.isDiskFull = true;
    world.time += 55 * minute;
    screen.press = button;
    await window.list();
    await eventually(() => expect(said().join()).toMatch(/only this window knows that/));
    expect(screen.shown.at(-1)?.buttons).toEqual(['Try Again']);
    expect(window.rowText(id)).toBe(row);
    screen.press = undefined;
    world.time += 10 * minute;
    await window.list();
    expect((await world.account.client.instances.list()).map((one) => one.id)).toEqual([id]);
    window.isDiskFull = false;
    await window.list();
    const left = (await new StopWindow().stops.read('a-1')).get(id)?.when;
    expect(left?.kind).toBe(row && 'at');
  });

  /** Presses a button of the warning while the request is on its way, which then succeeds or fails. */
  async function pressMeanwhile(
    button: string,
    action: 'stop' | 'destroy',
    failure?: Error,
  ): Promise<number> {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), action);
    let press: (button: string | undefined) => void = () => undefined;
    const answer = new Promise<string | undefined>((resolve) => (press = resolve));
    vi.spyOn(fakeVscode.window, 'showWarningMessage').mockImplementationOnce((message, ...rest) => {
      void warn(message, ...rest);
      return answer;
    });
    world.time += 55 * minute;
    await window.list();
    const { instances } = world.account.client;
    const deed = action === 'stop' ? 'setState' : 'destroy';
    const send = instances[deed].bind(instances) as (...all: unknown[]) => Promise<void>;
    vi.spyOn(instances, deed).mockImplementationOnce(async (...all: unknown[]) => {
      press(button);
      await eventually(() => expect(said()).toHaveLength(2));
      if (failure) throw failure;
      await send(...all);
    });
    world.time += 5 * minute;
    await window.keeper.look('a-1');
    expect(window.rowText(id)).toBeUndefined();
    return id;
  }
  const warn = fakeVscode.window.showWarningMessage;

  it.each(['Keep Running', '1 Hour Later'])('is told that it came too late: %s', async (button) => {
    const id = await pressMeanwhile(button, 'stop');
    expect(said()[1]).toMatch(/^The request to stop .* was already sent, so it may still stop\.$/);
    expect(said()[2]).toMatch(/was stopped as scheduled/);
    expect(await isStopped(id)).toBe(true);
  });

  it('is told that it came too late for what is destroyed', async () => {
    await pressMeanwhile('Keep Running', 'destroy');
    expect(said()[1]).toMatch(/^The request to destroy .* was already sent, so it may still be destroyed\.$/);
  });

  it('counts although it came too late, where the request fails: it is not sent again', async () => {
    const id = await pressMeanwhile('Keep Running', 'stop', new Error('refused'));
    world.time += hour;
    await new StopWindow().keeper.look('a-1');
    expect(await isStopped(id)).toBe(false);
    expect(said()).toHaveLength(2);
  });
});
