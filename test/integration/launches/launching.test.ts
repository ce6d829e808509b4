import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import type { Offer } from '../../../src/api/schemas/offers/offer';
import { type RunCommand, UriHandler } from '../../../src/commands/uriHandler';
import type { Question } from '../../../src/ask/dialogs';
import { agreed, call, destroyAll, sandbox, signIn, someOffer } from '../support/inHost';

describe('launching', () => {
  before(signIn);
  beforeEach(async () => {
    await sandbox.clearFailures();
    await sandbox.clearRequests();
  });
  after(destroyAll);

  it('rents several, replaces one that is gone, and tells of each', async () => {
    const query = {
      filters: { num_gpus: { eq: 8 } },
      order: [['dph_total', 'desc']],
      type: 'on-demand',
      limit: 40,
    };
    const [first, second] = await call<Offer[]>('searchOffers', { query });
    await sandbox.failNext({ method: 'PUT', path: `/asks/${first!.id}/`, status: 404, body: gone });
    const result = await agreed<Several>('rentOffers', {
      query,
      count: 2,
      request: { image: 'debian:12', disk: 10, label: 'worker' },
    });
    deepEqual(
      result.failed.map(({ offerId }) => offerId),
      [first!.id],
    );
    match(result.failed[0]!.message, /no longer available/);
    equal(result.rented.length, 2);
    ok(result.rented.some(({ offerId }) => offerId === second!.id));
    deepEqual(result.notTried, []);
    const labels = await Promise.all(
      result.rented.map(async ({ instanceId }) => (await sandbox.launch(instanceId)).label),
    );
    deepEqual(labels.sort(), ['worker-1', 'worker-2']);
  });

  it('rents nothing at all when the request fits no offer, or is none', async () => {
    const query = { filters: { num_gpus: { eq: 8 } }, limit: 5 };
    const wanted = { query, count: 2 };
    await rejects(agreed('rentOffers', { ...wanted, request: { disk: 10 } }), /image/);
    await rejects(agreed('rentOffers', { ...wanted, count: 0, request: { image: 'a' } }), /count/);
    equal((await puts()).length, 0);
  });

  it('creates a volume with an instance, and checks where it is mounted', async () => {
    const offer = await someOffer();
    const volumeOffer = (await sandbox.volumeOffers()).find((one) => one.machineId === offer.machine_id);
    const volume_info = { create_new: true, volume_id: volumeOffer!.id, size: 5, mount_path: '/data' };
    const request = { image: 'debian:12', disk: 10, volume_info };
    const wrong: [object, RegExp][] = [
      [{ ...volume_info, mount_path: 'data' }, /volume_info\.mount_path/],
      [{ ...volume_info, mount_path: '/' }, /volume_info\.mount_path/],
      [{ ...volume_info, size: 0 }, /volume_info\.size/],
      [{ mount_path: '/data' }, /volume_info\.volume_id/],
    ];
    for (const [info, place] of wrong) {
      const refused = { ...request, volume_info: info };
      await rejects(agreed('rentOffer', { offerId: offer.id, request: refused }), place);
    }
    equal((await puts()).length, 0);
    const { instanceId } = await agreed<{ instanceId: number }>('rentOffer', {
      offerId: offer.id,
      request,
    });
    deepEqual((await sandbox.launch(instanceId)).volume, {
      createNew: true,
      volumeId: volumeOffer!.id,
      size: 5,
      mountPath: '/data',
    });
  });

  it('names the part of the environment that is wrong', async () => {
    const offer = await someOffer();
    for (const env of [{ 'A B': '1' }, { '-p 0:80': '1' }, { '-p 80:80': '2' }, { '-v /:/': '1' }]) {
      const request = { image: 'debian:12', env };
      await rejects(agreed('rentOffer', { offerId: offer.id, request }), /env: /);
    }
    equal((await puts()).length, 0);
  });

  it('imports a launch and exports it again, without secrets and without a way to rent by itself', async () => {
    const file = {
      name: 'shared',
      launch: { image: 'debian:12', disk: 11, env: { TOKEN: { secret: 'TOKEN' } } },
      offers: { filters: { gpu_name: { eq: 'RTX 4090' } } },
    };
    deepEqual(await agreed('importLaunch', { json: JSON.stringify(file) }), { name: 'shared' });
    const { json } = await call<{ json: string }>('exportLaunch', { name: 'shared' });
    // No $schema: it would keep an editor from the one that goes by the file's name.
    deepEqual(JSON.parse(json), file);
    await rejects(agreed('importLaunch', { json: '{' }), /JSON/);
    await rejects(agreed('importLaunch', { json: JSON.stringify({ ...file, offerId: 1 }) }), /offerId/);
    await rejects(call('exportLaunch', { name: 'nobody' }), /No launch is named nobody/);
    await rejects(call('rentSavedLaunch', { name: 'nobody' }), /No launch is named nobody/);
  });

  it('exports a launch for SkyPilot and dstack, and imports it from there as the same', async () => {
    const file = {
      name: 'elsewhere',
      launch: {
        image: 'debian:12',
        disk: 11,
        onstart: 'echo ready',
        env: { MODE: 'yes', TOKEN: { secret: 'TOKEN' }, '-p 8000:8000': '1' },
      },
      offers: {
        filters: {
          gpu_name: { in: ['RTX 4090'] },
          num_gpus: { eq: 2 },
          disk_space: { gte: 11 },
          rentable: { eq: true },
          rented: { eq: false },
          external: { eq: false },
        },
        type: 'on-demand',
      },
    };
    await agreed('importLaunch', { json: JSON.stringify(file) });
    for (const format of ['skypilot', 'dstack']) {
      const { yaml } = await call<{ yaml: string }>('exportLaunch', { name: 'elsewhere', format });
      const renamed = yaml.replace(/^name: elsewhere$/m, `name: from-${format}`);
      deepEqual(await agreed('importLaunch', { yaml: renamed }), { name: `from-${format}` });
      const { json } = await call<{ json: string }>('exportLaunch', { name: `from-${format}` });
      deepEqual(JSON.parse(json), { ...file, name: `from-${format}` });
    }
    await rejects(agreed('importLaunch', { yaml: 'run: x\n' }), /Line 1: run belongs to a run/);
    await rejects(call('exportLaunch', { name: 'elsewhere', format: 'slurm' }), /format/);
  });

  async function puts() {
    return (await sandbox.requests()).filter(
      ({ method, path }) => method === 'PUT' && path.includes('/asks/'),
    );
  }
});

describe('links from outside', () => {
  const asked: Question[] = [];
  const ran: Parameters<RunCommand>[] = [];
  let answer = false;
  const handler = new UriHandler(
    {
      confirm: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    },
    (...call) => {
      ran.push(call);
      return Promise.resolve();
    },
  );
  beforeEach(() => {
    asked.length = 0;
    ran.length = 0;
    answer = false;
  });

  it('only ever open a dialog', async () => {
    await handler.handleUri({ path: '/connect', query: 'instance=17' });
    await handler.handleUri({ path: '/rent', query: 'template=ab12' });
    equal(asked.length, 2);
    match(asked[0]!.message, /17/);
    match(asked[1]!.message, /ab12/);
    deepEqual(ran, []);
  });

  it('go on as a person’s own call once they agreed', async () => {
    answer = true;
    await handler.handleUri({ path: '/connect', query: 'instance=17' });
    await handler.handleUri({ path: '/rent', query: 'template=ab12' });
    deepEqual(
      ran.map(([name]) => name),
      ['connect', 'rentFromTemplate'],
    );
    // A plain object would pass for a program's call, which asks for nothing.
    ok(ran.every(([, argument]) => Object.getPrototypeOf(argument) !== Object.prototype));
  });

  for (const [path, query] of [
    ['/connect', 'instance=-1'],
    ['/connect', 'instance=1;2'],
    ['/connect', ''],
    ['/rent', 'template=../x'],
    ['/rent', `template=${'a'.repeat(200)}`],
    ['/destroy', 'instance=17'],
  ] as const) {
    it(`are not followed when they make no sense: ${path}?${query.slice(0, 20)}`, async () => {
      answer = true;
      // The message that says so is answered by nobody here.
      void handler.handleUri({ path, query });
      await Promise.resolve();
      deepEqual([asked, ran], [[], []]);
    });
  }
});

const gone = { success: false, error: 'invalid_args', msg: 'error 404/3603: no_such_ask' };

interface Several {
  rented: { offerId: number; instanceId: number }[];
  failed: { offerId: number; message: string }[];
  notTried: { offerId: number }[];
}
