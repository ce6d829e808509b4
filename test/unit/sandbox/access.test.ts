import { describe, expect, it } from 'vitest';
import { number, rent, startService, text, type Service } from './support/service';

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

  it.each([
    ['GET', '/api/v0/instances/abc/'],
    ['PUT', '/api/v0/instances/abc/'],
    ['DELETE', '/api/v0/instances/abc/'],
    ['PUT', '/api/v0/asks/abc/'],
  ])('that is missing gets 401 before %s %s is looked for', async (method, path) => {
    const service = await startService();
    expect((await service.call(method, path, { key: null })).status).toBe(401);
    expect((await service.call(method, path, { key: 'ab' })).status).toBe(401);
  });

  it('that is deleted, reset or expired gets 401 at once', async () => {
    const service = await startService();
    const status = async (key: string) => (await service.call('GET', current, { key })).status;
    const deleted = service.control.createKey();
    expect(await status(deleted.apiKey)).toBe(200);
    expect((await service.call('DELETE', `/api/v0/auth/apikeys/${deleted.id}/`)).status).toBe(200);
    expect(await status(deleted.apiKey)).toBe(401);

    const old = service.control.createKey().apiKey;
    const body = { client_id: 'me' };
    const reset = await service.call('PUT', '/api/v0/commands/reset_apikey/', { key: old, body });
    const fresh = text(reset, 'new_api_key');
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
    expect((await service.call('GET', '/api/v1/instances/', { key })).status).toBe(200);
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
    ['GET', '/api/v0/instances/filters/', 'instance_read'],
    ['GET', '/api/v0/instances/pending-price-increases/', 'instance_read'],
    ['PUT', '/api/v0/instances/accept-price-increase/', 'instance_write'],
    ['PUT', '/api/v0/instances/command/1/', 'instance_write'],
    ['PUT', '/api/v0/instances/update_template/1/', 'instance_write'],
    ['POST', '/api/v0/instances/take_snapshot/1/', 'instance_write'],
    ['PUT', '/api/v0/instances/prepay/1/', 'instance_write'],
    ['PUT', '/api/v0/commands/rsync/', 'instance_write'],
    ['PUT', '/api/v0/commands/copy_direct/', 'instance_write'],
    ['POST', '/api/v0/commands/rclone/', 'instance_write'],
    ['GET', '/api/v0/users/cloud_integrations/', 'user_read'],
    ['GET', '/api/v0/secrets/', 'user_read'],
    ['POST', '/api/v0/secrets/', 'user_write'],
    ['GET', '/api/v0/machines/1/reports/', 'misc'],
    ['POST', '/api/v0/volumes/copy/', 'instance_write'],
    ['POST', '/api/v0/network_volumes/search/', 'misc'],
    ['PUT', '/api/v0/network_volumes/', 'instance_write'],
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
    expect(await status('GET', '/api/v1/instances/')).toBe(403);
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

describe('a session', () => {
  /** Logs in with a second factor and answers the session's key. */
  async function logIn(service: Service, key: string): Promise<string> {
    await service.control.advance(30);
    const body = { tfa_method: 'totp', code: service.control.totpCode(service.control.accountId()) };
    return text(await service.call('POST', '/api/v0/tfa/', { key, body }), 'session_key');
  }
  const status = async (service: Service, key: string) =>
    (await service.call('GET', current, { key })).status;

  it('ends with the key that opened it, as do those that it opened itself, and no other does', async () => {
    const service = await startService();
    service.control.addMethods(service.control.accountId(), { totp: true });
    const { id, apiKey } = service.control.createKey();
    const session = await logIn(service, apiKey);
    const second = await logIn(service, session);
    const other = await logIn(service, service.apiKey);
    expect((await service.call('DELETE', `/api/v0/auth/apikeys/${id}/`)).status).toBe(200);
    expect([await status(service, session), await status(service, second)]).toEqual([401, 401]);
    expect(await status(service, other)).toBe(200);
  });

  it('outlives a new value of its key', async () => {
    const service = await startService();
    service.control.addMethods(service.control.accountId(), { totp: true });
    const key = service.control.createKey().apiKey;
    const session = await logIn(service, key);
    const body = { client_id: 'me' };
    expect((await service.call('PUT', '/api/v0/commands/reset_apikey/', { key, body })).status).toBe(200);
    expect(await status(service, session)).toBe(200);
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
