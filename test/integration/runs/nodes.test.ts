import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Offer } from '../../../src/api/schemas/offers/offer';
import type { RunState } from '../../../src/domain/runs/run';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn, until } from '../support/inHost';

const cluster = 4711;

/** Puts two offers alike, of different machines, in a cluster of their own. */
async function makeCluster(): Promise<Offer[]> {
  const filters = { verified: { eq: true }, direct_port_count: { gte: 4 }, num_gpus: { lte: 2 } };
  const found = await call<Offer[]>('searchOffers', { query: { filters, type: 'on-demand', limit: 200 } });
  const groups = Map.groupBy(found, ({ gpu_name, num_gpus }) => `${gpu_name} ${num_gpus}`);
  const pair = [...groups.values()]
    .map((group) => [...new Map(group.map((one) => [one.machine_id, one])).values()])
    .find((group) => group.length >= 2);
  const two = pair?.slice(0, 2) ?? [];
  equal(two.length, 2);
  for (const { id } of two) await sandbox.setCluster(id, cluster);
  return two;
}

describe('one run on several machines', () => {
  let folder = '';
  let offers: Offer[] = [];

  before(async () => {
    await signIn();
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-nodes-'));
    await writeFile(
      join(folder, 'train.sh'),
      'mkdir -p outputs; echo "rank $SKYPILOT_NODE_RANK of $SKYPILOT_NUM_NODES" | tee outputs/said; echo "$SKYPILOT_NODE_IPS" | wc -l\n',
    );
    offers = await makeCluster();
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await destroyAll();
  });

  const given = () => ({
    folder,
    task: {
      name: 'together',
      run: 'sh train.sh',
      num_nodes: 2,
      resources: { accelerators: `${offers[0]?.gpu_name}:${offers[0]?.num_gpus}` },
    },
    fetch: ['outputs/'],
    then: 'destroy',
  });
  const rentals = async () =>
    (await sandbox.requests()).filter(({ method, path }) => method === 'PUT' && path.includes('/asks/'))
      .length;
  /** Lets rented instances boot. */
  const advancing = async <T>(what: Promise<T>): Promise<T> => {
    let isOver = false;
    const ended = what.finally(() => (isOver = true));
    ended.catch(() => undefined);
    while (!isOver) {
      await sandbox.advance(20);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return ended;
  };

  it('says in one question what all of them cost, and rents nothing if the answer is no', async () => {
    const person = new Person();
    try {
      equal(await call('runOnGpu', given()), undefined);
      const asked = person.dialogs.at(-1);
      equal(asked?.message, 'Rent 2 instances to run together?');
      match(asked?.detail ?? '', /Rents in one network: .*\/h\), .*\/h\)/);
      match(asked?.detail ?? '', /it ends after .* so it costs \$[\d.]+ at most/);
      match(asked?.detail ?? '', /Fetches outputs\/ from each instance when it ends/);
    } finally {
      await person.leave();
    }
    deepEqual([await sandbox.instanceIds(), await sandbox.overlays()], [[], []]);
  });

  it('rents them into one network, runs the command on each, fetches the results, and leaves nothing', async () => {
    const starting = agreed<{ runId: string; instanceIds: number[] }>('runOnGpu', given());
    const { runId, instanceIds } = await advancing(starting);
    equal(instanceIds.length, 2);
    const [network = ''] = await sandbox.overlays();
    for (const id of instanceIds) equal((await sandbox.launch(id)).env[`-n ${network}`], '1');
    await until(
      async () => (await call<RunState>('followRun', { runId })).fetchedAt !== undefined,
      'the results',
    );
    const { exitCode } = await call<RunState>('followRun', { runId });
    equal(exitCode, 0);
    equal(await readFile(join(folder, 'results', runId, 'outputs/said'), 'utf8'), 'rank 0 of 2\n');
    const ofOther = join(folder, 'results', runId, 'node-1/outputs/said');
    await until(async () => {
      await call('followRun', { runId });
      return existsSync(ofOther);
    }, 'the results of the other one');
    equal(await readFile(ofOther, 'utf8'), 'rank 1 of 2\n');
    await until(async () => {
      await sandbox.advance(5);
      await call('followRun', { runId });
      return (await sandbox.instanceIds()).length === 0;
    }, 'both instances are destroyed');
    await until(async () => {
      await call('refreshInstances');
      await call('followRun', { runId });
      return (await sandbox.overlays()).length === 0;
    }, 'the network is deleted');
  });

  it('gives back what it has rented where one more can’t be rented', async () => {
    const [, dearer] = [...offers].sort((one, other) => (one.dph_total ?? 0) - (other.dph_total ?? 0));
    const before = await rentals();
    await sandbox.failNext({ method: 'PUT', path: `/api/v0/asks/${dearer?.id}/`, status: 400 });
    await rejects(advancing(agreed('runOnGpu', given())));
    equal((await rentals()) - before, 2);
    deepEqual([await sandbox.instanceIds(), await sandbox.overlays()], [[], []]);
  });

  it('deletes the network of a run that was to be stopped only after its own question', async () => {
    const starting = agreed<{ runId: string; instanceIds: number[] }>('runOnGpu', {
      ...given(),
      then: 'stop',
    });
    const { runId } = await advancing(starting);
    await rejects(agreed('deleteNetwork', { runId }), /hasn’t ended yet/);
    await until(
      async () => (await call<RunState>('followRun', { runId })).fetchedAt !== undefined,
      'the results',
    );
    const person = new Person();
    try {
      equal(await call('deleteNetwork', { runId }), undefined);
      const asked = person.dialogs.at(-1);
      equal(asked?.message, 'Delete the network of together?');
      match(asked?.detail ?? '', /This destroys its instances with their disks: together-1.*together-2/);
    } finally {
      await person.leave();
    }
    equal((await sandbox.instanceIds()).length, 2);
    await agreed('deleteNetwork', { runId });
    deepEqual([await sandbox.instanceIds(), await sandbox.overlays()], [[], []]);
  });

  it('runs on instances that are there', async () => {
    const instanceIds = [await rentRunning({ label: 'one' }), await rentRunning({ label: 'two' })];
    const { runId } = await agreed<{ runId: string }>('runOnGpu', { ...given(), instanceIds, then: 'keep' });
    await until(
      async () => (await call<RunState>('followRun', { runId })).fetchedAt !== undefined,
      'the results',
    );
    equal((await sandbox.instanceIds()).length, 2);
    await rejects(agreed('deleteNetwork', { runId }), /has no network of its own/);
  });
});
