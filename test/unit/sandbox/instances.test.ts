import { describe, expect, it } from 'vitest';
import { list, member, rent, startService, text, type Service } from './support/service';

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
    const all = await service.call('GET', '/api/v1/instances/');
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

  it('has UDP ports as UDP, and a port that is the same inside and outside for a number above all ports', async () => {
    const service = await startService();
    const env = { '-p 5000:5000/udp': '1', '-p 5000:5000': '1', '-p 70000:70000': '1' };
    const id = await rent(service, { runtype: 'args', env });
    await service.control.advance(60);
    const ports = service.control.instance(id).ports ?? {};
    const [tcp, udp, same = ''] = Object.keys(ports).sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
    expect([tcp, udp].sort()).toEqual(['5000/tcp', '5000/udp']);
    expect(`${ports[same]?.[0]?.HostPort}/tcp`).toBe(same);
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
    expect(service.control.instance(id)).toMatchObject({ actual_status: 'exited', cur_state: 'stopped' });
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

  it('created as stopped and started before it is up, goes on and ends up running', async () => {
    for (const seconds of [0, 5, 30]) {
      const service = await startService();
      const id = await rent(service, { target_state: 'stopped' });
      await service.control.advance(seconds);
      expect((await setState(service, id, 'running')).status).toBe(200);
      expect(service.control.instance(id)).toMatchObject({ intended_status: 'running' });
      await service.control.advance(60 - seconds);
      expect(service.control.instance(id)).toMatchObject({ actual_status: 'running', cur_state: 'running' });
      const [load] = service.control.machineLoads().filter(({ used }) => used > 0);
      expect(load?.used).toBe(load?.held);
    }
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

  it('interruptible, is outbid when the market rises above its bid, and goes on when it falls', async () => {
    const service = await startService();
    const offer = service.control.freeOffers()[0]!;
    await service.control.setPrice(offer, 1, 0.4);
    const id = await rent(service, { price: 0.5 }, offer);
    await service.control.advance(60);
    await service.control.setPrice(offer, 1, 0.6);
    const outbid = { cur_state: 'stopped', intended_status: 'running', min_bid: 0.6 };
    expect(service.control.instance(id)).toMatchObject(outbid);
    await service.control.setPrice(offer, 1, 0.5);
    await service.control.advance(60);
    expect(service.control.instance(id)).toMatchObject({ actual_status: 'running', cur_state: 'running' });
  });

  it('frozen, is still charged for its GPUs, has no address, and runs again after a reboot', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.control.advance(60);
    await service.control.setInstanceStatus(id, 'frozen');
    expect(service.control.instance(id)).toMatchObject({ actual_status: 'frozen', ports: null });
    const credit = async () => {
      const { body } = await service.call('GET', '/api/v0/users/current/');
      return Number((body as { credit?: unknown }).credit);
    };
    const before = await credit();
    await service.control.advance(3600);
    const { dph_base } = service.control.instance(id);
    expect(before - (await credit())).toBeGreaterThan(dph_base * 0.99);
    await service.call('PUT', `/api/v0/instances/reboot/${id}/`, { body: {} });
    await service.control.advance(60);
    expect(service.control.instance(id).actual_status).toBe('running');
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
    expect(await service.call('GET', path(id))).toMatchObject({ status: 200, body: { instances: null } });
    service.control.configure({ unknownInstance: 'not_found' });
    expect((await service.call('GET', path(id))).status).toBe(404);
    expect((await service.call('GET', '/api/v1/instances/')).body).toMatchObject({
      instances_found: 0,
      instances: [],
    });
  });

  it('belongs to its account alone', async () => {
    const service = await startService();
    const id = await rent(service);
    const { apiKey: key } = service.control.createAccount();
    expect((await service.call('GET', path(id), { key })).body).toEqual({ instances: null });
    for (const [method, body] of [['PUT', { state: 'stopped' }], ['DELETE']] as const) {
      expect((await service.call(method, path(id), { key, ...(body && { body }) })).status).toBe(404);
    }
    expect(list(await service.call('GET', '/api/v1/instances/', { key }), 'instances')).toEqual([]);
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

describe('a host that was stuck', () => {
  it('brings the instance up once it is good again', async () => {
    const service = await startService();
    service.control.setHostBehaviour('next', 'stuck');
    const id = await rent(service);
    await service.control.advance(600);
    service.control.setHostBehaviour(service.control.instance(id).machine_id, 'good');
    await service.control.advance(0);
    expect(service.control.instance(id).actual_status).toBe('running');
  });
});
