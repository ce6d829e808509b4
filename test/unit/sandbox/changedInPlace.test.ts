import { describe, expect, it } from 'vitest';
import { member, rent, startService, type Service } from './support/service';

const change = (service: Service, id: number, body: object) =>
  service.call('PUT', `/api/v0/instances/update_template/${id}/`, { body: { id, ...body } });
const look = (service: Service, id: number) => service.control.instance(id);

describe('an instance that is changed in its place', () => {
  it('is made anew on its machine at its price, and keeps what was not changed', async () => {
    const service = await startService();
    const id = await rent(service, { env: { A: '1' }, onstart: 'echo up', label: 'mine' });
    await service.control.advance(60);
    const { machine_id, dph_total } = look(service, id);
    const answer = await change(service, id, { image: 'alpine:3' });
    expect(member(answer, 'updated_instance')).toMatchObject({ image_uuid: 'alpine:3' });
    expect(look(service, id).actual_status).toBe('recycling');
    expect((await change(service, id, { image: 'alpine:4' })).status).toBe(409);
    await service.control.advance(60);
    expect(look(service, id)).toMatchObject({
      actual_status: 'running',
      image_uuid: 'alpine:3',
      extra_env: [['A', '1']],
      onstart: 'echo up',
      label: 'mine',
      machine_id,
      dph_total,
    });
  });

  it('that is stopped has the change with its next start', async () => {
    const service = await startService();
    const id = await rent(service, { env: { A: '1' } });
    await service.control.advance(60);
    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'stopped' } });
    expect((await change(service, id, { env: { B: '2' } })).status).toBe(409);
    await service.control.advance(60);
    expect((await change(service, id, { env: { B: '2' } })).status).toBe(200);
    await service.control.advance(60);
    expect(look(service, id)).toMatchObject({ intended_status: 'stopped', extra_env: [['B', '2']] });
    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'running' } });
    await service.control.advance(60);
    expect(look(service, id).actual_status).toBe('running');
  });

  it('to a private image fails without a login, bills no GPU then, and is mended by another image', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.control.advance(60);
    await change(service, id, { image: 'ghcr.io/private/model:1' });
    await service.control.advance(60);
    expect(look(service, id)).toMatchObject({
      actual_status: 'created',
      cur_state: 'stopped',
      status_msg: expect.stringContaining('pull access denied for ghcr.io/private/model') as string,
    });
    // Nothing tries it again by itself.
    await service.control.advance(600);
    expect(look(service, id).actual_status).toBe('created');
    await change(service, id, { image: 'ubuntu:22.04' });
    await service.control.advance(60);
    expect(look(service, id).actual_status).toBe('running');
  });

  it('to a private image starts with the login that it was rented with', async () => {
    const service = await startService();
    const id = await rent(service, { image_login: '-u me -p token ghcr.io' });
    await service.control.advance(60);
    await change(service, id, { image: 'ghcr.io/private/model:1' });
    await service.control.advance(60);
    expect(look(service, id).actual_status).toBe('running');
  });
});
