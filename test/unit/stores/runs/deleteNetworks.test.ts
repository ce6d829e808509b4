import { expect, it } from 'vitest';
import type { Overlay } from '../../../../src/api/endpoints/overlays';
import type { Run } from '../../../../src/domain/runs/run';
import { silent } from '../../../../src/log/log';
import { deleteNetworks } from '../../../../src/stores/runs/deleteNetworks';

const run = (changes: Partial<Run>): Run =>
  ({
    ...{ id: 'run-of-first', instanceId: 1, phase: 'ended', then: 'destroy', fetch: ['out/'], fetchedAt: 1 },
    ...{ network: 'net', ...changes },
  }) as Run;
const other = run({ id: 'run-of-other', instanceId: 2, serves: 'run-of-first', network: undefined });

/** The networks that are deleted, and whether the run still has one. */
async function deletedFor(runs: Run[], there: number[], inNetwork: number[] | null = []) {
  const deleted: string[] = [];
  let known = runs;
  const overlays = {
    list: async (): Promise<Overlay[]> => [{ overlay_id: 1, name: 'net', instances: inNetwork ?? undefined }],
    delete: async (name: string) => void deleted.push(name),
  };
  const stores = {
    runs: {
      known: () => known,
      edit: async (_: string, id: string, edit: (one: Run) => Run) => {
        known = known.map((one) => (one.id === id ? edit(one) : one));
        return true;
      },
    },
    accounts: { active: { id: 'a' }, client: { overlays } },
    instances: { get: (id: number) => (there.includes(id) ? {} : undefined) },
    log: silent,
  };
  await deleteNetworks(stores as unknown as Parameters<typeof deleteNetworks>[0], 'a');
  return { deleted, network: known[0]?.network };
}

it('deletes the network of a run once all its instances are destroyed', async () => {
  expect(await deletedFor([run({}), other], [])).toEqual({ deleted: ['net'], network: undefined });
});

it.each([
  ['an instance is still there', [run({}), other], [2], []],
  ['the service says that one is in it', [run({}), other], [], [2]],
  ['the service doesn’t say what is in it', [run({}), other], [], null],
  ['it is to be stopped', [run({ then: 'stop' }), other], [], []],
  ['it goes on', [run({ phase: 'running' }), other], [], []],
  ['its results aren’t here', [run({ fetchedAt: undefined }), other], [], []],
])('deletes none where %s', async (_, runs, there, inNetwork) => {
  expect((await deletedFor(runs, there, inNetwork)).deleted).toEqual([]);
});
