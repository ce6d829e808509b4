import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { list, member, number, startService, text, type Answer, type Service } from './support/service';

/**
 * Whole sessions as the vendor's command line has them, request for request: the key also in the query, JSON in
 * queries, nulls and empty bodies. Each answer is read as that client reads it: a status above 399 ends a command.
 */
let service: Service;
beforeEach(async () => {
  service = await startService();
});

/** One request: method, path, query and body. GET has no body, all others have at least an empty one. */
async function send(
  method: string,
  path: string,
  { query = {}, body }: { query?: Record<string, unknown>; body?: object } = {},
): Promise<Answer> {
  const members = Object.entries({ ...query, api_key: service.apiKey }).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const address = `${path.startsWith('/api/') ? path : `/api/v0${path}`}?${members.join('&')}`;
  const answer = await service.call(method, address, method === 'GET' ? {} : { body: body ?? {} });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(400);
  return answer;
}

const sendBody = (method: string, path: string, body: object) => send(method, path, { body });
const succeeds = async (method: string, path: string, body: object = {}) =>
  expect(member(await sendBody(method, path, body), 'success')).toBe(true);

/** The list goes by pages until there is no token; every row has a start and pairs of variables. */
async function showInstances(): Promise<Record<string, unknown>[]> {
  const rows = [];
  const query: Record<string, unknown> = {
    select_filters: {},
    order_by: [{ col: 'id', dir: 'asc' }],
    limit: 25,
  };
  for (;;) {
    const page = await send('GET', '/api/v1/instances/', { query });
    rows.push(...list(page, 'instances'));
    const token = member(page, 'next_token');
    if (typeof token !== 'string') break;
    query.after_token = token;
  }
  for (const row of rows) {
    expect(row.start_date).toEqual(expect.any(Number));
    expect(row.extra_env).toEqual(expect.any(Array));
  }
  return rows;
}

const showInstance = async (id: number) =>
  member(await send('GET', `/instances/${id}/`, { query: { owner: 'me' } }), 'instances');

async function searchOffers(query: object): Promise<Record<string, unknown>[]> {
  const defaults = {
    verified: { eq: true },
    external: { eq: false },
    rentable: { eq: true },
    rented: { eq: false },
  };
  const order = { order: [['score', 'desc']], type: 'on-demand', allocated_storage: 5 };
  return list(await sendBody('POST', '/bundles/', { ...defaults, ...query, ...order }), 'offers');
}

async function createInstance(more: object = {}): Promise<number> {
  const [offer] = await searchOffers({ limit: 1 });
  const answer = await sendBody('PUT', `/asks/${String(offer?.id)}/`, {
    client_id: 'me',
    image: 'pytorch/pytorch',
    env: { '-p 8081:8081/udp': '1', '-h': 'billybob', XNAME: 'XX4' },
    price: null,
    disk: 20,
    label: null,
    extra: null,
    onstart: 'env >> /etc/environment',
    image_login: null,
    python_utf8: false,
    lang_utf8: false,
    use_jupyter_lab: false,
    jupyter_dir: null,
    force: false,
    cancel_unavail: false,
    template_hash_id: null,
    user: null,
    runtype: 'ssh_direc ssh_proxy',
    ...more,
  });
  await service.control.advance(60);
  return number(answer, 'new_contract');
}

/** A result is asked for without a key up to 30 times. */
async function resultOf(answer: Answer): Promise<string> {
  const url = text(answer, 'result_url');
  for (let time = 0; time < 30; time += 1) {
    const result = await service.call('GET', url, { key: null });
    if (result.status === 200) return String(result.body);
  }
  throw new Error('the result is never ready');
}

/** Files by their path in a folder. */
function write(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

describe('a session of the vendor’s command line', () => {
  it('searches, rents, shows, reads the log, stops, starts and destroys', async () => {
    const versions = { driver_version: { gte: 535_086_005 }, gpu_name: { in: ['RTX 4090', 'RTX 3090'] } };
    expect((await searchOffers(versions)).length).toBeGreaterThan(0);
    const id = await createInstance();
    expect(await showInstances()).toMatchObject([{ id, actual_status: 'running' }]);
    const row = await showInstance(id);
    expect(row).toMatchObject({ id, extra_env: expect.arrayContaining([['XNAME', 'XX4']]) as unknown });
    const address = row as { public_ipaddr: string; ports: Record<string, { HostPort: string }[]> };
    expect(`${address.public_ipaddr.trim()}:${address.ports['22/tcp']?.[0]?.HostPort}`).toMatch(
      /^127\.0\.0\.1:\d+$/,
    );
    expect(await resultOf(await sendBody('PUT', `/instances/request_logs/${id}/`, { tail: '5' }))).toContain(
      'Container is ready',
    );
    const daemon = { filter: 'docker', tail: '100', daemon_logs: 'true' };
    expect(await resultOf(await sendBody('PUT', `/instances/request_logs/${id}/`, daemon))).toContain(
      'docker start',
    );
    await succeeds('PUT', `/instances/${id}/`, { label: 'two words' });
    await succeeds('PUT', `/instances/${id}/`, { state: 'stopped' });
    await service.control.advance(5);
    expect(await showInstance(id)).toMatchObject({ intended_status: 'stopped', label: 'two words' });
    await succeeds('PUT', `/instances/${id}/`, { state: 'running' });
    await service.control.advance(60);
    expect(member(await send('GET', '/instances/filters/'), 'filters')).toMatchObject([
      { actual_status: 'running' },
    ]);
    await succeeds('DELETE', `/instances/${id}/`);
    expect(await showInstance(id)).toBeNull();
    expect(await showInstances()).toEqual([]);
  });

  it('is told that a start is queued', async () => {
    const id = await createInstance();
    await succeeds('PUT', `/instances/${id}/`, { state: 'stopped' });
    await service.control.advance(5);
    const machine = service.control.instance(id).machine_id;
    for (const { id: offer } of await searchOffers({ machine_id: { eq: machine }, limit: 64 }))
      service.control.takeOffer(Number(offer));
    const answer = await sendBody('PUT', `/instances/${id}/`, { state: 'running' });
    expect(answer.body).toMatchObject({ success: false, error: 'resources_unavailable' });
  });

  it('makes a volume, mounts it, clones it, and deletes it by its id in the query', async () => {
    const search = { verified: { eq: true }, external: { eq: false }, disk_space: { gte: 1 } };
    const order = { order: [['score', 'desc']], allocated_storage: 1 };
    const [offer] = list(await sendBody('POST', '/volumes/search/', { ...search, ...order }), 'offers');
    await succeeds('PUT', '/volumes/', { size: 15, id: offer?.id });
    const show = () => send('GET', '/volumes', { query: { owner: 'me', type: 'all_volume' } });
    const [volume] = list(await show(), 'volumes');
    expect(volume?.start_date).toEqual(expect.any(Number));
    write(service.control.folderOfVolume(Number(volume?.id)), { 'a/one': '1' });
    await succeeds('POST', '/volumes/copy/', { src_id: volume?.id, dst_id: offer?.id, size: 20 });
    await service.control.advance(4);
    const clone = list(await show(), 'volumes')[1];
    expect(read(service.control.folderOfVolume(Number(clone?.id)), 'a/one')).toBe('1');
    for (const one of [volume, clone]) {
      expect(member(await send('DELETE', '/volumes/', { query: { id: one?.id } }), 'success')).toBe(true);
    }
    expect(list(await show(), 'volumes')).toEqual([]);
    const [network] = list(
      await sendBody('POST', '/network_volumes/search/', { ...search, ...order }),
      'offers',
    );
    await succeeds('PUT', '/network_volumes/', { size: 15, id: network?.id, name: 'shared' });
    expect(list(await show(), 'volumes')).toMatchObject([{ name: 'shared' }]);
  });

  it('makes, changes, searches and deletes templates', async () => {
    const template = {
      name: 'mine',
      image: 'pytorch/pytorch',
      tag: null,
      href: null,
      repo: null,
      env: '-p 8000:8000 -e A=b --shm-size=1g',
      onstart: null,
      jup_direct: false,
      ssh_direct: true,
      use_jupyter_lab: false,
      runtype: 'ssh',
      use_ssh: true,
      jupyter_dir: null,
      docker_login_repo: null,
      extra_filters: { verified: { eq: true }, external: { eq: false }, rentable: { eq: true } },
      recommended_disk_space: null,
      readme: null,
      readme_visible: true,
      desc: null,
      private: true,
    };
    const made = await sendBody('POST', '/template/', template);
    const hash = text(made, 'template', 'hash_id');
    const changed = await sendBody('PUT', '/template/', { hash_id: hash, ...template, name: 'yours' });
    const query = { select_cols: ['*'], select_filters: { name: { eq: 'yours' } } };
    expect(list(await send('GET', '/template/', { query }), 'templates')).toHaveLength(1);
    const id = await createInstance({
      image: null,
      template_hash_id: text(changed, 'template', 'hash_id'),
      runtype: undefined,
    });
    expect(await showInstance(id)).toMatchObject({ template_name: 'yours' });
    await succeeds('PUT', `/instances/update_template/${id}/`, { id, image: 'alpine:3', env: { C: 'd' } });
    expect(await showInstance(id)).toMatchObject({ image_uuid: 'alpine:3', extra_env: [['C', 'd']] });
    await succeeds('DELETE', '/template/', { hash_id: text(changed, 'template', 'hash_id') });
  });

  it('copies real files between instances, volumes and clouds, also from a stopped one', async () => {
    const [first, second] = [await createInstance(), await createInstance()];
    const homes = [service.control.homeOf(first), service.control.homeOf(second)] as const;
    write(homes[0], { 'work/data/one': '1', 'work/two': '2' });
    await succeeds('PUT', `/instances/${first}/`, { state: 'stopped' });
    await service.control.advance(5);
    const copy = (src_id: unknown, dst_id: unknown, src_path: string, dst_path: string) =>
      succeeds('PUT', '/commands/copy_direct/', { client_id: 'me', src_id, dst_id, src_path, dst_path });
    await copy(first, second, '/root/work/', '/workspace/');
    expect(existsSync(join(homes[1], 'workspace/two'))).toBe(false);
    await service.control.advance(5);
    expect(read(homes[1], 'workspace/data/one') + read(homes[1], 'workspace/two')).toBe('12');
    await copy(`C.${second}`, `C.${first}`, '/workspace/data', '/back/');
    await succeeds('DELETE', '/commands/copy_direct/', { client_id: 'me', dst_id: String(first) });
    await service.control.advance(5);
    expect(existsSync(join(homes[0], 'back'))).toBe(false);
    const cloud = service.control.addCloud('models').id;
    expect((await send('GET', '/users/cloud_integrations/')).body).toEqual([
      { id: cloud, name: 'models', cloud_type: 's3' },
    ]);
    const connection = { instance_id: String(second), selected: String(cloud), flags: [] };
    await succeeds('POST', '/commands/rclone/', {
      ...connection,
      src: '/workspace/',
      dst: '/saved',
      transfer: 'Instance To Cloud',
    });
    await service.control.advance(5);
    expect(read(service.control.folderOfCloud(cloud), 'saved/two')).toBe('2');
    expect(await showInstance(second)).toMatchObject({ status_msg: 'Cloud Copy Operation Finished.' });
  });

  it('is told where rsync finds an instance', async () => {
    const id = await createInstance();
    const body = { client_id: 'me', src_id: `C.${id}`, dst_id: null, src_path: '/data', dst_path: 'data' };
    const answer = await sendBody('PUT', '/commands/rsync/', body);
    expect([text(answer, 'src_addr'), number(answer, 'src_port')]).toEqual(['127.0.0.1', expect.any(Number)]);
  });

  it('runs commands in the instance’s shell, and a few on its disk while it is stopped', async () => {
    await succeeds('POST', '/secrets/', { key: 'TOKEN', value: 'of mine' });
    expect((await send('GET', '/secrets/')).body).toMatchObject({ secrets: { TOKEN: 'of mine' } });
    const id = await createInstance();
    const execute = async (command: string) =>
      resultOf(await sendBody('PUT', `/instances/command/${id}/`, { command }));
    expect(await execute('echo "$XNAME $TOKEN $CONTAINER_ID" > note; cat note; ls none')).toMatch(
      new RegExp(`^XX4 of mine ${id}\n.*none.*\n$`),
    );
    await succeeds('PUT', `/instances/${id}/`, { state: 'stopped' });
    await service.control.advance(5);
    expect(await execute('ls /root')).toBe('note\n');
    expect(await execute('du note')).toBe('1\tnote\n');
    expect(await execute('rm note')).toBe('');
    expect(await execute('ls')).toBe('');
    for (const command of ['cat /etc/passwd', 'ls; id', 'ls $(id)']) {
      const path = `/api/v0/instances/command/${id}/`;
      expect((await service.call('PUT', path, { body: { command } })).status, command).toBe(400);
    }
  });

  it('answers a price increase, pays ahead, takes a snapshot and reads reports', async () => {
    const id = await createInstance();
    const { dph_base: price, machine_id: machine } = service.control.instance(id);
    service.control.announcePrice(id, price * 2);
    const [row] = list(await send('GET', '/instances/pending-price-increases/'), 'pending_price_increases');
    expect(row).toMatchObject({ contract_id: id, old_gpu_costpersec: price / 3600 });
    const pending = { pending_price_increase_id: row?.pending_price_increase_id };
    expect((await sendBody('PUT', '/instances/accept-price-increase/', pending)).body).toEqual({
      success: true,
      ...pending,
      contract_id: id,
    });
    expect(service.control.instance(id).dph_base).toBe(price * 2);
    const paid = await sendBody('PUT', `/instances/prepay/${id}/`, { amount: 10 });
    expect(number(paid, 'timescale')).toBeGreaterThan(0);
    expect(number(paid, 'discount_rate')).toBeGreaterThan(0);
    const registry = { container_registry: 'docker.io', personal_repo: 'me/mine' };
    const login = { docker_login_user: 'me', docker_login_pass: 'token', pause: 'true' };
    await succeeds('POST', `/instances/take_snapshot/${id}/`, { id, ...registry, ...login });
    expect(service.control.snapshots(id)).toEqual(['docker.io/me/mine']);
    service.control.reportMachine(machine, 'slow network', 'it is');
    expect((await send('GET', `/machines/${machine}/reports/`)).body).toMatchObject([
      { machine_id: machine, problem: 'slow network' },
    ]);
  });
});
