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

  const query = (members: Record<string, unknown>) =>
    `/api/v1/instances/?${Object.entries(members)
      .map(
        ([name, value]) =>
          `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
      )
      .join('&')}`;

  it('v1 has only what its filters let through, an empty label for none', async () => {
    const service = await startService();
    const [first, second, third] = [
      await rent(service, { label: 'one' }),
      await rent(service, { label: 'two' }),
      await rent(service),
    ];
    const ids = async (filters: object) =>
      list(await service.call('GET', query({ select_filters: filters })), 'instances').map(({ id }) => id);
    expect(await ids({ label: { eq: 'one' } })).toEqual([first]);
    expect(await ids({ label: { in: ['two', ''] } })).toEqual([second, third]);
    expect(await ids({ label: { eq: 'nobody has it' } })).toEqual([]);
    expect(await ids({ id: { gt: first } })).toEqual([second, third]);
    expect(await ids({})).toEqual([first, second, third]);
    const answer = await service.call('GET', query({ select_filters: { label: { neq: '' } } }));
    expect(answer.body).toMatchObject({ total_instances: 2, label_counts: { one: 1, two: 1 } });
  });

  it.each([
    [{ select_filters: { labl: { eq: 'one' } } }, 'labl'],
    [{ select_filters: { label: 'one' } }, 'label'],
    [{ select_filters: 'label=one' }, 'select_filters'],
    [{ order_by: [{ col: 'colour' }] }, 'colour'],
    [{ order_by: 'id desc' }, 'order_by'],
    [{ order_by: [{ col: 'id', dir: 'up' }] }, 'order_by'],
    [{ select_cols: { id: true } }, 'select_cols'],
  ])('v1 refuses %j, lest it means all', async (members, field) => {
    const service = await startService();
    await rent(service, { label: 'one' });
    expect(await service.call('GET', query(members))).toMatchObject({
      status: 400,
      body: { error: 'invalid_args', msg: expect.stringContaining(field) as string },
    });
  });

  it('v1 comes in the order and with the columns that were asked for, over its pages', async () => {
    const service = await startService();
    for (const label of ['b', 'c', 'a', 'c', 'b']) await rent(service, { label });
    const labels: unknown[] = [];
    let after: Record<string, unknown> = {};
    for (let page = 0; page < 3; page += 1) {
      const members = {
        order_by: [{ col: 'label', dir: 'desc' }],
        select_cols: ['label'],
        limit: 2,
        ...after,
      };
      const answer = await service.call('GET', query(members));
      const rows = list(answer, 'instances');
      expect(rows.flatMap((row) => Object.keys(row))).toEqual(rows.map(() => 'label'));
      labels.push(...rows.map(({ label }) => label));
      after = page < 2 ? { after_token: text(answer, 'next_token') } : {};
    }
    expect(labels).toEqual(['c', 'c', 'b', 'b', 'a']);
  });

  it('v1 goes on after the last row seen, also when that one is gone', async () => {
    const service = await startService();
    const ids = [await rent(service), await rent(service), await rent(service)];
    const first = await service.call('GET', query({ limit: 1 }));
    await service.call('DELETE', `/api/v0/instances/${ids[0]}/`);
    const second = await service.call('GET', query({ limit: 1, after_token: text(first, 'next_token') }));
    expect(list(second, 'instances').map(({ id }) => id)).toEqual([ids[1]]);
  });
});
