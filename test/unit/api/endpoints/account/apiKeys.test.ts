import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recommendedPermissions } from '../../../../../src/domain/account/keyPermissions';
import { createSandbox, type Sandbox } from '../../../../sandbox';
import { TestAccount } from '../../support/account';
import { clientOf, json, type ScriptedServer, startScriptedServer } from '../../support/scriptedServer';

describe('a reset of the API key', () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await createSandbox({ sshd: false, offers: 20 })));
  afterAll(() => sandbox.close());

  it.each(['new_api_key', 'api_key', 'key'] as const)(
    'finds the new value under the name %s',
    async (resetAnswer) => {
      sandbox.control.configure({ resetAnswer });
      const account = new TestAccount(sandbox);
      const { key } = await account.client.apiKeys.reset();
      await expect(account.client.users.current()).rejects.toMatchObject({ code: 'unauthorized' });
      expect((await account.clientWith(key ?? '').users.current()).id).toBe(account.id);
    },
  );

  it('says whose key it is about, without which the service does nothing', async () => {
    const account = new TestAccount(sandbox);
    sandbox.control.clearRequests();
    await account.client.apiKeys.reset();
    const [request] = sandbox.control.requests();
    expect(request?.body).toEqual({ client_id: 'me' });
    const { statusCode } = await sandbox.app.inject({
      method: 'PUT',
      url: '/api/v0/commands/reset_apikey/',
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
      payload: {},
    });
    expect(statusCode).toBe(400);
  });
});

describe('a key with the recommended permissions', () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await createSandbox({ sshd: false, offers: 20 })));
  afterAll(() => sandbox.close());

  it('does all that a renter does here, a login with a second factor included', async () => {
    const account = new TestAccount(sandbox);
    const { code } = await account.addTotp();
    const client = account.scoped(...recommendedPermissions);
    const [offer] = await client.offers.search({ filters: {}, limit: 1 });
    const { instanceId } = await client.instances.create(offer!.id, { image: 'debian:12' });
    await client.instances.setLabel(instanceId, 'mine');
    await client.sshKeys.register('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMxyz me@example.com');
    const docker = { docker_login_repo: '', docker_login_user: '', docker_login_pass: '' };
    await client.templates.create({ ...docker, name: 'mine', image: 'debian' });
    await client.charges.list({}, { limit: 5 });
    await client.volumes.list();
    await client.apiKeys.list();
    const { session_key } = await client.twoFactor.logIn({ tfa_method: 'totp', code: code() });
    client.useSession(session_key);
    expect(await client.instances.list()).toMatchObject([{ id: instanceId, label: 'mine' }]);
    await client.instances.destroy(instanceId);
  });
});

describe('a list of API keys', () => {
  let server: ScriptedServer;
  beforeAll(async () => void (server = await startScriptedServer()));
  afterAll(() => server.close());
  beforeEach(() => void server.requests.splice(0));

  it('keeps what it tells of a key’s value apart from its record', async () => {
    const value = 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4';
    server.answer(json({ success: true, apikeys: [{ id: 7, name: 'ci', key: value }, { id: 8 }] }));
    const listed = await clientOf(server).apiKeys.list();
    expect(listed.map(({ id, hint }) => [id, hint])).toEqual([
      [7, value],
      [8, undefined],
    ]);
  });
});
