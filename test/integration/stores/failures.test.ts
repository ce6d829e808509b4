import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import {
  call,
  destroyAll,
  extensionApi,
  ownSshConfig,
  rentRunning,
  sandbox,
  signIn,
} from '../support/inHost';
import { ownRows, withoutOddRows } from '../support/oddMode';

/** Other windows and what goes on behind the test ask for the list, too. */
const anyNumber = 100;

describe('when the service fails', () => {
  let instanceId = 0;

  before(async () => {
    await signIn();
    instanceId = await rentRunning();
  });
  afterEach(() => sandbox.clearFailures());
  after(destroyAll);

  const faults: [string, Record<string, unknown>, RegExp][] = [
    ['status 500', { status: 500, body: { success: false, msg: 'inner trouble' } }, /./],
    ['HTML instead of JSON', { status: 200, body: '<html>portal</html>', contentType: 'text/html' }, /./],
    ['an answer that breaks off', { truncate: true }, /./],
    ['a connection that is reset', { reset: true }, /./],
    ['a list that is not one', { status: 200, body: { instances: 'none' } }, /instances/],
  ];
  for (const [what, fault, sentence] of faults) {
    it(`keeps the last list and the ssh entries over ${what}, and recovers`, async () => {
      const api = await extensionApi();
      const entries = await ownSshConfig();
      await sandbox.failNext({ method: 'GET', path: '/instances/', count: 10, ...fault });
      await rejects(call('refreshInstances'), (error: Error) => {
        match(error.message, sentence);
        ok(!error.message.includes('<html>'));
        return true;
      });
      ok(api.instances().some(({ id }) => id === instanceId));
      equal(await ownSshConfig(), entries);
      await sandbox.clearFailures();
      await call('refreshInstances');
      ok(api.instances().some(({ id }) => id === instanceId));
    });
  }

  it('keeps an instance whose row cannot be read, with its ssh entry, beside the others', () =>
    withoutOddRows(async () => {
      // The row of the mode is known no more.
      await call('refreshInstances');
      const api = await extensionApi();
      const entries = await ownSshConfig();
      const known = api.instances().find(({ id }) => id === instanceId);
      const rows = [{ ...known, actual_status: { word: 'running' } }, { id: 'nine' }, { id: 77, label: 5 }];
      await sandbox.failNext({
        method: 'GET',
        pathEnd: '/instances/',
        status: 200,
        body: { instances_found: 3, instances: rows },
        count: anyNumber,
      });
      deepEqual(await call('refreshInstances'), { count: 3 });
      const seen = new Map(api.instances().map((instance) => [instance.id, instance]));
      deepEqual([...seen.keys()].sort(), [instanceId, 77].sort());
      equal(seen.get(instanceId)?.unreadable, true);
      equal(seen.get(instanceId)?.ssh_port, known?.ssh_port);
      equal(seen.get(77)?.label, '5');
      equal(await ownSshConfig(), entries);
      await sandbox.clearFailures();
      await call('refreshInstances');
      deepEqual(
        api.instances().find(({ id }) => id === instanceId),
        known,
      );
    }));

  it('reads the list from its successor when the old one is gone', async () => {
    const api = await extensionApi();
    const before = ownRows(api.instances()).map(({ id }) => id);
    await sandbox.clearRequests();
    await call('refreshInstances');
    const paths = (await sandbox.requests()).filter(({ status }) => status === 200).map(({ path }) => path);
    ok(paths.includes('/api/v1/instances/'));
    deepEqual(
      ownRows(api.instances()).map(({ id }) => id),
      before,
    );
  });

  it('writes no ssh entry for a host name that would be more than a host name', async () => {
    const [running] = (await extensionApi()).instances().filter(({ id }) => id === instanceId);
    for (const host of ['evil\n  ProxyCommand touch /tmp/owned', '-oProxyCommand=touch', 'a b']) {
      const hostile = { ...running, ssh_host: host, public_ipaddr: host };
      await sandbox.clearFailures();
      await sandbox.failNext({
        method: 'GET',
        pathEnd: '/instances/',
        status: 200,
        body: { instances_found: 1, instances: [hostile] },
        count: anyNumber,
      });
      await call('refreshInstances');
      const written = await ownSshConfig();
      ok(!written.includes('ProxyCommand'), 'an option got into the config');
      ok(!written.includes(`gpu-${instanceId}`), 'an entry was written');
      await rejects(call('copySshCommand', { instanceId }), /valid host/);
    }
    await sandbox.clearFailures();
    await call('refreshInstances');
    ok((await ownSshConfig()).includes(`gpu-${instanceId}`));
  });
});
