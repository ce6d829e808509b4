import { describe, expect, it } from 'vitest';
import { parseDockerFlags } from '../../sandbox/templates/dockerFlags';
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
    ['env', '--privileged x'],
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

describe('an instance made from a template', () => {
  const template = {
    image: 'org/image',
    tag: 'v2',
    env: '-e A=template -e B="two words" -p 8000:8000',
    onstart: 'echo template',
    runtype: 'jupyter',
    jup_direct: true,
    use_jupyter_lab: true,
    jupyter_dir: '/work',
    extra_filters: { gpu_ram: { gte: 1 }, cuda_max_good: { gte: 12 } },
    recommended_disk_space: 33,
    docker_login_repo: 'r.example.com',
    docker_login_user: 'u',
    docker_login_pass: 'p',
    volume_info: { create_new: true, size: 10 },
  };

  it('has everything of the template that the request does not name, the volume hint apart', async () => {
    const service = await startService();
    const hash = text(await create(service, template), 'template', 'hash_id');
    const id = await rent(service, {
      template_hash_id: hash,
      image: undefined,
      disk: undefined,
      runtype: undefined,
    });
    expect(service.control.launch(id)).toMatchObject({
      image: 'org/image:v2',
      env: { A: 'template', B: 'two words', '-p 8000:8000': '1' },
      onstart: 'echo template',
      runtype: 'jupyter_direct',
      useJupyterLab: true,
      jupyterDir: '/work',
      disk: 33,
      imageLogin: '-u u -p p r.example.com',
      volume: undefined,
    });
    expect(service.control.instance(id)).toMatchObject({
      template_hash_id: hash,
      template_name: 'mine',
      volume_info: [],
    });
  });

  it('takes scalars of the request first and merges env and extra_filters by key', async () => {
    const service = await startService();
    const hash = text(await create(service, template), 'template', 'hash_id');
    const id = await rent(service, {
      template_hash_id: hash,
      image: 'mine:1',
      disk: 5,
      runtype: 'ssh_direct',
      onstart: 'echo request',
      env: { A: 'request', C: 'new' },
      extra_filters: { gpu_ram: { gte: 2 } },
      image_login: '-u me -p token other.example.com',
    });
    expect(service.control.launch(id)).toMatchObject({
      image: 'mine:1',
      disk: 5,
      runtype: 'ssh_direct',
      onstart: 'echo request',
      env: { A: 'request', B: 'two words', C: 'new', '-p 8000:8000': '1' },
      extraFilters: { gpu_ram: { gte: 2 }, cuda_max_good: { gte: 12 } },
      imageLogin: '-u me -p token other.example.com',
    });
  });

  it.each([
    [{ runtype: 'ssh', ssh_direct: true }, 'ssh_direct'],
    [{ runtype: 'ssh' }, 'ssh_proxy'],
    [{ runtype: 'jupyter', jup_direct: true }, 'jupyter_direct'],
    [{ runtype: 'jupyter' }, 'jupyter_proxy'],
    [{}, 'args'],
  ])('with %j has the runtype %s', async (fields, runtype) => {
    const service = await startService();
    const hash = text(await create(service, fields), 'template', 'hash_id');
    const id = await rent(service, { template_hash_id: hash, runtype: undefined });
    expect(service.control.launch(id).runtype).toBe(runtype);
  });

  it('is refused when the template’s onstart is too long for an instance', async () => {
    const service = await startService();
    const hash = text(await create(service, { onstart: 'x'.repeat(4_049) }), 'template', 'hash_id');
    const offer = service.control.freeOffers()[0]!;
    const answer = await service.call('PUT', `/api/v0/asks/${offer}/`, { body: { template_hash_id: hash } });
    expect(answer).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('onstart') as string },
    });
  });
});

describe('docker flags', () => {
  it.each([
    ['', {}],
    ['-e A=b', { A: 'b' }],
    [`-e A='x y' -e B="q \\" r" -p 80:8080/udp`, { A: 'x y', B: 'q " r', '-p 80:8080/udp': '1' }],
    ['  -e   A=   -e B=c=d', { A: '', B: 'c=d' }],
    ['-h box -e A=b', { A: 'b' }],
  ])('%j mean %j', (flags, env) => {
    expect(parseDockerFlags(flags)).toEqual(env);
  });

  it.each(['-e', '-e A', '-e "A=b', '-p 80', '-x y', 'A=b'])('%j mean nothing', (flags) => {
    expect(parseDockerFlags(flags)).toBeUndefined();
  });
});

describe('volumes', () => {
  const setUp = async () => {
    const service = await startService();
    const offers = list(await service.call('POST', '/api/v0/bundles/', { body: { limit: 5_000 } }), 'offers');
    const [offer, other] = [offers[0], offers.find((one) => one.machine_id !== offers[0]?.machine_id)];
    const search = await service.call('POST', '/api/v0/volumes/search/', {
      body: { machine_id: { eq: offer?.machine_id }, disk_space: { gte: 10 } },
    });
    return {
      service,
      offerId: Number(offer?.id),
      otherId: Number(other?.id),
      volumeOffer: number(search, 'offers', 0, 'id'),
    };
  };
  const create = (service: Service, offer: number, volume_info: object) =>
    service.call('PUT', `/api/v0/asks/${offer}/`, { body: { image: 'a', volume_info } });

  it('are created by themselves, linked at creation, kept after the instance and deleted', async () => {
    const { service, offerId, otherId, volumeOffer } = await setUp();
    const made = await service.call('PUT', '/api/v0/volumes/', {
      body: { id: volumeOffer, size: 10, name: 'data' },
    });
    const id = number(made, 'volume', 'id');
    const link = { volume_id: id, mount_path: '/data' };
    expect(await create(service, otherId, link)).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('another machine') as string },
    });
    const instance = number(await create(service, offerId, { ...link, create_new: false }), 'new_contract');
    expect(service.control.instance(instance).volume_info).toEqual([{ volume_id: id, mount_path: '/data' }]);
    const remove = () => service.call('DELETE', '/api/v0/volumes/', { body: { id } });
    expect((await remove()).status).toBe(400);
    await service.call('DELETE', `/api/v0/instances/${instance}/`);
    const listed = await service.call('GET', '/api/v0/volumes?owner=me&type=all_volume');
    expect(listed.body).toMatchObject({ volumes: [{ id, name: 'data', size: 10, instances: [] }] });
    expect((await remove()).body).toEqual({ success: true });
    expect((await remove()).status).toBe(404);
  });

  it('are created together with the instance', async () => {
    const { service, offerId, volumeOffer } = await setUp();
    const info = { create_new: true, volume_id: volumeOffer, size: 10, mount_path: '/data' };
    expect((await create(service, offerId, { ...info, size: 10_000_000 })).status).toBe(400);
    expect((await create(service, offerId, { ...info, volume_id: volumeOffer + 100_000 })).status).toBe(400);
    expect(service.control.volumes()).toEqual([]);
    const instance = number(await create(service, offerId, info), 'new_contract');
    expect(service.control.volumes()).toMatchObject([{ size: 10 }]);
    expect(service.control.instance(instance).volume_info).toMatchObject([{ mount_path: '/data' }]);
  });
});
