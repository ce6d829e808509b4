import { describe, expect, it } from 'vitest';
import { list, rent, startService, text } from './support/service';

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
    expect((await service.call('GET', `/api/v0/instances/${ids[0]}/`)).status).toBe(200);
  });
});
