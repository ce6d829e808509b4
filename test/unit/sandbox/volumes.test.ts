import { describe, expect, it } from 'vitest';
import { list, number, startService, type Service } from './support/service';

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

  it('go with everything else when all is destroyed', async () => {
    const { service, volumeOffer } = await setUp();
    await service.call('PUT', '/api/v0/volumes/', { body: { id: volumeOffer, size: 10 } });
    await service.control.destroyAll();
    expect(service.control.volumes()).toEqual([]);
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

  it('are cloned: billed at once, filled after a while, and of no use if the source is deleted meanwhile', async () => {
    const { service, volumeOffer } = await setUp();
    const make = async (path: string, method: string, body: object) =>
      service.call(method, `/api/v0/${path}`, { body });
    const source = number(await make('volumes/', 'PUT', { id: volumeOffer, size: 10 }), 'volume', 'id');
    const rate = async () => {
      const before = service.control.credit();
      await service.control.advance(3600);
      return before - service.control.credit();
    };
    const alone = await rate();
    expect(alone).toBeGreaterThan(0);
    const copy = { src_id: source, dst_id: volumeOffer, size: 10 };
    expect(await make('volumes/copy/', 'POST', copy)).toMatchObject({
      body: { success: true, volume_name: expect.stringMatching(/^V\.\d+$/) as string },
    });
    const statuses = async () =>
      list(await service.call('GET', '/api/v0/volumes?owner=me'), 'volumes').map(({ status }) => status);
    expect(await statuses()).toEqual(['created', 'copying']);
    expect(await rate()).toBeCloseTo(2 * alone, 6);
    expect(await statuses()).toEqual(['created', 'created']);
    await make('volumes/copy/', 'POST', copy);
    await make('volumes/', 'DELETE', { id: source });
    await service.control.advance(10);
    expect(await statuses()).toEqual(['created', 'error']);
  });

  it('aren’t made where there is no room, no source or no credit', async () => {
    const { service, volumeOffer } = await setUp();
    const create = { id: volumeOffer, size: 10 };
    const put = (body: object) => service.call('PUT', '/api/v0/volumes/', { body });
    const copy = (body: object) => service.call('POST', '/api/v0/volumes/copy/', { body });
    const source = number(await put(create), 'volume', 'id');
    expect(await put({ ...create, size: 1_000_000 })).toMatchObject({ status: 400 });
    expect(await put({ ...create, id: 1 })).toMatchObject({ status: 404 });
    const clone = { src_id: source, dst_id: volumeOffer, size: 10 };
    expect(await copy({ ...clone, size: 9 })).toMatchObject({ status: 400 });
    expect(await copy({ ...clone, src_id: 1 })).toMatchObject({ status: 404 });
    expect(await copy({ ...clone, dst_id: 1 })).toMatchObject({ status: 404 });
    service.control.setCredit(0);
    expect((await put(create)).status).toBe(400);
    expect((await copy(clone)).status).toBe(400);
    expect(service.control.volumes()).toHaveLength(1);
  });
});
