import { describe, expect, it, vi } from 'vitest';
import { minute } from '../../../../src/clock';
import { dollarsOf } from '../../../../src/domain/runs/runCost';
import type { Run } from '../../../../src/domain/runs/run';
import { going, machine, over } from './support/machine';
import { account, openWindow, run, start, useMachine } from './support/runWindow';

vi.mock('../../../../src/ssh/runs/lookAtRuns', async () => (await import('./support/machine')).looking);
vi.mock('../../../../src/ssh/runs/runs', async () => (await import('./support/machine')).telling);
vi.mock('../../../../src/stores/runs/fetchResults', async () => (await import('./support/machine')).fetching);
useMachine();

describe('a machine that was stopped before its run was seen to end', () => {
  it('has its run’s end told later, and no cost of it grows meanwhile', async () => {
    machine.sights.set(run.id, going);
    const { keeper, runs, clock, service, told } = await openWindow(run);
    await keeper.look();
    service.status = 'stopped';
    await keeper.look();
    const stopped = runs.get(account, run.id);
    expect(stopped).toMatchObject({ phase: 'running', stoppedAt: clock.time });
    expect(dollarsOf(stopped!, clock.time + 60 * minute)).toBe(0.25);
    service.status = 'running';
    machine.sights.set(run.id, over);
    await keeper.look();
    await expect.poll(() => told).toEqual(['ended run-00001']);
    expect(runs.get(account, run.id)).toMatchObject({ phase: 'ended', code: 0 });
    expect(runs.get(account, run.id)?.stoppedAt).toBeUndefined();
    keeper.dispose();
  });

  it('tells of an end that it has seen, although the machine stopped at once', async () => {
    machine.sights.set(run.id, over);
    const { keeper, service, told, scheduled } = await openWindow({
      ...run,
      phase: 'ended',
      fetchedAt: start,
    });
    service.status = 'stopped';
    await keeper.look();
    expect(told).toEqual(['ended run-00001']);
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
  });

  it('isn’t gone before the service says so, and its run is then lost', async () => {
    const { keeper, runs, service, told } = await openWindow(run);
    Object.assign(service, { status: 'gone', isRefusing: true });
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('running');
    service.isRefusing = false;
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('lost');
    expect(told).toEqual(['ended run-00001, gone']);
    keeper.dispose();
  });

  it('isn’t looked at for good where it only waited for jobs, and is gone between two looks', async () => {
    const { keeper, runs, service, told } = await openWindow({ ...run, serves: 'run-00000', toldAt: 1 });
    Object.assign(service, { status: 'gone' });
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('lost');
    expect(told).toEqual([]);
    keeper.dispose();
  });
});

it('is over at once where its instance was recreated and stopped, and nothing is read from the new disk', async () => {
  const { keeper, runs, clock, service, sent, told, scheduled } = await openWindow({
    ...run,
    then: 'destroy',
    recreatedAt: start,
  });
  service.status = 'stopped';
  await keeper.look();
  await keeper.look();
  expect(runs.get(account, run.id)).toMatchObject({ phase: 'lost', stoppedAt: clock.time });
  expect([sent, told, scheduled()]).toEqual([[], ['ended run-00001'], undefined]);
  keeper.dispose();
});

describe('a run whose machine stopped itself while VS Code was closed', () => {
  const unseen: Run = { ...run, then: 'destroy' };
  const endedAt = start + 20 * minute;
  const state = `phase=ended\nbegan=${start / 1000}\nsetup=0\ncode=0\nwhy=exit\nended=${endedAt / 1000}\n`;
  const stopped = async (...known: Run[]) => {
    const window = await openWindow(...(known.length > 0 ? known : [unseen]));
    window.service.status = 'stopped';
    window.disk.state = state;
    return window;
  };

  it('is fetched from its disk, told of, and destroyed as agreed, without a start', async () => {
    const { keeper, runs, sent, told } = await stopped();
    await keeper.look();
    expect(runs.get(account, run.id)).toMatchObject({ phase: 'ended', code: 0, endedAt });
    expect(runs.get(account, run.id)?.fetchedAt).toBeDefined();
    expect([sent, told]).toEqual([['destroy'], ['ended run-00001']]);
    keeper.dispose();
  });

  it('keeps its instance after the agreed time, although its results are here, and says so once', async () => {
    const { keeper, runs, clock, sent, told } = await stopped();
    clock.time = endedAt + 25 * 60 * minute;
    await keeper.look();
    expect(runs.get(account, run.id)?.fetchedAt).toBeDefined();
    await keeper.look();
    expect([sent, told]).toEqual([[], ['ended run-00001', 'kept run-00001: old']]);
    keeper.dispose();
  });

  it('isn’t destroyed while a result is missing, and is looked at three times at most', async () => {
    machine.isWhole = false;
    const { keeper, clock, sent, told, disk } = await stopped();
    for (let look = 0; look < 8; look++) {
      await keeper.look();
      clock.time += 60 * minute;
    }
    expect([sent, told, disk.opened]).toEqual([[], ['ended run-00001', 'kept run-00001: run-00001'], 3]);
    keeper.dispose();
  });

  it('isn’t destroyed where another run on it lacks its results', async () => {
    const lacking: Run = { ...unseen, id: 'run-00000', phase: 'lost' };
    const known: Run = { ...unseen, phase: 'ended', endedAt, fetchedAt: endedAt };
    const { keeper, sent, told } = await stopped(lacking, known);
    machine.isWhole = false;
    await keeper.look();
    expect(sent).toEqual([]);
    expect(told).toContain('kept run-00001: run-00000');
    keeper.dispose();
  });

  it('isn’t destroyed where its results were here before, since the machine may hold those of a removed run', async () => {
    const { keeper, sent, told } = await stopped({ ...unseen, phase: 'ended', endedAt, fetchedAt: endedAt });
    await keeper.look();
    expect([sent, told]).toEqual([[], ['ended run-00001', 'kept run-00001: more']]);
    keeper.dispose();
  });

  it('isn’t destroyed where its disk has results of a run that isn’t known here', async () => {
    const { keeper, sent, told, disk } = await stopped();
    disk.others = ['run-09999/state', 'run-08888/state', 'run-08888/fetched'];
    await keeper.look();
    expect([sent, told]).toEqual([[], ['ended run-00001', 'kept run-00001: more']]);
    keeper.dispose();
  });

  it('isn’t destroyed where only results of an earlier run were missing', async () => {
    const known: Run = { ...unseen, phase: 'ended', endedAt, fetchedAt: endedAt };
    const { keeper, runs, sent, told, disk } = await stopped(
      { ...known, fetchedAt: undefined, id: 'run-00000' },
      known,
    );
    disk.others = ['run-00000/state', 'run-00001/state'];
    await keeper.look();
    expect(runs.get(account, 'run-00000')?.fetchedAt).toBeDefined();
    expect(sent).toEqual([]);
    expect(told).toContain('kept run-00001: more');
    keeper.dispose();
  });

  it('isn’t destroyed if somebody has started it since the last list', async () => {
    const { keeper, service, sent } = await stopped();
    service.isStoppedStill = false;
    await keeper.look();
    expect(sent).toEqual([]);
    keeper.dispose();
  });

  it('stays as it is where its disk can’t be read, and the person is told what is kept', async () => {
    const { keeper, runs, sent, told, disk } = await stopped({ ...unseen, phase: 'ended', endedAt });
    disk.isThere = false;
    await keeper.look();
    expect([sent, told]).toEqual([[], ['ended run-00001', 'kept run-00001: run-00001']]);
    expect(runs.get(account, run.id)?.fetchedAt).toBeUndefined();
    keeper.dispose();
  });
});
