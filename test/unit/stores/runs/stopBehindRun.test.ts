import { describe, expect, it, vi } from 'vitest';
import { minute } from '../../../../src/clock';
import type { Run } from '../../../../src/domain/runs/run';
import type { RunReport } from '../../../../src/domain/runs/runReport';
import { going, machine, over, silence } from './support/machine';
import { account, agreedEnd, openWindow, run, start, useMachine } from './support/runWindow';

vi.mock('../../../../src/ssh/runs/lookAtRuns', async () => (await import('./support/machine')).looking);
vi.mock('../../../../src/ssh/runs/runs', async () => (await import('./support/machine')).telling);
vi.mock('../../../../src/stores/runs/fetchResults', async () => (await import('./support/machine')).fetching);
useMachine();

describe('the stop that stands behind a machine that ends itself', () => {
  it('comes nearer when the run is over, and stays until the machine is seen stopped', async () => {
    machine.sights.set(run.id, over);
    const { keeper, clock, service, told, scheduled } = await openWindow(run);
    await keeper.look();
    const soon = start + 40 * minute;
    await expect.poll(scheduled).toBe(soon);
    clock.time += 2 * minute;
    await keeper.look();
    expect(scheduled()).toBe(soon);
    expect(told).toEqual(['ended run-00001']);
    service.status = 'stopped';
    await keeper.look();
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
    expect(clock.waiting).toEqual([]);
  });

  it('is removed once the machine is seen stopped, also when results arrived during a look', async () => {
    machine.sights.set(run.id, over);
    const { keeper, clock, service, stops, scheduled } = await openWindow(run);
    const change = stops.change.bind(stops);
    vi.spyOn(stops, 'change').mockImplementation(async (...call) => {
      const isChanged = await change(...call);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return isChanged;
    });
    await keeper.look();
    await expect.poll(scheduled).toBe(start + 40 * minute);
    clock.time += 2 * minute;
    await keeper.look();
    service.status = 'stopped';
    await keeper.look();
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
  });

  it('leaves time for the results while they aren’t here', async () => {
    machine.sights.set(run.id, over);
    machine.isWhole = false;
    const { keeper, clock, told, scheduled } = await openWindow(run);
    await keeper.look();
    expect(scheduled()).toBe(start + 70 * minute);
    await expect.poll(() => told).toHaveLength(1);
    machine.isWhole = true;
    clock.time += minute;
    await keeper.look();
    await expect.poll(scheduled).toBe(start + 41 * minute);
    keeper.dispose();
  });

  it('stays when nothing on the machine knows of the run any more', async () => {
    machine.sights.set(run.id, { phase: 'lost', ...silence } satisfies RunReport);
    machine.isWhole = false;
    const { keeper, scheduled } = await openWindow(run);
    await keeper.look();
    expect(scheduled()).toBe(start + 70 * minute);
    keeper.dispose();
  });

  it('is never later than what was agreed', async () => {
    machine.sights.set(run.id, over);
    const { keeper, clock, scheduled } = await openWindow(run);
    clock.time = agreedEnd - minute;
    await keeper.look();
    expect(scheduled()).toBe(agreedEnd);
    keeper.dispose();
  });

  it.each([
    ['goes on', over],
    ['of an instance that was kept goes on', { ...over, end: 'kept' } as const],
  ])('%s to the latest end of the other runs on the instance', async (_, sight) => {
    machine.sights.set(run.id, sight);
    const other: Run = { ...run, id: 'run-00002', stopAt: agreedEnd + 60 * minute };
    machine.sights.set(other.id, going);
    const { keeper, scheduled } = await openWindow(run, other);
    await keeper.look();
    expect(scheduled()).toBe(other.stopAt);
    machine.sights.set(other.id, over);
    await keeper.look();
    await expect.poll(scheduled).toBe(start + 40 * minute);
    keeper.dispose();
  });

  it('ends when another run is to keep the instance', async () => {
    machine.sights.set(run.id, over);
    const { stopAt: _, ...other } = { ...run, id: 'run-00002', then: 'keep' as const };
    machine.sights.set(other.id, going);
    const { keeper, scheduled } = await openWindow(run, other);
    await keeper.look();
    expect(scheduled()).toBeUndefined();
    keeper.dispose();
  });

  it('stays as the person has changed it', async () => {
    machine.sights.set(run.id, over);
    const { keeper, stops, scheduled } = await openWindow(run);
    const when = { kind: 'at', at: agreedEnd + 5 * minute } as const;
    await stops.schedule(account, 7, { action: 'stop', when });
    await keeper.look();
    expect(scheduled()).toBe(when.at);
    keeper.dispose();
  });
});
