import { expect, it } from 'vitest';
import { type Run, runSchema } from '../../../../src/domain/runs/run';
import { silent } from '../../../../src/log/log';
import { endInstance } from '../../../../src/stores/runs/endInstance';
import type { RunKeeperStores } from '../../../../src/stores/runs/stoppedRuns';

const run: Run = runSchema.parse({
  ...{ id: 'run-00001', name: 'train', instanceId: 7, instanceName: 'seven', run: 'x', setup: '' },
  ...{ folder: '/f', workdir: 'f', fetch: ['outputs'], results: '/f/r', then: 'destroy', limitHours: 1 },
  ...{ createdAt: 0, phase: 'ended', fetchedAt: 1 },
});

async function endOf(
  ended: Run,
  results: Parameters<typeof endInstance>[3],
  ...known: Run[]
): Promise<string[]> {
  const sent: string[] = [];
  const client = {
    instances: {
      destroy: (id: number) => Promise.resolve(void sent.push(`destroy ${id}`)),
      setState: (id: number, state: string) => Promise.resolve(void sent.push(`${state} ${id}`)),
    },
  };
  const stores = {
    ...{ accounts: { active: { id: 'a-1' }, client }, log: silent },
    ...{ instances: { burst: () => undefined }, runs: { known: () => [ended, ...known] } },
  } as unknown as RunKeeperStores;
  await endInstance(stores, 'a-1', ended, results);
  return sent;
}

it('destroys an instance only once the results of all its runs are here', async () => {
  const isHere = { isFetched: true, holdsMore: false };
  const { fetchedAt: _, ...unfetched } = { ...run, id: 'run-00002' };
  expect(await endOf(run, isHere)).toEqual(['destroy 7']);
  expect(await endOf(run, { isFetched: false })).toEqual(['stopped 7']);
  expect(await endOf(run, isHere, unfetched)).toEqual(['stopped 7']);
  expect(await endOf(run, isHere, { ...unfetched, instanceId: 8 }, { ...unfetched, fetch: [] })).toEqual([
    'destroy 7',
  ]);
  // Those of a run that was removed from the list.
  expect(await endOf(run, { isFetched: true, holdsMore: true })).toEqual(['stopped 7']);
});
