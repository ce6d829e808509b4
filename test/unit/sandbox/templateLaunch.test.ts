import { describe, expect, it } from 'vitest';
import { parseDockerFlags } from '../../sandbox/templates/dockerFlags';
import { rent, startService, text, type Service } from './support/service';

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

  it('may have an onstart of 4,048 characters, however long they are', async () => {
    const service = await startService();
    const hash = text(await create(service, { onstart: '\u{1f600}'.repeat(4_048) }), 'template', 'hash_id');
    const id = await rent(service, { template_hash_id: hash });
    expect(service.control.launch(id).onstart).toHaveLength(2 * 4_048);
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
    ['-h box -e A=b', { '-h': 'box', A: 'b' }],
    ['-v V.881:/mnt -n team', { '-v V.881:/mnt': '1', '-n team': '1' }],
    ['--shm-size 8g --ipc=host -e NAME -p 8000 -e A=b', { A: 'b' }],
  ])('%j mean %j', (flags, env) => {
    expect(parseDockerFlags(flags)).toEqual(env);
  });

  it.each(['-e', '-e "A=b', '-e =b', '-p 0:80', '-p 80:65536', 'A=b'])('%j mean nothing', (flags) => {
    expect(parseDockerFlags(flags)).toBeUndefined();
  });
});
