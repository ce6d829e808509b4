import { describe, expect, it, vi } from 'vitest';
import { runSchema } from '../../../../src/domain/runs/run';
import { screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';
import { answerOne, listed, lookFinds } from '../support/stopLooks';
import { hour, isStopped, minute, said, span, StopWindow, useStops, world } from '../support/stopWindows';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useStops();

describe('a stop whose instance one list lacks', () => {
  it('stays, is carried out although the list stays empty, and another list is asked for', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour));
    const empty = vi.spyOn(world.account.client.instances, 'list').mockResolvedValue([]);
    world.time += 2 * minute;
    await window.list();
    expect(window.rowText(id)).toBe('stops in 58 min');
    expect(window.refreshes).toBe(1);
    world.time += 58 * minute;
    await window.list();
    empty.mockRestore();
    expect(await isStopped(id)).toBe(true);
    expect(said()).toEqual([expect.stringMatching(/was stopped as scheduled/)]);
  });

  it.each([
    ['a page', '<html>404 Not Found</html>', 'text/html', 404],
    ['nothing', '', 'text/plain', 404],
    ['a gateway', { detail: 'Not Found' }, 'application/json', 404],
    ['no instance', { instances: null }, 'application/json', 200],
    ['an empty list', { success: true, instances: [] }, 'application/json', 200],
    ['another word', { success: false, error: 'not_found', msg: 'not found' }, 'application/json', 404],
  ])('is tried again when %s is answered at the last look', async (_, body, contentType, status) => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour));
    await window.list();
    answerOne(id, body, contentType, status);
    world.time += hour;
    await window.list();
    expect(said()).toEqual([
      expect.stringMatching(/wasn’t stopped as scheduled.* GPU Rental keeps trying\./),
    ]);
    expect(window.rowText(id)).toBe('couldn’t be stopped yet');
    world.sandbox.control.clearFailures();
    world.time += minute;
    await window.list();
    expect(await isStopped(id)).toBe(true);
    expect(said()).toHaveLength(2);
  });
});

describe('a stop that was warned of', () => {
  it.each(['stop', 'destroy'] as const)(
    'is told to be over when the instance is gone: %s',
    async (action) => {
      const id = await world.account.rentRunning();
      const window = new StopWindow();
      await window.schedule(id, span(hour), action);
      world.time += 55 * minute;
      await window.list();
      await world.account.client.instances.destroy(id);
      world.time += 5 * minute;
      await window.list();
      await window.list();
      expect(said().slice(1)).toEqual([
        expect.stringMatching(/no longer exists, so it wasn’t .* as scheduled\.$/),
      ]);
      expect(window.rowText(id)).toBeUndefined();
    },
  );

  it('is told to be over when the instance was stopped before', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour));
    world.time += 55 * minute;
    await window.list();
    await world.account.client.instances.setState(id, 'stopped');
    world.time += 5 * minute;
    await window.list();
    await window.list();
    expect(said().slice(1)).toEqual([
      expect.stringMatching(/was already stopped\. Nothing is scheduled for it/),
    ]);
  });
});

describe('a disk that is full', () => {
  const fill = (window: StopWindow): void => {
    window.isDiskFull = true;
  };

  it('keeps nothing from being warned of once and carried out once', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), 'destroy');
    fill(window);
    world.time += 55 * minute;
    await window.list();
    await window.list();
    expect(said()).toEqual([expect.stringMatching(/will be destroyed in 5 min/)]);
    world.time += 5 * minute;
    await window.list();
    expect(await listed()).toEqual([]);
    expect(said().slice(1)).toEqual([
      expect.stringMatching(/was destroyed as scheduled.*couldn’t be deleted from this computer/),
    ]);
    expect(window.rowText(id)).toBeUndefined();
  });

  it('does not stop again what was started after its stop, and the schedule goes once there is room', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(minute));
    fill(window);
    world.time += minute;
    await window.list();
    expect(await isStopped(id)).toBe(true);
    await world.account.client.instances.setState(id, 'running');
    await world.sandbox.control.advance(600);
    world.time += minute;
    await window.list();
    expect(await isStopped(id)).toBe(false);
    window.isDiskFull = false;
    await window.list();
    expect([...(await new StopWindow().stops.read('a-1'))]).toEqual([]);
  });

  it('tells that a stop failed, once, and tries it again', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(minute));
    fill(window);
    answerOne(id, '', 'text/plain', 500);
    world.time += minute;
    await window.list();
    await window.list();
    expect(said()).toEqual([expect.stringMatching(/wasn’t stopped as scheduled/)]);
    world.sandbox.control.clearFailures();
    world.time += minute;
    await window.list();
    expect(await isStopped(id)).toBe(true);
  });
});

describe('a stop that is long overdue where the service does not tell the uptime', () => {
  const overdue = async (action: 'stop' | 'destroy'): Promise<[StopWindow, number]> => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), action);
    world.time += 9 * hour;
    return [window, id];
  };

  it('is carried out, and says that another run may have been meant', async () => {
    const [window, id] = await overdue('stop');
    lookFinds({ uptime_mins: undefined });
    await window.list();
    expect(await isStopped(id)).toBe(true);
    expect(said()).toEqual([
      expect.stringMatching(/was stopped as scheduled.*doesn’t report whether it was started again/),
    ]);
    expect(screen.shown[0]?.buttons).toContain('Start Again…');
  });

  it('destroys nothing, but asks the person, once', async () => {
    const [window, id] = await overdue('destroy');
    await window.list();
    screen.press = 'Keep Running';
    for (let passed = 0; passed < 3; passed += 1) {
      lookFinds({ uptime_mins: undefined });
      world.time += 5 * minute;
      await window.list();
      vi.restoreAllMocks();
      if (passed === 0) screen.press = undefined;
    }
    expect(await listed()).toEqual([id]);
    expect(said().filter((one) => one.includes('may have been started again after that'))).toHaveLength(1);
    await eventually(() => expect(window.rowText(id)).toBeUndefined());
  });
});

describe('a destruction of an instance with results of a run', () => {
  const run = {
    ...{ id: 'run-00001', name: 'train', instanceName: 'seven', run: 'sh train.sh', setup: '' },
    ...{ folder: '/f', workdir: 'f', results: '/f/results', limitHours: 10, createdAt: 0 },
    ...{ then: 'keep', phase: 'ended' },
  };

  it.each([
    ['stops it while they are there alone', { fetch: ['outputs'] }, true],
    ['is carried out once they are fetched', { fetch: ['outputs'], fetchedAt: 1 }, false],
    ['is carried out where none were wanted', { fetch: [] }, false],
  ])('%s', async (_, results, isKept) => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    window.runs = [runSchema.parse({ ...run, ...results, instanceId: id })];
    await window.schedule(id, span(hour), 'destroy');
    await window.list();
    world.time += 56 * minute;
    await window.list();
    world.time += 5 * minute;
    await window.list();
    const warning = isKept
      ? /will only be stopped in .* because results of a run may be on it alone\. If they are fetched by then/
      : /will be destroyed in .* All data on its disk will be lost/;
    expect(said()[0]).toMatch(warning);
    expect((await listed()).includes(id)).toBe(isKept);
    if (isKept) expect(await isStopped(id)).toBe(true);
    const why = 'It wasn’t destroyed as scheduled, because results of a run may be on it alone.';
    expect(said().some((text) => text.includes(why))).toBe(isKept);
  });

  it.each([
    [
      'was stopped before',
      false,
      0,
      /was already stopped\. Nothing is scheduled for it any more\. It wasn’t/,
    ],
    ['has stopped itself for it', true, 55 * minute, /was stopped as scheduled\..* It wasn’t/],
  ])('says that it isn’t destroyed if it %s', async (_, isOnMachine, after, text) => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    window.runs = [runSchema.parse({ ...run, fetch: ['outputs'], instanceId: id })];
    window.isOnMachine = isOnMachine;
    await window.schedule(id, span(hour), 'destroy');
    world.time += after;
    await window.list();
    await world.account.client.instances.setState(id, 'stopped');
    for (const passed of [56 * minute - after, 4 * minute, 5 * minute]) {
      world.time += passed;
      await window.list();
    }
    expect(said().some((line) => line.includes('will only be stopped'))).toBe(isOnMachine);
    expect(await listed()).toEqual([id]);
    expect(said().at(-1)).toMatch(text);
    expect(screen.shown.at(-1)?.buttons).toContain('Destroy…');
    expect(window.rowText(id)).toBeUndefined();
  });
});
