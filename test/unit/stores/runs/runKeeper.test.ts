import { describe, expect, it, vi } from 'vitest';
import { minute } from '../../../../src/clock';
import type { Run } from '../../../../src/domain/runs/run';
import type { RunReport } from '../../../../src/domain/runs/runReport';
import { going, machine, over } from './support/machine';
import { account, agreedEnd, free, openWindow, run, start, useMachine } from './support/runWindow';

vi.mock('../../../../src/ssh/runs/lookAtRuns', async () => (await import('./support/machine')).looking);
vi.mock('../../../../src/ssh/runs/runs', async () => (await import('./support/machine')).telling);
vi.mock('../../../../src/stores/runs/fetchResults', async () => (await import('./support/machine')).fetching);
useMachine();

describe('a machine without a key', () => {
  it('is stopped by the window, which tries again until it is seen stopped', async () => {
    machine.sights.set(run.id, { ...over, end: 'nokey' });
    const { keeper, service, sent, told } = await openWindow(run);
    service.isRefusing = true;
    await keeper.look();
    await expect.poll(() => sent).toEqual(['stop']);
    service.isRefusing = false;
    await keeper.look();
    service.status = 'stopped';
    await keeper.look();
    await keeper.look();
    expect(sent).toEqual(['stop', 'stop']);
    expect(told).toEqual(['ended run-00001']);
    keeper.dispose();
  });

  it('isn’t stopped before its results are here, or were fetched three times in vain', async () => {
    machine.sights.set(run.id, { ...over, end: 'nokey' });
    machine.isWhole = false;
    const { keeper, clock, sent, told } = await openWindow(run);
    await keeper.look();
    await expect.poll(() => told).toHaveLength(1);
    clock.time += 29_000;
    await keeper.look();
    expect([machine.fetches, sent]).toEqual([1, []]);
    await expect
      .poll(async () => {
        clock.time += minute;
        await keeper.look();
        return sent[0];
      })
      .toBe('stop');
    expect(machine.fetches).toBeGreaterThanOrEqual(3);
    expect(machine.words[0]).toBe('unfetched');
    keeper.dispose();
  });
});

it('keeps an instance with results of a run that isn’t known here, and says so at once', async () => {
  machine.sights.set(run.id, { ...over, end: 'nokey', holdsMore: true });
  const { keeper, sent, told } = await openWindow({ ...run, then: 'destroy', fetchedAt: start });
  await keeper.look();
  await expect.poll(() => sent).toEqual(['stop']);
  expect(told).toEqual(['ended run-00001, holds more']);
  keeper.dispose();
});

it('leaves an instance alone that its machine has kept for a later run', async () => {
  machine.sights.set(run.id, { ...over, end: 'kept' });
  const { keeper, sent, told, scheduled } = await openWindow({ ...run, fetchedAt: start });
  await keeper.look();
  expect([sent, told, scheduled()]).toEqual([[], ['ended run-00001'], undefined]);
  keeper.dispose();
});

it('keeps when it has seen a machine last', async () => {
  machine.sights.set(run.id, going);
  const { keeper, clock } = await openWindow(run);
  await keeper.look();
  const seenAt = clock.time;
  machine.isSilent = true;
  clock.time += 10_000;
  const looking = keeper.look();
  await expect.poll(() => machine.looks).toBeGreaterThan(1);
  keeper.dispose();
  await looking;
  expect(keeper.sights.get(run.instanceId)).toEqual({ at: seenAt, gpus: [] });
});

describe('an instance that was started again since its run ended', () => {
  const endedAt = start + 5 * minute;
  const since = (endedAt + 11 * minute) / 1000;
  const ended: Run = { ...run, phase: 'ended', endedAt, fetchedAt: endedAt };

  it('isn’t ended by the window, and the person is told that it goes on', async () => {
    machine.sights.set(run.id, { ...over, end: 'nokey', endedAt });
    const { keeper, service, sent, told, scheduled } = await openWindow({ ...ended, then: 'destroy' });
    service.since = since;
    await keeper.look();
    expect([sent, told]).toEqual([[], ['ended run-00001, started again']]);
    expect(scheduled()).toBe(agreedEnd);
    keeper.dispose();
  });

  it('isn’t ended again once it was seen stopped', async () => {
    machine.sights.set(run.id, { ...over, end: 'nokey', endedAt });
    const { keeper, service, sent } = await openWindow(ended);
    service.status = 'stopped';
    await keeper.look();
    service.status = 'running';
    await keeper.look();
    expect(sent).toEqual([]);
    keeper.dispose();
  });

  it('loses the stop behind a machine that has stopped itself', async () => {
    machine.sights.set(run.id, { ...over, end: 'stopped', endedAt });
    const { keeper, service, sent, scheduled } = await openWindow(ended);
    service.since = since;
    await keeper.look();
    expect([sent, scheduled()]).toEqual([[], undefined]);
    keeper.dispose();
  });
});

it('tells at once of a run whose instance was recreated while it went on, fetches nothing and leaves its stop', async () => {
  machine.sights.set(run.id, { ...going, phase: 'lost' });
  machine.isWhole = false;
  const { keeper, sent, told, scheduled } = await openWindow({ ...run, recreatedAt: start });
  await keeper.look();
  await keeper.look();
  expect([told, machine.fetches, sent]).toEqual([['ended run-00001, started again'], 0, []]);
  expect(scheduled()).toBe(agreedEnd);
  keeper.dispose();
});

it('leaves a machine alone on which another computer’s run is at work', async () => {
  machine.sights.set(run.id, { ...over, end: 'nokey', othersWork: true });
  const { keeper, sent, told, scheduled } = await openWindow({ ...run, fetchedAt: start });
  await keeper.look();
  expect([sent, told, scheduled()]).toEqual([[], ['ended run-00001'], agreedEnd]);
  keeper.dispose();
});

it('doesn’t take what it fetched of a lost run for all of it once that goes on', async () => {
  const lost = { ...going, phase: 'lost' } as const;
  machine.sights.set(run.id, lost);
  let end = (): void => undefined;
  machine.fetching = new Promise((resolve) => (end = resolve));
  const { keeper, runs } = await openWindow(run);
  await keeper.look();
  await expect.poll(() => machine.fetches).toBe(1);
  machine.sights.set(run.id, going);
  await keeper.look();
  expect(runs.get(account, run.id)?.phase).toBe('running');
  end();
  // It looks again once it has noted what was fetched.
  await expect.poll(() => machine.looks).toBe(3);
  expect(runs.get(account, run.id)?.fetchedAt).toBeUndefined();
  expect(machine.words).toEqual([]);
  keeper.dispose();
});

describe('a machine that takes a question and never answers', () => {
  it('doesn’t hold up the next looks for good', async () => {
    machine.sights.set(run.id, over);
    machine.isSilent = true;
    const { keeper, clock, told } = await openWindow(run);
    const looking = keeper.look();
    await expect.poll(() => machine.looks).toBe(1);
    machine.isSilent = false;
    const later = keeper.look();
    const began = clock.time;
    while (machine.looks === 1 && clock.waiting.length > 0) await clock.next();
    await Promise.all([looking, later]);
    expect(clock.time - began).toBeLessThanOrEqual(2 * minute);
    await expect.poll(() => told).toEqual(['ended run-00001']);
    keeper.dispose();
  });
});

describe('a fetch that takes long', () => {
  it('doesn’t keep machines from being looked at, which would end them meanwhile', async () => {
    machine.sights.set(run.id, over);
    let end = (): void => undefined;
    machine.fetching = new Promise((resolve) => (end = resolve));
    const { keeper, runs, told } = await openWindow(run);
    for (let look = 0; look < 3; look++) await keeper.look();
    expect(machine.looks).toBe(3);
    expect([told, machine.words]).toEqual([[], []]);
    end();
    await expect.poll(() => told).toEqual(['ended run-00001']);
    expect(machine.words).toEqual(['fetched']);
    expect(runs.get(account, run.id)?.fetchedAt).toBeDefined();
    keeper.dispose();
  });

  it('runs in one window', async () => {
    machine.sights.set(run.id, over);
    const { keeper, told } = await openWindow(run);
    const elsewhere = vi.spyOn(free, 'tryRun').mockImplementation((work) => work().then(() => true));
    elsewhere.mockImplementationOnce((work) => work().then(() => true)).mockResolvedValueOnce(false);
    await keeper.look();
    expect([told, machine.fetches]).toEqual([[], 0]);
    elsewhere.mockRestore();
    keeper.dispose();
  });
});

describe('a run that is being started', () => {
  const lost: RunReport = { ...going, phase: 'lost' };
  const begun = (clockTime: number): Run => ({ ...run, phase: 'starting', createdAt: clockTime });

  it('isn’t lost when somebody looks before its machine knows of it', async () => {
    machine.sights.set(run.id, lost);
    const { keeper, runs, clock } = await openWindow(begun(start + 29 * minute));
    await keeper.look();
    expect([runs.get(account, run.id)?.phase, machine.fetches]).toEqual(['starting', 0]);
    clock.time += 2 * minute;
    await keeper.look();
    expect(runs.get(account, run.id)?.phase).toBe('lost');
    keeper.dispose();
  });

  it('has its results fetched at its end, also if it was taken for lost and fetched before', async () => {
    machine.sights.set(run.id, going);
    const known: Run = { ...begun(start), phase: 'lost', fetchedAt: start, toldAt: start };
    const { keeper, runs } = await openWindow(known);
    await keeper.look();
    expect(runs.get(account, run.id)).not.toHaveProperty('fetchedAt');
    machine.sights.set(run.id, over);
    await keeper.look();
    await expect.poll(() => machine.fetches).toBe(1);
    keeper.dispose();
  });
});
