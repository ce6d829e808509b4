import { beforeEach, describe, expect, it } from 'vitest';
import { list, number, rent, startService, text, type Service } from './support/service';

/** The requests of the vendor's own command line, member for member, with its nulls and its empty bodies. */
describe('the vendor’s command line', () => {
  let service: Service;
  let id: number;
  beforeEach(async () => {
    service = await startService({ apiKeyList: 'object' });
    id = await rent(service, { label: 'one' });
    await service.control.advance(60);
  });

  const v0 = (method: string, path: string, body?: unknown) =>
    service.call(method, `/api/v0/${path}`, body === undefined ? {} : { body });
  const query = (members: Record<string, unknown>) =>
    Object.entries(members)
      .map(
        ([name, value]) =>
          `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
      )
      .join('&');

  it('searches offers', async () => {
    const answer = await v0('POST', 'bundles/', {
      verified: { eq: true },
      external: { eq: false },
      rentable: { eq: true },
      rented: { eq: false },
      gpu_name: { in: ['RTX 4090', 'RTX 3090'] },
      order: [['score', 'desc']],
      type: 'on-demand',
      limit: 5,
      allocated_storage: 5.0,
    });
    expect(answer.status).toBe(200);
  });

  const creation = {
    client_id: 'me',
    image: 'vastai/base-image',
    env: { '-p 8080:8080': '1', '-p 70000:70000': '1', A: 'b', '-h': 'box' },
    price: null,
    disk: 10,
    label: null,
    extra: null,
    onstart: null,
    image_login: null,
    python_utf8: false,
    lang_utf8: false,
    use_jupyter_lab: false,
    jupyter_dir: null,
    force: false,
    cancel_unavail: false,
    template_hash_id: null,
    user: null,
  };
  it.each([
    ['without a runtype', {}],
    ['--ssh', { runtype: 'ssh_proxy' }],
    ['--ssh --direct', { runtype: 'ssh_direc ssh_proxy' }],
    ['--jupyter', { runtype: 'jupyter_proxy ssh_proxy' }],
    ['--jupyter --direct', { runtype: 'jupyter_direc ssh_direc ssh_proxy' }],
    ['--args', { runtype: 'args', args: ['--port', '80'] }],
  ])('creates an instance %s', async (_words, given) => {
    const [offer] = service.control.freeOffers();
    const answer = await v0('PUT', `asks/${offer}/`, { ...creation, ...given });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it('lists instances by pages, and one', async () => {
    const page = { select_filters: {}, order_by: [{ col: 'id', dir: 'asc' }], limit: 25 };
    const all = await service.call('GET', `/api/v1/instances/?${query(page)}`);
    expect(list(all, 'instances')).toHaveLength(1);
    const status = {
      ...page,
      select_filters: { actual_status: { in: ['running'] }, label: { in: ['one'] } },
    };
    expect(list(await service.call('GET', `/api/v1/instances/?${query(status)}`), 'instances')).toHaveLength(
      1,
    );
    expect((await v0('GET', `instances/${id}/?owner=me`)).status).toBe(200);
  });

  it.each([
    ['PUT', '', { label: 'two' }],
    ['PUT', '', { state: 'stopped' }],
    ['PUT', '', { state: 'running' }],
    ['PUT', 'reboot/', {}],
    ['PUT', 'recycle/', {}],
    ['PUT', 'request_logs/', { tail: '100', daemon_logs: 'true' }],
    ['DELETE', '', {}],
  ])('changes an instance: %s %s%j', async (method, deed, body) => {
    expect((await v0(method, `instances/${deed}${id}/`, body)).status).toBe(200);
  });

  it('reads the bill', async () => {
    await service.control.advance(7_200);
    const now = Math.floor(service.control.now());
    const answer = await v0(
      'GET',
      `charges/?${query({
        select_filters: { day: { gte: now - 604_800, lte: now }, type: { in: ['instance'] } },
        latest_first: true,
        limit: 20,
        format: 'table',
      })}`,
    );
    expect(list(answer, 'results').length).toBeGreaterThan(0);
  });

  it('keeps SSH keys of the account and of an instance', async () => {
    const ssh_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMxyz me@example.com';
    const key = number(await v0('POST', 'ssh/', { ssh_key }), 'key', 'id');
    const other = ssh_key.replace('xyz', 'abc');
    expect((await v0('PUT', `ssh/${key}/`, { id: key, ssh_key: other })).status).toBe(200);
    expect((await v0('GET', 'ssh/')).body).toMatchObject([{ id: key, key: other }]);
    expect((await v0('POST', `instances/${id}/ssh/`, { ssh_key })).status).toBe(200);
    expect((await v0('DELETE', `ssh/${key}/`)).status).toBe(200);
  });

  it('keeps API keys', async () => {
    const permissions = { api: { misc: {}, user_read: {} } };
    const key = number(await v0('POST', 'auth/apikeys/', { name: 'cli', permissions }), 'id');
    expect(list(await v0('GET', 'auth/apikeys/'), 'apikeys').map((one) => one.id)).toContain(key);
    expect((await v0('GET', `auth/apikeys/${key}/`)).status).toBe(200);
    expect((await v0('DELETE', `auth/apikeys/${key}/`)).status).toBe(200);
    expect(text(await v0('PUT', 'commands/reset_apikey/', { client_id: 'me' }), 'new_api_key')).toMatch(
      /\w{20}/,
    );
  });

  it('makes, lists and deletes volumes', async () => {
    const search = { verified: { eq: true }, external: { eq: false }, disk_space: { gte: 1 } };
    const found = await v0('POST', 'volumes/search/', {
      ...search,
      order: [['score', 'desc']],
      allocated_storage: 1.0,
    });
    expect((await v0('PUT', 'volumes/', { size: 15, id: list(found, 'offers')[0]?.id })).status).toBe(200);
    const [volume] = list(await v0('GET', 'volumes?owner=me&type=all_volume'), 'volumes');
    expect((await v0('DELETE', `volumes/?id=${String(volume?.id)}`, {})).status).toBe(200);
  });

  it('searches templates', async () => {
    const asked = { select_cols: ['*'], select_filters: { recommended: { eq: true } } };
    expect(list(await v0('GET', `template/?${query(asked)}`), 'templates').length).toBeGreaterThan(0);
  });
});
