import { describe, expect, it } from 'vitest';
import { list, member, number, rent, startService, text, type Service } from './support/service';

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

  it('that are none are an empty list, or not found where the vendor’s way is asked for', async () => {
    const service = await startService();
    expect(await service.call('GET', '/api/v0/ssh/')).toMatchObject({ status: 200, body: [] });
    service.control.configure({ noSshKeys: 'not_found' });
    expect(await service.call('GET', '/api/v0/ssh/')).toMatchObject({
      status: 404,
      body: { success: false, msg: 'No SSH keys found' },
    });
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
