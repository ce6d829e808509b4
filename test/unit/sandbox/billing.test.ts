import { describe, expect, it } from 'vitest';
import { list, text, rent, startService, type Service } from './support/service';

const hour = 3_600;
const state = (service: Service, id: number, to: string) =>
  service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: to } });

/** What one hour of the present state costs. */
async function hourCosts(service: Service): Promise<number> {
  const before = service.control.credit();
  await service.control.advance(hour);
  return before - service.control.credit();
}

describe('billing', () => {
  it('charges disk from creation, compute while running, disk after a stop, nothing after the end', async () => {
    const service = await startService({ bootSeconds: 2 * hour });
    const id = await rent(service, { disk: 50 });
    const { search, instance } = service.control.instance(id);
    expect(await hourCosts(service)).toBeCloseTo(instance.totalHour, 6);
    await service.control.advance(hour);
    expect(await hourCosts(service)).toBeCloseTo(search.totalHour, 6);
    await state(service, id, 'stopped');
    expect(await hourCosts(service)).toBeCloseTo(instance.totalHour, 6);
    await service.call('DELETE', `/api/v0/instances/${id}/`);
    expect(await hourCosts(service)).toBe(0);
  });

  it('stops what runs at the moment at which the credit is used up, and never goes below zero', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.control.advance(60);
    service.control.setCredit(service.control.instance(id).search.totalHour / 2);
    await service.control.advance(hour / 2 - 5);
    expect(service.control.instance(id).actual_status).toBe('running');
    await service.control.advance(10);
    expect(service.control.instance(id)).toMatchObject({
      actual_status: 'exited',
      intended_status: 'stopped',
    });
    await service.control.advance(1_000 * hour);
    expect(service.control.credit()).toBe(0);
    expect(await state(service, id, 'running')).toMatchObject({
      status: 400,
      body: { error: 'missing_billing' },
    });
  });

  it('lists what was charged by day and source', async () => {
    const service = await startService({ startTime: 1_800_000_000 });
    const id = await rent(service);
    await service.control.advance(48 * hour);
    const rows = list(await service.call('GET', '/api/v0/charges/'), 'results');
    const total = rows.reduce((sum, row) => sum + Number(row.amount), 0);
    expect(total).toBeCloseTo(250 - service.control.credit(), 4);
    expect(new Set(rows.map((row) => row.start)).size).toBe(3);
    const [first] = rows;
    expect(first).toMatchObject({
      type: 'instance',
      source: `instance-${id}`,
      description: `Instance ${id} Charges - 1 day`,
      metadata: {},
      items: [
        { type: 'storage', description: expect.stringMatching(/^\d+\.\d{3} hours at \$/) as string },
        { type: 'gpu' },
      ],
    });
    const filters = encodeURIComponent(
      JSON.stringify({ day: { eq: first?.start }, type: { in: ['instance'] } }),
    );
    expect(
      list(await service.call('GET', `/api/v0/charges/?select_filters=${filters}&limit=10`), 'results'),
    ).toEqual([first]);
  });

  it('takes what is paid ahead at once, lists it, and uses it for compute before the credit', async () => {
    const service = await startService();
    const id = await rent(service, { disk: 50 });
    await service.control.advance(60);
    const before = service.control.credit();
    const amount = 2.5 * service.control.instance(id).dph_base;
    const prepay = (body: unknown) => service.call('PUT', `/api/v0/instances/prepay/${id}/`, { body });
    expect(await prepay({ amount })).toMatchObject({ status: 200, body: { success: true } });
    expect(service.control.credit()).toBeCloseTo(before - amount, 6);
    const rows = list(await service.call('GET', '/api/v0/charges/'), 'results');
    const items = rows.flatMap((row) => row.items as { type: string; amount: number; description: string }[]);
    expect(items.filter(({ type }) => type === 'prepaid')).toMatchObject([
      { amount: Number(amount.toFixed(6)), description: 'Paid ahead for a discount' },
    ]);

    const { search, instance, dph_base: price } = service.control.instance(id);
    expect(await hourCosts(service)).toBeCloseTo(instance.totalHour, 6);
    expect(await hourCosts(service)).toBeCloseTo(instance.totalHour, 6);
    expect(await hourCosts(service)).toBeCloseTo(search.totalHour - (amount - 2 * price), 6);
    expect(await hourCosts(service)).toBeCloseTo(search.totalHour, 6);
  });

  it('takes nothing for more than the credit', async () => {
    const service = await startService();
    const id = await rent(service);
    await service.control.advance(60);
    const before = service.control.credit();
    const call = await service.call('PUT', `/api/v0/instances/prepay/${id}/`, {
      body: { amount: before + 0.01 },
    });
    expect(call).toMatchObject({ status: 400, body: { success: false, error: 'insufficient_credit' } });
    expect(service.control.credit()).toBe(before);
    const rows = list(await service.call('GET', '/api/v0/charges/'), 'results');
    expect(JSON.stringify(rows)).not.toContain('prepaid');
  });

  it('stops what runs at the end of the credit, which comes later while compute is paid ahead', async () => {
    const service = await startService();
    const id = await rent(service, { disk: 50 });
    await service.control.advance(60);
    const price = service.control.instance(id).dph_base;
    await service.call('PUT', `/api/v0/instances/prepay/${id}/`, { body: { amount: 3 * price } });
    const { search, instance, dph_base: now } = service.control.instance(id);
    const paidHours = (3 * price) / now;
    service.control.setCredit(paidHours * instance.totalHour + search.totalHour / 2);
    await service.control.advance((paidHours + 0.5) * hour - 10);
    expect(service.control.instance(id).actual_status).toBe('running');
    await service.control.advance(20);
    expect(service.control.instance(id).intended_status).toBe('stopped');
    expect(service.control.credit()).toBe(0);
  });

  it('lists charges in pages, the latest first when asked', async () => {
    const service = await startService({ startTime: 1_800_000_000 });
    await rent(service);
    await service.control.advance(48 * hour);
    const path = '/api/v0/charges/?latest_first=true&limit=2';
    const first = await service.call('GET', path);
    expect(first.body).toMatchObject({ count: 2, total: 3 });
    const second = await service.call('GET', `${path}&after_token=${text(first, 'next_token')}`);
    expect(second.body).toMatchObject({ count: 1, total: 3, next_token: null });
    const days = [...list(first, 'results'), ...list(second, 'results')].map(({ start }) => Number(start));
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    expect((await service.call('GET', '/api/v0/charges/?after_token=zzz')).status).toBe(400);
  });
});
