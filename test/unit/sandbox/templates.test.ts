import { describe, expect, it } from 'vitest';
import { list, number, rent, startService, text, type Service } from './support/service';

const path = '/api/v0/template/';
const minimal = {
  name: 'mine',
  image: 'org/image',
  docker_login_repo: '',
  docker_login_user: '',
  docker_login_pass: '',
};
const create = (service: Service, body: object = {}) =>
  service.call('POST', path, { body: { ...minimal, ...body } });
const find = async (service: Service, filters: object) =>
  list(
    await service.call('GET', `${path}?select_filters=${encodeURIComponent(JSON.stringify(filters))}`),
    'templates',
  );

describe('a template', () => {
  it('is created with the defaults of the specification', async () => {
    const service = await startService();
    const created = await create(service);
    expect(created).toMatchObject({
      status: 200,
      body: {
        template: {
          id: expect.any(Number) as number,
          hash_id: expect.any(String) as string,
          name: 'mine',
          tag: 'latest',
          runtype: 'args',
          recommended_disk_space: 8,
        },
      },
    });
  });

  it.each(['name', 'image', 'docker_login_repo', 'docker_login_user', 'docker_login_pass'])(
    'cannot be created without %s',
    async (field) => {
      const service = await startService();
      expect(await create(service, { [field]: undefined })).toMatchObject({
        status: 400,
        body: { error: 'invalid_args', msg: expect.stringContaining(field) as string },
      });
    },
  );

  it.each([
    ['runtype', 'ssh_direct'],
    ['env', { A: 'b' }],
    ['env', '-e'],
    ['env', '-p eighty:80'],
    ['env', '-p 0:80'],
    ['env', '-e A=b -p 80:65536'],
    ['env', '-p 99999:80/udp'],
    ['env', '--privileged x y'],
    ['docker_login_repo', 'registry example.com'],
    ['docker_login_user', 'me -p other'],
    ['docker_login_pass', 'two\nlines'],
    ['extra_filters', { gpu_ram: 24_000 }],
    ['extra_filters', { gpu_ram: { like: 1 } }],
    ['extra_filters', { gpu_name: { in: 'RTX 4090' } }],
    ['use_ssh', 'yes'],
    ['recommended_disk_space', 0],
    ['extra_filters', 'gpu_ram>1'],
    ['volume_info', 5],
    ['name', ' '],
  ])('is refused with %s = %j', async (field, value) => {
    const service = await startService();
    expect(await create(service, { [field]: value })).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining(field) as string },
    });
  });

  it('is not edited into what could not be created', async () => {
    const service = await startService();
    const hash_id = text(await create(service), 'template', 'hash_id');
    for (const [field, value] of [
      ['env', '-p 80:70000'],
      ['docker_login_pass', ' '],
      ['extra_filters', { gpu_ram: [] }],
    ] as const) {
      expect(await service.call('PUT', path, { body: { hash_id, [field]: value } })).toMatchObject({
        status: 400,
        body: { error: 'invalid_args', msg: expect.stringContaining(field) as string },
      });
    }
  });

  it('gets another hash_id with every edit, and keeps what the edit does not name', async () => {
    const service = await startService();
    const created = await create(service, { desc: 'before', env: '-e A=1' });
    const first = text(created, 'template', 'hash_id');
    const edited = await service.call('PUT', path, { body: { hash_id: first, desc: 'after' } });
    const second = text(edited, 'template', 'hash_id');
    expect(edited.body).toMatchObject({
      template: { id: number(created, 'template', 'id'), desc: 'after', env: '-e A=1', name: 'mine' },
    });
    const third = text(
      await service.call('PUT', path, { body: { hash_id: second, desc: 'after' } }),
      'template',
      'hash_id',
    );
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await service.call('PUT', path, { body: { hash_id: first, desc: 'x' } })).status).toBe(404);
    expect((await service.call('PUT', path, { body: { desc: 'x' } })).status).toBe(400);
  });

  it('is deleted by its numeric id', async () => {
    const service = await startService();
    const created = await create(service);
    const id = number(created, 'template', 'id');
    const remove = (template_id: unknown) => service.call('DELETE', path, { body: { template_id } });
    expect((await remove(text(created, 'template', 'hash_id'))).status).toBe(400);
    expect((await remove(undefined)).status).toBe(400);
    expect((await remove(id + 1_000)).status).toBe(404);
    expect((await remove(id)).body).toMatchObject({ success: true });
    expect((await remove(id)).status).toBe(404);
    expect(await find(service, { id: { eq: id } })).toEqual([]);
  });

  it('of someone else is seen only when public, and never changed', async () => {
    const service = await startService();
    const { apiKey: key } = service.control.createAccount();
    const hidden = await create(service, { private: true });
    const open = await create(service, { private: false, name: 'open', docker_login_pass: 'hush' });
    const seen = list(await service.call('GET', path, { key }), 'templates');
    expect(seen.map((one) => one.name)).toContain('open');
    expect(seen.map((one) => one.hash_id)).not.toContain(text(hidden, 'template', 'hash_id'));
    expect(JSON.stringify(seen)).not.toContain('hush');
    const body = { hash_id: text(open, 'template', 'hash_id'), desc: 'x' };
    expect((await service.call('PUT', path, { key, body })).status).toBe(404);
    expect(
      (await service.call('DELETE', path, { key, body: { template_id: number(open, 'template', 'id') } }))
        .status,
    ).toBe(404);
  });
});

describe('the template search', () => {
  it.each([
    ['creator_id', (t: Record<string, unknown>) => t.creator_id],
    ['created_at', (t: Record<string, unknown>) => t.created_at],
    ['count_created', (t: Record<string, unknown>) => t.count_created],
    ['default_tag', (t: Record<string, unknown>) => t.default_tag],
    ['docker_login_repo', (t: Record<string, unknown>) => t.docker_login_repo],
    ['id', (t: Record<string, unknown>) => t.id],
    ['image', (t: Record<string, unknown>) => t.image],
    ['jup_direct', (t: Record<string, unknown>) => t.jup_direct],
    ['hash_id', (t: Record<string, unknown>) => t.hash_id],
    ['name', (t: Record<string, unknown>) => t.name],
    ['recommended_disk_space', (t: Record<string, unknown>) => t.recommended_disk_space],
    ['recommended', (t: Record<string, unknown>) => t.recommended],
    ['ssh_direct', (t: Record<string, unknown>) => t.ssh_direct],
    ['tag', (t: Record<string, unknown>) => t.tag],
    ['use_ssh', (t: Record<string, unknown>) => t.use_ssh],
  ])('compares %s', async (field, read) => {
    const service = await startService();
    await service.control.advance(10);
    await create(service, {
      docker_login_repo: 'r.example.com',
      tag: 'v1',
      image: 'x/y',
      recommended_disk_space: 77,
    });
    const all = await find(service, {});
    const mine = read(all.at(-1) ?? {});
    const found = await find(service, { [field]: { eq: mine } });
    expect(found.map(read)).toEqual(all.map(read).filter((value) => value === mine));
    const rest = await find(service, { [field]: { notin: [mine] } });
    expect(rest.length + found.length).toBe(all.length);
  });

  it('knows all eight operators and the date of last use', async () => {
    const service = await startService();
    const created = await create(service, { recommended_disk_space: 1_000 });
    const id = number(created, 'template', 'id');
    for (const filter of [{ gt: 999 }, { gte: 1_000 }, { eq: 1_000 }, { in: [1_000, 5] }, { eq: '1000' }]) {
      expect((await find(service, { recommended_disk_space: filter })).map((t) => t.id)).toEqual([id]);
    }
    for (const filter of [{ lt: 1_000 }, { lte: 999 }, { neq: 1_000 }, { notin: [1_000] }]) {
      expect((await find(service, { recommended_disk_space: filter })).map((t) => t.id)).not.toContain(id);
    }
    await rent(service, { image: undefined, template_hash_id: text(created, 'template', 'hash_id') });
    expect(await find(service, { recent_create_date: { gte: service.control.now() } })).toMatchObject([
      { id, count_created: 1 },
    ]);
  });

  it.each(['{', '[]', '5', '{"name":{"like":"x"}}', '{"name":"x"}'])('refuses %s', async (filters) => {
    const service = await startService();
    expect((await service.call('GET', `${path}?select_filters=${encodeURIComponent(filters)}`)).status).toBe(
      400,
    );
  });
});
