import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../hostileTexts';
import { gpuModels } from '../../sandbox/market/gpuModels';
import { list, rent, startService, type Service } from './support/service';

const search = async (service: Service, body: object) =>
  list(await service.call('POST', '/api/v0/bundles/', { body }), 'offers');

describe('the market', () => {
  it('holds 2,000 plausible offers of 25 and more GPU models from several hundred hosts', async () => {
    const service = await startService({ offers: 2_000 });
    const offers = await search(service, { limit: 5_000 });
    expect(offers).toHaveLength(2_000);
    expect(new Set(offers.map((offer) => offer.gpu_name)).size).toBe(gpuModels.length);
    expect(gpuModels.length).toBeGreaterThanOrEqual(25);
    expect(new Set(offers.map((offer) => offer.host_id)).size).toBeGreaterThan(200);
    expect(new Set(offers.map((offer) => offer.id)).size).toBe(2_000);
    for (const offer of offers) {
      expect(offer.dph_total).toBeGreaterThan(0.01);
      expect(offer.dph_total).toBeLessThan(60);
      expect(offer.min_bid).toBeLessThan(Number(offer.dph_base));
      expect(offer.reliability).toBeGreaterThan(0.8);
      expect(offer.reliability).toBeLessThanOrEqual(1);
    }
  });

  it('is the same for the same seed and another for another', async () => {
    const prices = async (seed: number) =>
      (await search(await startService({ seed, startTime: 1_800_000_000 }), {})).map(
        (offer) => offer.dph_total,
      );
    const first = await prices(7);
    expect(await prices(7)).toEqual(first);
    expect(await prices(8)).not.toEqual(first);
  });

  it('loses an offer when it is rented and gets it back when the instance is destroyed', async () => {
    const service = await startService();
    const [cheapest] = await search(service, { order: [['dph_total', 'asc']], limit: 1 });
    const path = `/api/v0/asks/${String(cheapest?.id)}/`;
    const created = await service.call('PUT', path, { body: { image: 'ubuntu' } });
    expect(created.status).toBe(200);
    const ids = async () => (await search(service, { limit: 5_000 })).map((offer) => offer.id);
    expect(await ids()).not.toContain(cheapest?.id);
    expect(await service.call('PUT', path, { body: { image: 'ubuntu' } })).toMatchObject({
      status: 404,
      body: { success: false, error: 'invalid_args', msg: expect.stringContaining('no_such_ask') as string },
    });
    const [instance] = list(await service.call('GET', '/api/v1/instances/'), 'instances');
    await service.call('DELETE', `/api/v0/instances/${String(instance?.id)}/`);
    expect(await ids()).toContain(cheapest?.id);
  });

  it('moves its prices with the clock when asked to', async () => {
    const service = await startService({ priceTickSeconds: 30 });
    const before = await search(service, { order: [['id', 'asc']] });
    await service.control.advance(31);
    const after = await search(service, { order: [['id', 'asc']] });
    expect(after.map((offer) => offer.id)).toEqual(before.map((offer) => offer.id));
    expect(after.map((offer) => offer.dph_base)).not.toEqual(before.map((offer) => offer.dph_base));
  });
});

describe('a market that is hard to show', () => {
  it('answers 10,000 offers at once where it may', async () => {
    const service = await startService({ offers: 10_000, searchLimit: 10_000 });
    expect(await search(service, { limit: 10_000 })).toHaveLength(10_000);
    service.control.configure({ searchLimit: 100 });
    expect(await search(service, { limit: 10_000 })).toHaveLength(100);
  });

  it('answers offers of any kind to a search that filters, and still in its order', async () => {
    const service = await startService({ ignoresFilters: true });
    const offers = await search(service, { gpu_name: { eq: 'none' }, order: [['dph_total', 'asc']] });
    const prices = offers.map((offer) => Number(offer.dph_total));
    expect(prices).toHaveLength(64);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  it('has offers with nulls, without a price, with absurd numbers and with names that are markup', async () => {
    const service = await startService();
    const plain = await search(service, { limit: 5_000, order: [['id', 'asc']] });
    service.control.configure({ strangeOffers: true });
    const offers = await search(service, { limit: 5_000, order: [['id', 'asc']] });
    expect(offers.map(({ id, machine_id }) => [id, machine_id])).toEqual(
      plain.map(({ id, machine_id }) => [id, machine_id]),
    );
    const countOf = (isOne: (offer: Record<string, unknown>) => boolean) => offers.filter(isOne).length;
    const isHalfNull = (offer: Record<string, unknown>) =>
      Object.values(offer).filter((value) => value === null).length > Object.keys(offer).length / 3;
    expect(countOf(isHalfNull)).toBeGreaterThan(30);
    expect(countOf(({ dph_total, min_bid }) => dph_total === 0 && min_bid === 0)).toBeGreaterThan(30);
    expect(countOf(({ gpu_ram }) => Number(gpu_ram) < 0 || Number(gpu_ram) > 1e9)).toBeGreaterThan(10);
    expect(countOf(({ gpu_name }) => hostileTexts.includes(String(gpu_name)))).toBeGreaterThan(30);
    expect(offers.filter((offer, index) => isDeepStrictEqual(offer, plain[index])).length).toBeGreaterThan(
      30,
    );
  });

  it('changes between two looks, but not what an instance has', async () => {
    const service = await startService();
    const id = await rent(service);
    const { dph_total: price } = service.control.instance(id);
    service.control.configure({ churn: 0.2 });
    const look = async () =>
      new Map((await search(service, { limit: 5_000 })).map((offer) => [offer.id, offer.dph_base]));
    const [first, second, third] = [await look(), await look(), await look()];
    const gone = [...first.keys()].filter((offer) => !second.has(offer));
    expect(gone.length).toBeGreaterThan(20);
    expect([...third.keys()].some((offer) => !second.has(offer))).toBe(true);
    expect([...first].some(([offer, base]) => second.has(offer) && second.get(offer) !== base)).toBe(true);
    expect(service.control.instance(id).dph_total).toBe(price);
  });
});

describe('the offer search', () => {
  it.each([
    ['eq', { num_gpus: { eq: 2 } }, (o) => o.num_gpus === 2],
    ['neq', { num_gpus: { neq: 2 } }, (o) => o.num_gpus !== 2],
    ['lt', { dph_total: { lt: 0.3 } }, (o) => Number(o.dph_total) < 0.3],
    ['lte', { num_gpus: { lte: 2 } }, (o) => Number(o.num_gpus) <= 2],
    ['gt', { gpu_ram: { gt: 40_000 } }, (o) => Number(o.gpu_ram) > 40_000],
    ['gte', { reliability: { gte: 0.99 } }, (o) => Number(o.reliability) >= 0.99],
    [
      'in',
      { gpu_name: { in: ['RTX 4090', 'H100 SXM'] } },
      (o) => ['RTX 4090', 'H100 SXM'].includes(String(o.gpu_name)),
    ],
    ['notin', { gpu_name: { notin: ['RTX 4090'] } }, (o) => o.gpu_name !== 'RTX 4090'],
    [
      'underscores for blanks in the names of GPUs',
      { gpu_name: { in: ['RTX_4090'] } },
      (o) => o.gpu_name === 'RTX 4090',
    ],
    ['a driver as one number', { driver_version: { gte: 570_000_000 } }, (o) => driver(o) >= 570],
    [
      'an exact driver as a number',
      { driver_version: { eq: 565_077_000 } },
      (o) => o.driver_version === '565.77',
    ],
    ['the order of flags', { verified: { gt: false } }, (o) => o.verification === 'verified'],
    ['the order of flags as text', { static_ip: { lt: 'true' } }, (o) => o.static_ip === false],
    ['the order of flags as numbers', { static_ip: { gte: 1 } }, (o) => o.static_ip === true],
    ['a flag', { verified: { eq: true } }, (o) => o.verification === 'verified'],
    ['a numeric string', { num_gpus: { eq: '4' } }, (o) => o.num_gpus === 4],
    [
      'two operators on a field',
      { dph_total: { gte: 0.2, lt: 0.5 } },
      (o) => Number(o.dph_total) >= 0.2 && Number(o.dph_total) < 0.5,
    ],
    [
      'a country code',
      { geolocation: { in: ['SE', 'NO'] } },
      (o) => /, (?:SE|NO)$/.test(String(o.geolocation)),
    ],
  ] satisfies [string, object, (offer: Record<string, unknown>) => boolean][])(
    'filters by %s exactly',
    async (_name, filter, holds) => {
      const service = await startService({ offers: 600 });
      const all = await search(service, { limit: 5_000 });
      const found = await search(service, { ...filter, limit: 5_000 });
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThan(all.length);
      expect(found.map((o) => o.id).sort()).toEqual(
        all
          .filter(holds)
          .map((o) => o.id)
          .sort(),
      );
    },
  );

  it('orders by several fields in both directions', async () => {
    const service = await startService();
    const offers = await search(service, {
      order: [
        ['num_gpus', 'desc'],
        ['dph_total', 'asc'],
      ],
      limit: 5_000,
    });
    const expected = offers.toSorted(
      (a, b) => Number(b.num_gpus) - Number(a.num_gpus) || Number(a.dph_total) - Number(b.dph_total),
    );
    expect(offers.map((o) => o.dph_total)).toEqual(expected.map((o) => o.dph_total));
  });

  it('answers 64 offers without a limit and as many as asked for with one', async () => {
    const service = await startService();
    expect(await search(service, {})).toHaveLength(64);
    expect(await search(service, { limit: 3 })).toHaveLength(3);
  });

  it('prices interruptible offers by their lowest bid, and takes both spellings of on demand', async () => {
    const service = await startService();
    const query = { order: [['id', 'asc']] };
    const onDemand = await search(service, { ...query, type: 'on-demand' });
    expect(await search(service, { ...query, type: 'ondemand' })).toEqual(onDemand);
    const bid = await search(service, { ...query, type: 'bid' });
    expect(bid[0]).toMatchObject({ id: onDemand[0]?.id, is_bid: true, dph_base: onDemand[0]?.min_bid });
  });

  it('includes the storage asked for in the price, running and stopped', async () => {
    const service = await startService();
    const [offer] = await search(service, {
      order: [['storage_cost', 'desc']],
      limit: 1,
      allocated_storage: 720,
    });
    const storage = Number(offer?.storage_cost);
    expect(offer?.dph_total).toBeCloseTo(Number(offer?.dph_base) + storage, 5);
    expect(offer?.search).toMatchObject({
      totalHour: expect.closeTo(Number(offer?.dph_base) + storage, 5) as number,
    });
    expect(offer?.instance).toMatchObject({ totalHour: expect.closeTo(storage, 5) as number });
  });

  it('shows offers that are taken only to those who ask for them', async () => {
    const service = await startService();
    const [taken] = service.control.freeOffers();
    service.control.takeOffer(taken!);
    const rented = await search(service, { rented: { eq: true }, limit: 5_000 });
    expect(rented).toContainEqual(expect.objectContaining({ id: taken, rented: true, rentable: false }));
    expect(await search(service, { rented: { eq: false }, id: { eq: taken } })).toEqual([]);
  });

  it('knows its fields and their types also while no offer is free', async () => {
    const service = await startService({ offers: 3 });
    for (const offer of service.control.freeOffers()) service.control.takeOffer(offer);
    expect(await search(service, { num_gpus: { gte: 1 } })).toEqual([]);
    expect(await service.call('POST', '/api/v0/bundles/', { body: { num_gpus: 2 } })).toMatchObject({
      status: 400,
    });
  });

  it('takes null where it asks for what is equal', async () => {
    const service = await startService();
    expect(await search(service, { num_gpus: { neq: null }, verified: { neq: null } })).toHaveLength(64);
    expect(await search(service, { num_gpus: { eq: null } })).toEqual([]);
  });

  it('tolerates unknown members and null', async () => {
    const service = await startService();
    expect(
      await search(service, { external: { eq: false }, no_such_field: 7, gpu_name: null, order: null }),
    ).toHaveLength(64);
  });

  it.each([
    ['an unknown operator', { gpu_name: { like: 'RTX' } }, 'gpu_name'],
    ['a filter that is no object', { num_gpus: 2 }, 'num_gpus'],
    ['`in` without an array', { num_gpus: { in: 2 } }, 'num_gpus'],
    ['`eq` with an array', { num_gpus: { eq: [2] } }, 'num_gpus'],
    ['a number compared with a word', { num_gpus: { gte: 'two' } }, 'num_gpus'],
    ['a number compared with a flag', { num_gpus: { eq: true } }, 'num_gpus'],
    ['a number compared with nothing', { num_gpus: { lt: null } }, 'num_gpus'],
    ['a number compared with an empty text', { num_gpus: { eq: '' } }, 'num_gpus'],
    ['a word among numbers', { num_gpus: { in: [1, 'two'] } }, 'num_gpus'],
    ['a flag compared with a word', { verified: { eq: 'yes' } }, 'verified'],
    ['a flag compared with another number', { verified: { neq: 2 } }, 'verified'],
    ['a text compared with an object', { gpu_name: { eq: {} } }, 'gpu_name'],
    ['a list among texts', { gpu_name: { notin: [[]] } }, 'gpu_name'],
    ['an unknown direction', { order: [['id', 'up']] }, 'order'],
    ['an order that is no list of pairs', { order: ['id'] }, 'order'],
    ['an unknown type', { type: 'auction' }, 'type'],
    ['a limit that is no number', { limit: 'all' }, 'limit'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a negative storage', { allocated_storage: -1 }, 'allocated_storage'],
    ['a body that is no object', [1], 'body'],
  ])('refuses %s', async (_name, body, field) => {
    const service = await startService();
    expect(await service.call('POST', '/api/v0/bundles/', { body })).toMatchObject({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: expect.stringContaining(field) as string },
    });
  });
});

describe('the other searches', () => {
  const asked = (filters: object) => `?select_filters=${encodeURIComponent(JSON.stringify(filters))}`;

  it.each([
    ['POST', '/api/v0/volumes/search/', { disk_space: { gte: 'big' } }, 'disk_space'],
    ['POST', '/api/v0/volumes/search/', { verified: { eq: 3 } }, 'verified'],
    ['GET', `/api/v0/template/${asked({ recommended: { eq: 'yes' } })}`, undefined, 'recommended'],
    ['GET', `/api/v0/template/${asked({ recent_create_date: { gt: {} } })}`, undefined, 'recent_create_date'],
    ['GET', `/api/v0/charges/${asked({ day: { gte: 'today' } })}`, undefined, 'day'],
  ])('%s %s refuse an operand that cannot be of the field’s type', async (method, path, body, field) => {
    const service = await startService();
    expect(await service.call(method, path, body && { body })).toMatchObject({
      status: 400,
      body: { error: 'invalid_args', msg: expect.stringContaining(field) as string },
    });
  });

  it('of volumes knows its fields also while no machine has room', async () => {
    const service = await startService({ offers: 3 });
    const find = () => service.call('POST', '/api/v0/volumes/search/', { body: {} });
    for (const { id, disk_space: size } of list(await find(), 'offers'))
      await service.call('PUT', '/api/v0/volumes/', { body: { id, size } });
    expect(list(await find(), 'offers')).toEqual([]);
    expect((await service.call('POST', '/api/v0/volumes/search/', { body: { disk_space: 5 } })).status).toBe(
      400,
    );
  });
});

const driver = (offer: Record<string, unknown>): number => Number.parseInt(String(offer.driver_version));
