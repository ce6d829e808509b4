import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import type { Volume } from '../../../src/api/schemas/volume';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, sandbox, signIn, someOffer, until } from '../support/inHost';

/** The service wants seconds between two lists of volumes, so one volume goes through all of this. */
describe('volumes', () => {
  let instanceId: number;
  let volume: Volume;

  before(async () => {
    await signIn();
    await call('refreshInstances');
    await sandbox.clearRequests();
    instanceId = await rentWithVolume();
  });
  afterEach(() => sandbox.clearFailures());
  after(destroyAll);

  it('are listed by themselves once an instance is rented with one', async () => {
    const isAsked = async () =>
      (await sandbox.requests()).some(({ method, path }) => method === 'GET' && path.endsWith('/volumes/'));
    await until(isAsked, 'the list of volumes is asked for');
    const listed = await call<Volume[]>('refreshVolumes');
    const own = listed.filter(({ instances }) => instances?.includes(instanceId));
    [volume = { id: 0 }] = own;
    deepEqual(
      own.map(({ instances, size, name }) => ({ instances, size, name })),
      [{ instances: [instanceId], size: 10, name: 'models' }],
    );
    ok((volume.storage_cost ?? 0) > 0);
  });

  it('stay known when the service fails, and the failure is the caller’s', async () => {
    await sandbox.failNext({ method: 'GET', path: '/volumes/', status: 400, count: 9 });
    await rejects(call('refreshVolumes'));
    await rejects(call('deleteVolume', { volumeId: volume.id }), /is attached to/);
  });

  it('are refused in a sentence while they are attached, and nothing is sent', async () => {
    await sandbox.clearRequests();
    await rejects(agreed('deleteVolume', { volumeId: volume.id }), (error: Error) => {
      match(error.message, new RegExp(`is attached to .*\\(${instanceId}\\)\\. Destroy the instance first`));
      return true;
    });
    await rejects(call('deleteVolume', { volumeId: 'one' }), /volumeId/);
    deepEqual(await deletions(), []);
  });

  it('outlive their instance, and ask before they are deleted unless it was agreed to', async () => {
    await agreed('destroyInstance', { instanceId });
    await sandbox.clearRequests();
    const person = new Person();
    try {
      let isOver = false;
      void call('rentWithVolume', { volumeId: volume.id }).finally(() => (isOver = true));
      const title = `volume “models” · machine ${volume.machine_id}`;
      await until(() => Promise.resolve(person.inputs.at(-1)?.title?.includes(title) === true), title);
      await person.pressEscapeUntil(() => isOver);
      equal(await call('deleteVolume', { volumeId: volume.id, confirmed: true }), undefined);
      ok(person.heard('Delete the volume'));
      deepEqual(await deletions(), []);
    } finally {
      await person.leave();
    }
    deepEqual(await agreed('deleteVolume', { volumeId: volume.id }), { volumeId: volume.id });
    deepEqual(
      (await sandbox.volumes()).filter(({ id }) => id === volume.id),
      [],
    );
  });

  it('are none where the service has no list of them', async () => {
    await sandbox.configure({ extensions: false });
    try {
      deepEqual(await call('refreshVolumes'), []);
    } finally {
      await sandbox.configure({ extensions: true });
    }
  });
});

const deletions = async () => (await sandbox.requests()).filter(({ method }) => method === 'DELETE');

async function rentWithVolume(): Promise<number> {
  const offer = await someOffer();
  const place = (await sandbox.volumeOffers()).find(({ machineId }) => machineId === offer.machine_id);
  if (!place) return rentWithVolume();
  const volume_info = {
    create_new: true,
    volume_id: place.id,
    size: 10,
    name: 'models',
    mount_path: '/data',
  };
  const request = { image: 'debian:12', disk: 10, volume_info };
  return (await agreed<{ instanceId: number }>('rentOffer', { offerId: offer.id, request })).instanceId;
}
