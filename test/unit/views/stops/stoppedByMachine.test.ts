import { describe, expect, it, vi } from 'vitest';
import { stopDetail } from '../../../../src/views/stops/stopTexts';
import { lookFinds } from '../support/stopLooks';
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

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useStops();

describe('a machine that stops itself', () => {
  it('has done what was scheduled, and nothing is sent', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    window.isOnMachine = true;
    await window.schedule(id, span(hour));
    world.time += 56 * minute;
    await window.list();
    expect(said()).toEqual([expect.stringMatching(/will be stopped in 4 min/)]);
    await world.account.client.instances.setState(id, 'stopped');
    const before = stopsSent();
    world.time += 5 * minute;
    await window.list();
    expect(said().slice(1)).toEqual([expect.stringMatching(/was stopped as scheduled\./)]);
    expect(stopsSent()).toBe(before);
    expect(window.stops.get('a-1', id)).toBeUndefined();
  });

  it('isn’t stopped again after a person has started it, also within minutes', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    [window.isOnMachine, window.hasStopped] = [true, true];
    await window.schedule(id, span(hour));
    world.time += hour + 3 * minute;
    await window.list();
    expect(await isStopped(id)).toBe(false);
    expect(said()).toEqual([expect.stringMatching(/but was started again after that/)]);
    expect(window.stops.get('a-1', id)).toBeUndefined();
  });

  it('is stopped although it says so, where the service knows better', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    [window.isOnMachine, window.hasStopped] = [true, true];
    await window.schedule(id, span(hour));
    world.time += hour + 3 * minute;
    lookFinds({ uptime_mins: 90 });
    await window.list();
    expect(await isStopped(id)).toBe(true);
    expect(said()).toEqual([expect.stringMatching(/was stopped as scheduled/)]);
  });

  it('says so in its row, and what VS Code has to be open for', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.list();
    const detail = () => stopDetail(window.keeper.of(id)!, world.time);
    await window.schedule(id, span(hour));
    expect(detail()).toMatch(/^stops in 1 h, at .*, while VS Code is open$/);
    window.isOnMachine = true;
    expect(detail()).toMatch(/^stops in 1 h, at .*, by the instance itself$/);
    await window.schedule(id, span(hour), 'stop', [{ kind: 'closed' }]);
    expect(detail()).toMatch(
      /is closed\. The instance itself keeps the time; the rest needs VS Code to be open$/,
    );
    await window.schedule(id, span(hour), 'destroy');
    expect(detail()).toMatch(
      /^destroyed in 1 h, at .*open\. Otherwise the instance stops itself at that time$/,
    );
  });

  it('destroys what its machine has stopped at the time of a destruction, after a warning', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    [window.isOnMachine, window.hasStopped] = [true, true];
    await window.schedule(id, span(hour), 'destroy');
    await world.account.client.instances.setState(id, 'stopped');
    await world.sandbox.control.advance(60);
    world.time += 8 * hour;
    await window.list();
    expect(said()).toEqual([expect.stringMatching(/will be destroyed in 5 min/)]);
    world.time += 5 * 60_000;
    await window.list();
    expect(said().at(-1)).toMatch(/was destroyed as scheduled/);
  });

  it('ends the schedule without a word where nobody was warned', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    [window.isOnMachine, window.hasStopped] = [true, true];
    await window.schedule(id, span(hour));
    await world.account.client.instances.setState(id, 'stopped');
    world.time += 8 * hour;
    await window.list();
    expect(said()).toEqual([]);
    expect(window.stops.get('a-1', id)).toBeUndefined();
  });
});
