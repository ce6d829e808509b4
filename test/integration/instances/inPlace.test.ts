import { deepEqual, equal, rejects } from 'node:assert/strict';
import {
  agreed,
  call,
  destroyAll,
  extensionApi,
  overSsh,
  rentRunning,
  sandbox,
  signIn,
  until,
} from '../support/inHost';

describe('an instance that is changed in its place', () => {
  let instanceId = 0;
  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'train', env: { MODE: 'slow', HF_TOKEN: 'hf_1' } });
  });
  after(destroyAll);

  const status = async (): Promise<string | null | undefined> => {
    const api = await extensionApi();
    return api.instances().find(({ id }) => id === instanceId)?.actual_status;
  };
  const change = (request: object) => agreed('changeInstance', { instanceId, request });
  const later = async (): Promise<void> => {
    await sandbox.advance(300);
    await call('refreshInstances');
  };

  it('has another image and other variables, an empty disk, and is reached as before', async () => {
    const { alias } = await agreed<{ alias: string }>('connect', { instanceId });
    await overSsh(alias, 'touch result');
    const request = { image: 'debian:13', env: { MODE: 'fast', HF_TOKEN: 'hf_1' } };
    deepEqual(await change(request), { instanceId, changed: ['image', 'env'] });
    equal(await status(), 'recycling');
    await rejects(change({ image: 'debian:12' }), /Nothing was changed/);
    await later();
    equal(await status(), 'running');
    const { image, env } = await sandbox.launch(instanceId);
    deepEqual({ image, env }, request);
    await until(
      async () => (await overSsh(alias, 'ls; echo after').catch(() => '')) === 'after',
      'a login after it',
    );
  });

  it('fails to start with an image that can’t be pulled, and is mended in the same way', async () => {
    await change({ image: 'ghcr.io/private/model:1' });
    await later();
    equal(await status(), 'created');
    deepEqual(await change({ image: 'debian:12' }), { instanceId, changed: ['image'] });
    await later();
    equal(await status(), 'running');
  });

  it('is not sent anything for what it has already', async () => {
    await sandbox.clearRequests();
    deepEqual(await change({ image: 'debian:12' }), { instanceId, changed: [] });
    const requests = await sandbox.requests();
    equal(requests.filter(({ path }) => path.includes('update_template')).length, 0);
  });
});
