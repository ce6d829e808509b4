import { describe, expect, it } from 'vitest';
import { list, member, number, rent, startService, type Service } from './support/service';

const one = (id: number) => `/api/v0/instances/${id}/`;
const ids = async (service: Service) =>
  list(await service.call('GET', '/api/v1/instances/'), 'instances').map(({ id }) => id);
const setState = (service: Service, id: number, state: string) =>
  service.call('PUT', one(id), { body: { state } });

describe('a wrong answer', () => {
  it('is one list without instances, right before and after', async () => {
    const service = await startService();
    const id = await rent(service);
    expect(await ids(service)).toEqual([id]);
    service.control.failNext({ path: '/instances/', like: 'empty_list' });
    const wrong = await service.call('GET', '/api/v1/instances/');
    expect(wrong.body).toMatchObject({
      success: true,
      instances: [],
      instances_found: 0,
      total_instances: 0,
    });
    expect(await ids(service)).toEqual([id]);
  });

  it('is one list without one row', async () => {
    const service = await startService();
    const [first, second] = [await rent(service), await rent(service)];
    service.control.failNext({ pathEnd: '/instances/', leaveOut: [first] });
    expect(await ids(service)).toEqual([second]);
    expect(await ids(service)).toEqual([first, second]);
  });

  it.each([
    ['gateway_404', 404, 'text/html', expect.stringContaining('nginx') as string],
    ['empty_404', 404, 'text/plain', ''],
    ['detail_404', 404, 'application/json', { detail: 'Not Found' }],
    ['no_instance', 200, 'application/json', { instances: null }],
    [
      'session_expired',
      404,
      'application/json',
      { success: false, msg: 'Session expired. Please log in again.' },
    ],
  ] as const)('is %s, for one instance once', async (like, status, contentType, body) => {
    const service = await startService();
    const [id, other] = [await rent(service), await rent(service)];
    service.control.failNext({ pathEnd: `/instances/${id}/`, like });
    expect((await service.call('GET', one(other))).status).toBe(200);
    expect(await service.call('GET', one(id))).toMatchObject({ status, contentType, body });
    expect(member(await service.call('GET', one(id)), 'instances', 'id')).toBe(id);
  });

  it('lacks the members that a rule names, in the list and for one instance', async () => {
    const service = await startService();
    const id = await rent(service);
    for (const path of ['/api/v1/instances/', one(id)]) {
      service.control.failNext({ path: '/instances/', fields: ['gpu_util', 'dph_total'] });
      const { instances } = (await service.call('GET', path)).body as { instances: object | object[] };
      const row = [instances].flat()[0] ?? {};
      expect(Object.keys(row)).not.toContain('gpu_util');
      expect(row).not.toHaveProperty('dph_total');
      expect(row).toHaveProperty('actual_status');
    }
  });

  it('says something else of an instance until that is ended', async () => {
    const service = await startService();
    const id = await rent(service);
    const shown = { members: { actual_status: 'scheduling', gpu_util: -1 }, without: ['cur_state'] };
    service.control.showInstance(id, shown);
    const row = (await service.call('GET', one(id))).body;
    expect(row).toMatchObject({ instances: { actual_status: 'scheduling', gpu_util: -1 } });
    expect(row).not.toHaveProperty('instances.cur_state');
    expect(service.control.instance(id)).toMatchObject({ actual_status: null, cur_state: 'unloaded' });
    service.control.showInstance(id, null);
    expect((await service.call('GET', one(id))).body).toMatchObject({ instances: { actual_status: null } });
  });
});

describe('a start', () => {
  async function stoppedWithoutGpu(queuedStart: 'waits' | 'given_up') {
    const service = await startService({ queuedStart });
    const offer = service.control.freeOffers()[0]!;
    const id = await rent(service, {}, offer);
    await service.control.advance(60);
    await setState(service, id, 'stopped');
    await service.control.advance(5);
    service.control.takeOffer(offer);
    return { service, id, offer };
  }
  const queued = {
    success: false,
    error: 'resources_unavailable',
    msg: 'Required resources are currently unavailable, state change queued.',
  };

  it('is queued until its GPUs are free', async () => {
    const { service, id, offer } = await stoppedWithoutGpu('waits');
    expect(await setState(service, id, 'running')).toMatchObject({ status: 200, body: queued });
    await service.control.advance(3_600);
    expect(service.control.instance(id)).toMatchObject({ intended_status: 'running', cur_state: 'stopped' });
    service.control.releaseOffer(offer);
    await service.control.advance(60);
    expect(service.control.instance(id).actual_status).toBe('running');
  });

  it('is given up by the service after a while in the queue', async () => {
    const { service, id, offer } = await stoppedWithoutGpu('given_up');
    expect((await setState(service, id, 'running')).body).toEqual(queued);
    expect(service.control.instance(id).intended_status).toBe('running');
    await service.control.advance(120);
    expect(service.control.instance(id)).toMatchObject({ intended_status: 'stopped', cur_state: 'stopped' });
    service.control.releaseOffer(offer);
    await service.control.advance(600);
    expect(service.control.instance(id).cur_state).toBe('stopped');
  });

  it('again goes through exited with stopped, exited with running, to running', async () => {
    const service = await startService({ restart: 'exited' });
    const id = await rent(service);
    await service.control.advance(60);
    await setState(service, id, 'stopped');
    await service.control.advance(5);
    expect((await setState(service, id, 'running')).body).toEqual({ success: true });
    const seen = [];
    for (let second = 0; second <= 30; second += 1) {
      const { actual_status, cur_state, intended_status } = service.control.instance(id);
      seen.push(`${intended_status}: ${actual_status}/${cur_state}`);
      await service.control.advance(1);
    }
    expect([...new Set(seen)]).toEqual([
      'running: exited/stopped',
      'running: exited/running',
      'running: running/running',
    ]);
  });

  it.each([
    ['created', 'running'],
    ['given_up', 'stopped'],
  ] as const)('fails with what the host says: %s', async (behaviour, intended) => {
    const service = await startService();
    for (const message of service.control.startFailures()) {
      service.control.setHostBehaviour('next', behaviour, message);
      const id = await rent(service);
      await service.control.advance(600);
      expect(service.control.instance(id)).toMatchObject({
        actual_status: 'created',
        cur_state: 'stopped',
        intended_status: intended,
        status_msg: message,
      });
    }
    const user = await service.call('GET', '/api/v0/users/current/');
    expect(number(user, 'credit')).toBeGreaterThan(249);
    expect(service.control.machineLoads().every(({ used }) => used === 0)).toBe(true);
  });
});
