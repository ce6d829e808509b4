import { describe, expect, it } from 'vitest';
import { list, member, number, rent, startService, text, type Service } from './support/service';

const current = '/api/v0/users/current/';

describe('a key', () => {
  it.each([
    ['none', null],
    ['a mistyped one', 'ab'],
    ['an empty one', ''],
  ])('that is %s gets 401', async (_name, key) => {
    const service = await startService();
    expect(await service.call('GET', current, { key })).toMatchObject({
      status: 401,
      body: { success: false, error: 'auth_error' },
    });
  });

  it('that is deleted, reset or expired gets 401 at once', async () => {
    const service = await startService();
    const status = async (key: string) => (await service.call('GET', current, { key })).status;
    const deleted = service.control.createKey();
    expect(await status(deleted.apiKey)).toBe(200);
    expect((await service.call('DELETE', `/api/v0/auth/apikeys/${deleted.id}/`)).status).toBe(200);
    expect(await status(deleted.apiKey)).toBe(401);

    const old = service.control.createKey().apiKey;
    const fresh = text(await service.call('PUT', '/api/v0/commands/reset_apikey/', { key: old }), 'api_key');
    expect([await status(old), await status(fresh)]).toEqual([401, 200]);

    const brief = service.control.createKey({ expiresInSeconds: 60 }).apiKey;
    expect(await status(brief)).toBe(200);
    await service.control.advance(60);
    expect(await status(brief)).toBe(401);
  });

  it('is created, listed without its value, read and deleted', async () => {
    const service = await startService();
    const created = await service.call('POST', '/api/v0/auth/apikeys/', {
      body: { name: 'ci', permissions: { api: { misc: {}, instance_read: {} } } },
    });
    const id = number(created, 'id');
    const key = text(created, 'key');
    const listed = await service.call('GET', '/api/v0/auth/apikeys/');
    expect(listed.body).toContainEqual(expect.objectContaining({ id, name: 'ci' }));
    expect(JSON.stringify(listed.body)).not.toContain(key);
    expect((await service.call('GET', `/api/v0/auth/apikeys/${id}/`)).body).toMatchObject({
      permissions: { api: { misc: {}, instance_read: {} } },
    });
    expect((await service.call('GET', '/api/v0/instances/', { key })).status).toBe(200);
    expect((await service.call('GET', '/api/v0/auth/apikeys/5/')).status).toBe(404);
    const bad = { permissions: { api: { everything: {} } } };
    expect((await service.call('POST', '/api/v0/auth/apikeys/', { body: bad })).status).toBe(400);
  });

  it('that is scoped cannot make or delete one that may do more', async () => {
    const service = await startService();
    const key = service.control.createKey({ permissions: ['user_write', 'user_read'] }).apiKey;
    const full = service.control.createKey();
    const create = (body: object) => service.call('POST', '/api/v0/auth/apikeys/', { key, body });
    expect((await create({})).status).toBe(403);
    expect((await create({ permissions: { api: { instance_write: {} } } })).status).toBe(403);
    expect((await create({ permissions: { api: { user_read: {} } } })).status).toBe(200);
    expect((await service.call('DELETE', `/api/v0/auth/apikeys/${full.id}/`, { key })).status).toBe(403);
  });

  it.each([
    ['GET', current, 'user_read'],
    ['POST', '/api/v0/bundles/', 'misc'],
    ['PUT', '/api/v0/asks/1/', 'instance_write'],
    ['GET', '/api/v0/instances/', 'instance_read'],
    ['GET', '/api/v1/instances/', 'instance_read'],
    ['GET', '/api/v0/instances/1/', 'instance_read'],
    ['PUT', '/api/v0/instances/1/', 'instance_write'],
    ['DELETE', '/api/v0/instances/1/', 'instance_write'],
    ['GET', '/api/v0/template/', 'user_read'],
    ['POST', '/api/v0/template/', 'user_write'],
    ['PUT', '/api/v0/template/', 'user_write'],
    ['DELETE', '/api/v0/template/', 'user_write'],
    ['POST', '/api/v0/users/', 'user_write'],
    ['PUT', '/api/v0/machines/1/cancel_maint/', 'machine_write'],
    ['GET', '/api/v0/tfa/status/', 'user_read'],
    ['POST', '/api/v0/tfa/totp-setup/', 'user_write'],
    ['GET', '/api/v0/ssh/', 'user_read'],
    ['POST', '/api/v0/ssh/', 'user_write'],
    ['GET', '/api/v0/charges/', 'billing_read'],
    ['GET', '/api/v0/volumes/', 'instance_read'],
  ])('%s %s needs the permission %s', async (method, path, permission) => {
    const service = await startService();
    const others = [
      'misc',
      'user_read',
      'user_write',
      'instance_read',
      'instance_write',
      'billing_read',
      'machine_write',
    ];
    const without = service.control.createKey({
      permissions: others.filter((one) => one !== permission),
    }).apiKey;
    expect(await service.call(method, path, { key: without })).toMatchObject({
      status: 403,
      body: { error: 'auth_error' },
    });
    const withIt = service.control.createKey({ permissions: [permission] }).apiKey;
    expect((await service.call(method, path, { key: withIt })).status).not.toBe(403);
  });

  it('of an instance starts, stops and destroys that instance and does nothing else', async () => {
    const service = await startService();
    const [first, second] = service.control.freeOffers();
    const answer = await service.call('PUT', `/api/v0/asks/${first}/`, { body: { image: 'a' } });
    const id = number(answer, 'new_contract');
    const key = text(answer, 'instance_api_key');
    const other = await rent(service, {}, second);
    await service.control.advance(60);
    const status = async (method: string, path: string, body?: object) =>
      (await service.call(method, path, { key, ...(body && { body }) })).status;
    expect(await status('GET', current)).toBe(403);
    expect(await status('GET', '/api/v0/instances/')).toBe(403);
    expect(await status('GET', `/api/v0/instances/${id}/`)).toBe(403);
    expect(await status('PUT', `/api/v0/instances/${other}/`, { state: 'stopped' })).toBe(403);
    expect(await status('DELETE', `/api/v0/instances/${other}/`)).toBe(403);
    expect(await status('PUT', `/api/v0/instances/${id}/`, { label: 'mine' })).toBe(403);
    expect(await status('POST', '/api/v0/tfa/totp-setup/')).toBe(403);
    expect(await status('PUT', `/api/v0/instances/${id}/`, { state: 'stopped' })).toBe(200);
    expect(await status('PUT', `/api/v0/instances/${id}/`, { state: 'running' })).toBe(200);
    expect(await status('DELETE', `/api/v0/instances/${id}/`)).toBe(200);
    expect(await status('DELETE', `/api/v0/instances/${id}/`)).toBe(401);
  });
});

describe('the current user', () => {
  it('is answered with the fields of the specification', async () => {
    const service = await startService();
    service.control.addUserSshKey('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me');
    expect((await service.call('GET', current)).body).toMatchObject({
      id: service.control.accountId(),
      email: 'renter@example.com',
      full_name: 'Robin Renter',
      credit: 250,
      ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me',
      tfa_status: 'disabled',
      tfa_enabled: false,
      is_admin: false,
    });
  });

  it('may be asked for a session with a second factor first', async () => {
    const service = await startService();
    const id = service.control.accountId();
    service.control.addMethods(id, { totp: true });
    service.control.setAccount(id, { needsSession: true });
    expect(await service.call('GET', current)).toMatchObject({
      status: 401,
      body: { msg: expect.stringContaining('Two Factor Authentication') as string },
    });
    const body = { tfa_method: 'totp', code: service.control.totpCode(id) };
    const key = text(await service.call('POST', '/api/v0/tfa/', { body }), 'session_key');
    expect(await service.call('GET', current, { key })).toMatchObject({
      status: 200,
      body: { tfa_status: 'enabled' },
    });
  });
});

describe('ssh keys', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMxyz me@example.com';

  it('are registered with the account and with one instance, and removed', async () => {
    const service = await startService();
    const added = await service.call('POST', '/api/v0/ssh/', { body: { ssh_key: `${key}\n` } });
    expect((await service.call('GET', '/api/v0/ssh/')).body).toEqual([expect.objectContaining({ key })]);
    const id = await rent(service);
    const path = `/api/v0/instances/${id}/ssh/`;
    expect((await service.call('POST', path, { body: { ssh_key: key.replace('xyz', 'abc') } })).status).toBe(
      200,
    );
    const listed: unknown = JSON.parse(text(await service.call('GET', path), 'ssh_keys'));
    expect(listed).toHaveLength(2);
    const own = list({ status: 200, contentType: null, body: listed }).find((one) =>
      String(one.key).includes('abc'),
    );
    expect((await service.call('DELETE', `${path}${String(own?.id)}/`)).status).toBe(200);
    expect(JSON.parse(text(await service.call('GET', path), 'ssh_keys'))).toHaveLength(1);
    expect((await service.call('DELETE', `/api/v0/ssh/${number(added, 'key', 'id')}/`)).status).toBe(200);
    expect((await service.call('GET', '/api/v0/ssh/')).body).toEqual([]);
  });

  it.each([['no key at all'], ['ssh-ed25519'], [`${key}\nssh-rsa AAAA`], [''], [5]])(
    'refuses %j',
    async (ssh_key) => {
      const service = await startService();
      expect((await service.call('POST', '/api/v0/ssh/', { body: { ssh_key } })).status).toBe(400);
    },
  );

  it('of a team are not supported', async () => {
    const service = await startService();
    const team = service.control.createKey({ team: true }).apiKey;
    expect(await service.call('POST', '/api/v0/ssh/', { key: team, body: { ssh_key: key } })).toMatchObject({
      status: 400,
      body: { error: 'team_ssh_keys_not_supported' },
    });
  });
});

describe('a service without the endpoints beyond the specification', () => {
  it.each([
    ['GET', '/api/v0/ssh/'],
    ['POST', '/api/v0/ssh/'],
    ['GET', '/api/v0/instances/1/ssh/'],
    ['GET', '/api/v0/auth/apikeys/'],
    ['PUT', '/api/v0/commands/reset_apikey/'],
    ['PUT', '/api/v0/instances/reboot/1/'],
    ['PUT', '/api/v0/instances/recycle/1/'],
    ['PUT', '/api/v0/instances/bid_price/1/'],
    ['PUT', '/api/v0/instances/request_logs/1/'],
    ['GET', '/api/v0/volumes?owner=me&type=all_volume'],
    ['POST', '/api/v0/volumes/search/'],
    ['GET', '/api/v0/charges/'],
  ])('answers 404 to %s %s', async (method, path) => {
    const service = await startService({ extensions: false });
    expect((await service.call(method, path)).status).toBe(404);
  });
});

describe('subaccounts', () => {
  const request = { email: 'sub@example.com', username: 'sub', password: 'p', parent_id: 'me' };
  const create = (service: Service, body: object) => service.call('POST', '/api/v0/users/', { body });

  it('are created for the current user', async () => {
    const service = await startService();
    const created = await create(service, { ...request, host_only: true });
    expect(created).toMatchObject({
      status: 200,
      body: {
        id: expect.any(Number) as number,
        username: 'sub',
        email: 'sub@example.com',
        key_id: expect.any(Number) as number,
      },
    });
  });

  it('come with at least three seconds between two requests', async () => {
    const service = await startService();
    await create(service, request);
    const second = { ...request, email: 'sub2@example.com', username: 'sub2' };
    expect(await create(service, second)).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('too frequent endpoint threshold=3.0') as string },
    });
    await service.control.advance(3);
    expect((await create(service, second)).status).toBe(200);
  });

  it.each([
    ['an address of the service', { email: 'me@vast.ai' }, 'invalid_email'],
    ['an address without domain', { email: 'me@localhost' }, 'invalid_email'],
    ['an e-mail of 65 characters', { email: `${'x'.repeat(53)}@example.com` }, 'invalid_args'],
    ['a user name of 65 characters', { username: 'x'.repeat(65) }, 'invalid_args'],
    ['a password of 257 characters', { password: 'x'.repeat(257) }, 'invalid_args'],
    ['an ssh key of 4,097 characters', { ssh_key: `ssh-rsa ${'A'.repeat(4_089)}` }, 'invalid_args'],
    ['a captcha of 8,193 characters', { captcha: 'x'.repeat(8_193) }, 'invalid_args'],
    ['no captcha where it is no subaccount', { parent_id: null }, 'invalid_args'],
    ['a foreign parent', { parent_id: '7' }, 'invalid_args'],
    ['host_only as text', { host_only: 'yes' }, 'invalid_args'],
    ['a known e-mail', { email: 'RENTER@example.com' }, 'user_exists'],
    ['a known user name', { username: 'renter' }, 'user_exists'],
  ])('are refused with %s', async (_name, change, error) => {
    const service = await startService();
    expect(await create(service, { ...request, ...change })).toMatchObject({
      status: 400,
      body: { error, msg: expect.any(String) as string },
    });
  });

  it('may be accounts of their own with a captcha', async () => {
    const service = await startService();
    expect((await create(service, { ...request, parent_id: undefined, captcha: 'token' })).status).toBe(200);
  });
});

describe('a host', () => {
  it('cancels the maintenance of its own machine and of no other', async () => {
    const service = await startService();
    const machine = service.control.addHostedMachine(service.control.accountId(), 3);
    const path = `/api/v0/machines/${machine}/cancel_maint/`;
    const { id: user_id, apiKey: key } = service.control.createAccount();
    expect(await service.call('PUT', path, { key })).toMatchObject({
      status: 404,
      body: { success: false, msg: expect.any(String) as string, machine_id: machine, user_id },
    });
    const answer = await service.call('PUT', path);
    expect(answer.body).toEqual({
      success: true,
      ctime: service.control.now(),
      machine_id: machine,
      msg: expect.stringMatching(/^3 scheduled maintenance windows/) as string,
    });
    expect(member(await service.call('PUT', path), 'msg')).toMatch(/^0 /);
    expect((await service.call('PUT', '/api/v0/machines/abc/cancel_maint/')).status).toBe(404);
  });
});
