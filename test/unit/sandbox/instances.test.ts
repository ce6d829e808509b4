import { describe, expect, it } from 'vitest';
import { list, member, number, rent, startService, text, type Service } from './support/service';

const path = (id: number) => `/api/v0/instances/${id}/`;
const setState = (service: Service, id: number, state: string) =>
  service.call('PUT', path(id), { body: { state } });

describe('an instance', () => {
  it('goes from null over loading, with what Docker says, to running, and is found by list and id', async () => {
    const service = await startService({ bootSeconds: 100 });
    const id = await rent(service, { label: 'mine' });
    const look = () => service.control.instance(id);
    expect(look()).toMatchObject({
      actual_status: null,
      cur_state: 'unloaded',
      intended_status: 'running',
      label: 'mine',
    });
    await service.control.advance(15);
    expect(look()).toMatchObject({
      actual_status: 'loading',
      status_msg: expect.stringContaining('Pulling from') as string,
    });
    const messages = new Set<string | null>();
    for (let second = 15; second < 99; second += 7) {
      await service.control.advance(7);
      messages.add(look().status_msg);
    }
    expect(messages.size).toBeGreaterThan(8);
    expect(look().actual_status).toBe('loading');
    await service.control.advance(8);
    expect(look()).toMatchObject({ actual_status: 'running', cur_state: 'running' });
    const one = await service.call('GET', path(id));
    const all = await service.call('GET', '/api/v0/instances/');
    expect(all.body).toMatchObject({ instances_found: 1, instances: [member(one, 'instances')] });
  });

  it.each([
    ['ssh_direct', ['22/tcp'], 'ssh_direc'],
    ['ssh_proxy', null, 'ssh_proxy'],
    ['ssh', null, 'ssh_proxy'],
    ['jupyter_direct', ['22/tcp', '8080/tcp'], 'jupyter_direc'],
    ['jupyter_proxy', null, 'jupyter'],
    ['jupyter', null, 'jupyter'],
    ['args', null, 'args'],
  ])('with runtype %s has the ports that the specification gives it', async (runtype, ports, word) => {
    const service = await startService();
    const id = await rent(service, { runtype });
    await service.control.advance(60);
    const instance = service.control.instance(id);
    expect(instance.ports && Object.keys(instance.ports).sort()).toEqual(ports);
    expect(instance.image_runtype).toContain(word);
    expect(typeof instance.ssh_port).toBe(runtype === 'args' ? 'object' : 'number');
    if (ports !== null) expect(instance.public_ipaddr?.trim()).toBe('127.0.0.1');
  });

  it('has a port of the host for every port mapping in env', async () => {
    const service = await startService();
    const id = await rent(service, { runtype: 'args', env: { '-p 8000:9000': '1', MODE: 'test' } });
    await service.control.advance(60);
    const instance = service.control.instance(id);
    expect(Object.keys(instance.ports ?? {})).toEqual(['9000/tcp']);
    expect(instance.extra_env).toEqual([
      ['-p 8000:9000', '1'],
      ['MODE', 'test'],
    ]);
  });

  it('stopped, reports exited with cur_state and intended_status stopped, without an address', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.control.advance(60);
    expect((await setState(service, id, 'stopped')).body).toEqual({ success: true });
    expect(service.control.instance(id)).toMatchObject({
      intended_status: 'stopped',
      ports: null,
      ssh_port: null,
    });
    await service.control.advance(1);
    expect(service.control.instance(id)).toMatchObject({
      actual_status: 'exited',
      cur_state: 'stopped',
      intended_status: 'stopped',
      ports: null,
    });
  });

  it('started again, runs on other ports', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.control.advance(60);
    const before = service.control.instance(id).ssh_port;
    await setState(service, id, 'stopped');
    await service.control.advance(5);
    await setState(service, id, 'running');
    expect(service.control.instance(id).actual_status).toBe('loading');
    await service.control.advance(60);
    expect(service.control.instance(id).actual_status).toBe('running');
    expect(service.control.instance(id).ssh_port).not.toBe(before);
  });

  it('waits for its GPUs when someone else took them meanwhile', async () => {
    const service = await startService();
    const offer = service.control.freeOffers()[0]!;
    const id = await rent(service, {}, offer);
    await service.control.advance(60);
    await setState(service, id, 'stopped');
    await service.control.advance(5);
    expect(service.control.takeOffer(offer)).toBe(true);
    await setState(service, id, 'running');
    await service.control.advance(600);
    expect(service.control.instance(id)).toMatchObject({ intended_status: 'running', cur_state: 'stopped' });
    service.control.releaseOffer(offer);
    await service.control.advance(60);
    expect(service.control.instance(id).actual_status).toBe('running');
  });

  it('created as stopped, ends up stopped', async () => {
    const service = await startService();
    const id = await rent(service, { target_state: 'stopped' });
    await service.control.advance(120);
    expect(service.control.instance(id)).toMatchObject({ actual_status: 'exited', cur_state: 'stopped' });
  });

  it('interruptible, is outbid and goes on with a higher bid', async () => {
    const service = await startService();
    const offer = service.control.freeOffers()[0]!;
    await service.control.setPrice(offer, 1, 0.4);
    const id = await rent(service, { price: 0.5 }, offer);
    await service.control.advance(60);
    expect(service.control.instance(id)).toMatchObject({
      actual_status: 'running',
      is_bid: true,
      dph_base: 0.5,
    });
    await service.control.outbid(id);
    expect(service.control.instance(id)).toMatchObject({ cur_state: 'stopped', intended_status: 'running' });
    expect(service.control.instance(id).min_bid).toBeGreaterThan(0.5);
    const bid = (price: number) =>
      service.call('PUT', `/api/v0/instances/bid_price/${id}/`, { body: { client_id: 'me', price } });
    await bid(0.51);
    await service.control.advance(60);
    expect(service.control.instance(id).cur_state).toBe('stopped');
    await bid(0.9);
    await service.control.advance(60);
    expect(service.control.instance(id)).toMatchObject({ actual_status: 'running', dph_base: 0.9 });
  });

  it.each([
    ['exited', { actual_status: 'exited', intended_status: 'running' }],
    ['unknown', { actual_status: 'unknown' }],
    ['offline', { actual_status: 'offline' }],
    ['stuck', { actual_status: 'loading' }],
    [
      'error',
      {
        actual_status: 'loading',
        status_msg: expect.stringContaining('OCI runtime create failed') as string,
      },
    ],
    ['busy', { actual_status: null, cur_state: 'stopped', intended_status: 'running' }],
  ] as const)('on a host that is "%s" never becomes running', async (behaviour, expected) => {
    const service = await startService();
    service.control.setHostBehaviour('next', behaviour);
    const id = await rent(service);
    await service.control.advance(3_600);
    expect(service.control.instance(id)).toMatchObject(expected);
    expect(service.control.credit()).toBeGreaterThan(249.9);
    expect((await service.call('DELETE', path(id))).status).toBe(200);
  });

  it('fails at once with cancel_unavail when it would have to wait', async () => {
    const service = await startService();
    service.control.setHostBehaviour('next', 'busy');
    const offer = service.control.freeOffers()[0]!;
    const answer = await service.call('PUT', `/api/v0/asks/${offer}/`, {
      body: { image: 'a', cancel_unavail: true },
    });
    expect(answer).toMatchObject({
      status: 404,
      body: { msg: expect.stringContaining('no_such_ask') as string },
    });
    expect(service.control.instanceIds()).toEqual([]);
  });

  it('destroyed, is gone from list and id', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.control.advance(30);
    expect((await service.call('DELETE', path(id), { body: {} })).body).toEqual({ success: true });
    await service.control.advance(60);
    expect((await service.call('GET', path(id))).status).toBe(404);
    expect((await service.call('GET', '/api/v0/instances/')).body).toMatchObject({
      instances_found: 0,
      instances: [],
    });
  });

  it('belongs to its account alone', async () => {
    const service = await startService();
    const id = await rent(service);
    const { apiKey: key } = service.control.createAccount();
    for (const [method, body] of [['GET'], ['PUT', { state: 'stopped' }], ['DELETE']] as const) {
      expect((await service.call(method, path(id), { key, ...(body && { body }) })).status).toBe(404);
    }
    expect(list(await service.call('GET', '/api/v0/instances/', { key }), 'instances')).toEqual([]);
  });

  it('takes a label up to 1,024 characters', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.call('PUT', path(id), { body: { label: 'x'.repeat(1_024) } });
    expect(service.control.instance(id).label).toHaveLength(1_024);
    expect((await service.call('PUT', path(id), { body: { label: 'x'.repeat(1_025) } })).status).toBe(400);
  });

  it.each([[{}], [{ state: 'paused' }], [{ state: 5 }], [{ label: 5 }]])(
    'refuses the change %j',
    async (body) => {
      const service = await startService();
      const id = await rent(service);
      expect((await service.call('PUT', path(id), { body })).status).toBe(400);
    },
  );

  it('is rebooted and recycled, and gives out its log, where the service has that', async () => {
    const service = await startService();
    const id = await rent(service, { onstart: 'echo hello' });
    await service.control.advance(60);
    for (const [verb, word] of [
      ['reboot', 'rebooting'],
      ['recycle', 'recycling'],
    ] as const) {
      expect((await service.call('PUT', `/api/v0/instances/${verb}/${id}/`, { body: {} })).status).toBe(200);
      expect(service.control.instance(id).actual_status).toBe(word);
      await service.control.advance(60);
      expect(service.control.instance(id).actual_status).toBe('running');
    }
    const asked = await service.call('PUT', `/api/v0/instances/request_logs/${id}/`, { body: { tail: '2' } });
    const url = text(asked, 'result_url');
    const tries = [];
    for (let count = 0; count < 3; count += 1) tries.push(await service.call('GET', url, { key: null }));
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 200]);
    expect(tries[2]?.body).toBe('onstart:\necho hello\n');
  });
});

describe('the list of instances', () => {
  it('has moved to v1 for some accounts, where it comes in pages of 25', async () => {
    const service = await startService({ listVersion: 'v1' });
    expect(await service.call('GET', '/api/v0/instances/')).toMatchObject({
      status: 410,
      body: { success: false, error: 'deprecated_endpoint' },
    });
    const ids: number[] = [];
    for (let count = 0; count < 30; count += 1) ids.push(await rent(service, { runtype: 'args' }));
    const first = await service.call('GET', '/api/v1/instances/?limit=25');
    expect(first.body).toMatchObject({ instances_found: 25, total_instances: 30 });
    const second = await service.call(
      'GET',
      `/api/v1/instances/?limit=25&after_token=${text(first, 'next_token')}`,
    );
    expect(second.body).toMatchObject({ instances_found: 5, total_instances: 30, next_token: null });
    const seen = [...list(first, 'instances'), ...list(second, 'instances')].map((one) => one.id);
    expect(seen).toEqual(ids);
    expect((await service.call('GET', '/api/v1/instances/?after_token=zzz')).status).toBe(400);
    expect((await service.call('GET', '/api/v1/instances/?limit=0')).status).toBe(400);
    expect((await service.call('GET', path(ids[0]!))).status).toBe(200);
  });
});

describe('the creation request', () => {
  const create = async (body: unknown, prepare?: (service: Service) => void) => {
    const service = await startService();
    prepare?.(service);
    const offer = service.control.freeOffers()[0]!;
    return { service, answer: await service.call('PUT', `/api/v0/asks/${offer}/`, { body }) };
  };

  it('may carry every field that the specification names', async () => {
    const request = {
      image: 'pytorch/pytorch:latest',
      label: 'all fields',
      disk: 12.5,
      runtype: 'jupyter_direct',
      target_state: 'running',
      env: { A: 'b', '-p 8000:8000': '1' },
      onstart: 'x'.repeat(4_048),
      args_str: '',
      use_jupyter_lab: true,
      jupyter_dir: '/root',
      python_utf8: true,
      lang_utf8: true,
      image_login: '-u me -p token registry.example.com',
      cancel_unavail: true,
      vm: false,
      unknown_member: 7,
      volume_info: null,
    };
    const { service, answer } = await create(request);
    expect(answer.body).toEqual({
      success: true,
      new_contract: expect.any(Number) as number,
      instance_api_key: expect.any(String) as string,
    });
    expect(service.control.launch(number(answer, 'new_contract'))).toMatchObject({
      disk: 12.5,
      useJupyterLab: true,
      jupyterDir: '/root',
      pythonUtf8: true,
      langUtf8: true,
      imageLogin: '-u me -p token registry.example.com',
    });
  });

  it('without disk and runtype gets 8 GB and the default runtype', async () => {
    const { service, answer } = await create({ image: 'a' });
    expect(service.control.launch(number(answer, 'new_contract'))).toMatchObject({
      disk: 8,
      runtype: 'args',
    });
  });

  it('gets no more disk than the offer has', async () => {
    const { service, answer } = await create({ image: 'a', disk: 10_000_000 });
    expect(service.control.launch(number(answer, 'new_contract')).disk).toBeLessThan(100_000);
  });

  it.each([
    ['no image and no template', {}, 'image'],
    ['an empty image', { image: ' ' }, 'image'],
    ['an image that is no text', { image: 5 }, 'image'],
    ['a disk of 0', { image: 'a', disk: 0 }, 'disk'],
    ['a disk that is text', { image: 'a', disk: '10' }, 'disk'],
    ['an unknown runtype', { image: 'a', runtype: 'telnet' }, 'runtype'],
    ['an unknown target state', { image: 'a', target_state: 'paused' }, 'target_state'],
    ['env as a flag string', { image: 'a', env: '-e A=b' }, 'env'],
    ['an env value that is no text', { image: 'a', env: { A: 1 } }, 'env'],
    ['a port mapping with another value', { image: 'a', env: { '-p 80:80': '2' } }, 'env'],
    ['a port that does not exist', { image: 'a', env: { '-p 80:70000': '1' } }, 'env'],
    ['a flag that is no port mapping', { image: 'a', env: { '--privileged': '1' } }, 'env'],
    ['an onstart of 4,049 characters', { image: 'a', onstart: 'x'.repeat(4_049) }, 'onstart'],
    ['a login that is no flags', { image: 'a', image_login: 'me:token' }, 'image_login'],
    ['a flag that is no boolean', { image: 'a', use_jupyter_lab: 'yes' }, 'use_jupyter_lab'],
    ['a volume without an id', { image: 'a', volume_info: { mount_path: '/data' } }, 'volume_info.volume_id'],
    [
      'a volume on no path',
      { image: 'a', volume_info: { volume_id: 1, mount_path: 'data' } },
      'volume_info.mount_path',
    ],
    [
      'a new volume without a size',
      { image: 'a', volume_info: { create_new: true, volume_id: 1, mount_path: '/d' } },
      'volume_info.size',
    ],
    [
      'a volume that does not exist',
      { image: 'a', volume_info: { volume_id: 1, mount_path: '/d' } },
      'volume_info',
    ],
    ['a template that does not exist', { template_hash_id: 'nope' }, 'template_hash_id'],
    ['a body that is no JSON', '{"image":', 'JSON'],
    ['a body that is a list', [], 'body'],
  ])('is refused with %s, naming the field', async (_name, body, field) => {
    const { service, answer } = await create(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: expect.stringContaining(field) as string },
    });
    expect(service.control.instanceIds()).toEqual([]);
  });

  it.each([
    ['a price of 0', { image: 'a', price: 0 }, 'invalid_price', undefined],
    ['a price that is text', { image: 'a', price: '1' }, 'invalid_price', undefined],
    ['a bid below the lowest', { image: 'a', price: 0.000_1 }, 'invalid_price', undefined],
    ['no credit', { image: 'a' }, 'missing_billing', (service: Service) => service.control.setCredit(0)],
    [
      'no way to pay',
      { image: 'a' },
      'missing_billing',
      (service: Service) => service.control.setAccount(service.control.accountId(), { hasBilling: false }),
    ],
    [
      'spending too fast',
      { image: 'a' },
      'spend_rate_limit',
      (service: Service) => service.control.setAccount(service.control.accountId(), { spendLimited: true }),
    ],
  ])('is refused with %s by an error of its own', async (_name, body, error, prepare) => {
    const { answer } = await create(body, prepare);
    expect(answer).toMatchObject({ status: 400, body: { success: false, error } });
  });

  it('for a VM needs a machine that runs VMs and a key in the account', async () => {
    const service = await startService();
    const offers = list(await service.call('POST', '/api/v0/bundles/', { body: { limit: 5_000 } }), 'offers');
    const vm = (able: boolean) => {
      const offer = offers.find((one) => one.vms_enabled === able);
      return service.call('PUT', `/api/v0/asks/${String(offer?.id)}/`, { body: { image: 'a', vm: true } });
    };
    expect((await vm(false)).body).toMatchObject({ error: 'invalid_args' });
    expect((await vm(true)).body).toMatchObject({ error: 'no_ssh_key_for_vm' });
    service.control.addUserSshKey('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me');
    const id = number(await vm(true), 'new_contract');
    const body = { ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5BBBB you' };
    expect((await service.call('POST', `/api/v0/instances/${id}/ssh/`, { body })).status).toBe(400);
  });

  it.each(['0', '-1', 'abc', '1.5', '99999999999999999999'])('is refused for the offer id %s', async (id) => {
    const service = await startService();
    expect((await service.call('PUT', `/api/v0/asks/${id}/`, { body: { image: 'a' } })).status).toBe(400);
  });
});
