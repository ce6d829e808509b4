import { expect, it } from 'vitest';
import { hour } from '../../../../src/clock';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { silent } from '../../../../src/log/log';
import { endInstance } from '../../../../src/stores/runs/endInstance';
import type { RunKeeperStores } from '../../../../src/stores/runs/stoppedRuns';

const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'x', setup: '' },
  ...{ folder: '/f', workdir: 'f', fetch: ['outputs'], results: '/f/r', then: 'destroy', limitHours: 1 },
  ...{ createdAt: 0, phase: 'ended', endedAt: hour, fetchedAt: hour, stopAt: 2 * hour },
});
const seen = { end: 'nokey', holdsMore: false } as const;

async function endOf(
  ended: Run,
  known: Run[] = [],
  { at = 2 * hour, ...facts }: Partial<Parameters<typeof endInstance>[3]> & { at?: number } = {},
): Promise<string[]> {
  const sent: string[] = [];
  const client = {
    instances: {
      destroy: (id: number) => Promise.resolve(void sent.push(`destroy ${id}`)),
      setState: (id: number, state: string) => Promise.resolve(void sent.push(`${state} ${id}`)),
    },
  };
  const stores = {
    ...{ accounts: { active: { id: 'a-1' }, client }, log: silent, clock: { now: () => at } },
    ...{ instances: { burst: () => undefined }, runs: { known: () => [ended, ...known] } },
    destroyWithin: () => 24,
  } as unknown as RunKeeperStores;
  await endInstance(stores, 'a-1', ended, { ...seen, ...facts });
  return sent;
}

const { fetchedAt: _, ...unfetched } = { ...run, id: 'run-00002' };

it('destroys an instance only once the results of all its runs are here', async () => {
  expect(await endOf(run)).toEqual(['destroy 7']);
  expect(await endOf(unfetched)).toEqual(['stopped 7']);
  expect(await endOf(run, [unfetched])).toEqual(['stopped 7']);
  expect(
    await endOf(run, [
      { ...unfetched, instanceId: 8 },
      { ...unfetched, fetch: [] },
    ]),
  ).toEqual(['destroy 7']);
  // Those of a run that was removed from the list.
  expect(await endOf(run, [], { holdsMore: true })).toEqual(['stopped 7']);
});

it('destroys nothing later than was agreed to', async () => {
  expect(await endOf(run, [], { at: 25 * hour })).toEqual(['destroy 7']);
  expect(await endOf(run, [], { at: 26 * hour })).toEqual(['stopped 7']);
  const { endedAt: __, ...whenever } = run;
  expect(await endOf(whenever)).toEqual(['stopped 7']);
});

it('leaves an instance that ends itself, that is to be kept, or that was seen stopped before', async () => {
  expect(await endOf(run, [], { end: 'stopping' })).toEqual([]);
  expect(await endOf({ ...run, then: 'keep' })).toEqual([]);
  const { stopAt: __, ...seenStopped } = run;
  expect(await endOf(seenStopped)).toEqual([]);
});

it('does no more than was agreed to for a later run that ended later', async () => {
  const later: Run = { ...run, id: 'run-00003', createdAt: 1, endedAt: hour };
  expect(await endOf(run, [{ ...later, then: 'stop' }])).toEqual(['stopped 7']);
  expect(await endOf(run, [{ ...later, then: 'keep' }])).toEqual([]);
  expect(await endOf(run, [{ ...later, then: 'keep', endedAt: 1 }])).toEqual(['destroy 7']);
});
