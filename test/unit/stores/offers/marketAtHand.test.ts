import { beforeEach, describe, expect, it } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import { momentOf } from '../../../../src/clock';
import type { PanelQuery } from '../../../../src/domain/offers/filters/panelQuery';
import { matchingRows } from '../../../../src/domain/offers/filters/panelQuery';
import { MarketAtHand } from '../../../../src/stores/offers/marketAtHand';
import { PassingClock, SearchLine } from '../../support/searchLine';

const offer = (id: number, others: Partial<Offer> = {}): Offer => ({
  id,
  gpu_name: 'RTX 4090',
  dph_base: id / 10,
  dph_total: id / 10,
  storage_cost: 0,
  disk_space: 500,
  rentable: true,
  rented: false,
  ...others,
});

const anything: PanelQuery = { type: 'on-demand', filters: {}, disk: 20, hours: 8 };
const only3090: PanelQuery = { ...anything, filters: { gpu_name: { eq: 'RTX 3090' } } };

let clock: PassingClock;
let service: SearchLine;
let draws: number;
beforeEach(() => {
  clock = new PassingClock();
  service = new SearchLine([offer(1), offer(2, { gpu_name: 'RTX 3090' }), offer(3)]);
  draws = 0;
});

function open(query: PanelQuery = anything): MarketAtHand {
  const market = new MarketAtHand({ offers: service, clock, query, changed: () => (draws += 1) });
  market.open();
  return market;
}
const known = (market: MarketAtHand) => market.state.rows.map(({ offer: { id } }) => id);
const matching = (market: MarketAtHand) =>
  matchingRows(market.state.rows, market.query).map(({ offer: { id } }) => id);

describe('the market at hand', () => {
  it('is asked for as a whole, without the filters of the query', async () => {
    const market = open(only3090);
    expect(market.state).toMatchObject({ status: 'asking', rows: [] });
    await service.answer();
    expect(service.asked[0]).toMatchObject({ type: 'on-demand', allocated_storage: 20, limit: 10_000 });
    expect(service.asked[0]?.filters).not.toHaveProperty('gpu_name');
    expect(known(market)).toEqual([1, 2, 3]);
    expect(market.state).toMatchObject({ status: 'done', isCut: false });
    expect(matching(market)).toEqual([2]);
  });

  it('shows a screen of what is wanted while the others are read, and all of it then', async () => {
    const models = ['RTX 4090', 'RTX 3090'];
    const all = Array.from({ length: 200 }, (_, n) => offer(n + 1, { gpu_name: models[n % 2]! }));
    service.market = all;
    const market = open(only3090);
    service.send();
    service.read(all.slice(0, 60));
    expect(market.state).toMatchObject({ status: 'asking', rows: [] });
    const before = draws;
    service.read(all.slice(60, 120));
    expect(matching(market)).toHaveLength(60);
    expect(known(market)).toHaveLength(120);
    expect(market.state).toMatchObject({ status: 'asking', seen: undefined, isPart: true });
    expect(draws).toBe(before + 1);
    service.read(all.slice(120));
    expect(known(market)).toHaveLength(120);
    await service.answer();
    expect(known(market)).toEqual(all.map(({ id }) => id));
    expect(market.state.isPart).toBe(false);
    // What is there is replaced at once.
    market.refresh();
    service.send();
    service.read(all.slice(0, 100));
    expect(known(market)).toHaveLength(200);
  });

  it('keeps what was read of an answer that breaks off, as a list of its own', async () => {
    const market = open();
    const all = Array.from({ length: 100 }, (_, n) => offer(n + 1));
    service.read(all);
    const { rows } = market.state;
    await service.fail(new Error('It is no list of offers.'));
    expect(market.state).toMatchObject({ status: 'failed', isPart: false });
    expect(market.state.rows).toEqual(rows);
    expect(market.state.rows).not.toBe(rows);
  });

  it('shows nothing of an answer that is no longer wanted', () => {
    let read: Parameters<SearchLine['look']>[2];
    const look: SearchLine['look'] = (asked, options, onRead) => {
      read = onRead;
      return service.look(asked, options);
    };
    const offers = { look, narrowed: service.narrowed };
    const market = new MarketAtHand({ offers, clock, query: anything, changed: () => (draws += 1) });
    market.open();
    market.close();
    const before = draws;
    const some = Array.from({ length: 100 }, (_, n) => offer(n + 1));
    read?.(some.map((one) => ({ offer: one, isBid: false, query: { filters: {} } })));
    expect(read).toBeDefined();
    expect(draws).toBe(before);
    expect(known(market)).toEqual([]);
  });

  it('answers a changed filter at once, and asks the service for it after a pause', async () => {
    const market = open();
    await service.answer();
    market.change(only3090);
    expect(matching(market)).toEqual([2]);
    expect(service.waiting).toBe(0);
    await clock.pass(400);
    service.market = [offer(1), offer(4, { gpu_name: 'RTX 3090' })];
    await service.answer();
    expect(service.asked.at(-1)?.filters).toMatchObject({
      gpu_name: { eq: 'RTX 3090' },
      disk_space: { gte: 20 },
    });
    // What the service no longer has is gone; what the request didn't cover stays.
    expect(known(market)).toEqual([1, 3, 4]);
    expect(matching(market)).toEqual([4]);
  });

  it('asks only for what was typed last', async () => {
    const market = open();
    await service.answer();
    market.change(only3090);
    await clock.pass(399);
    market.change({ ...anything, filters: { gpu_name: { eq: 'H100' } } });
    await clock.pass(400);
    expect(service.waiting).toBe(1);
    // It waits for its turn; then the person looks for something else.
    market.change(only3090);
    await clock.pass(400);
    expect(service.waiting).toBe(1);
    await service.answer();
    expect(service.asked.at(-1)?.filters.gpu_name).toEqual({ eq: 'RTX 3090' });
  });

  it('asks for nothing where only the hours or the bid have changed', async () => {
    const market = open();
    await service.answer();
    market.change({ ...anything, hours: 24, bid: 0.3 });
    await clock.pass(5000);
    expect(service.waiting).toBe(0);
  });

  it('has offers on demand and interruptible side by side', async () => {
    const market = open({ ...anything, type: 'both' });
    await service.answer();
    await service.answer();
    expect(service.asked.map(({ type }) => type)).toEqual(['on-demand', 'bid']);
    expect(market.state.rows.map(({ isBid }) => isBid)).toEqual([false, false, false, true, true, true]);
  });

  it('asks for the other type when the person wants it', async () => {
    const market = open();
    await service.answer();
    market.change({ ...anything, type: 'bid' });
    await service.answer();
    expect(service.asked.at(-1)).toMatchObject({ type: 'bid', limit: 10_000 });
    expect(matching(market)).toEqual([1, 2, 3]);
  });

  it('is renewed every minute while it is seen, and not while it is hidden', async () => {
    const market = open();
    await service.answer();
    await clock.pass(59_999);
    expect(service.waiting).toBe(0);
    await clock.pass(1);
    expect(service.waiting).toBe(1);
    service.market = [offer(9)];
    await service.answer();
    expect(known(market)).toEqual([9]);
    market.setSeen(false);
    await clock.pass(600_000);
    expect(service.waiting).toBe(0);
    market.setSeen(true);
    await clock.pass(0);
    expect(service.waiting).toBe(1);
  });

  it('keeps what is at hand when a request fails, says why, and tries again after a minute', async () => {
    const market = open();
    await service.answer();
    market.refresh();
    await service.fail(new Error('The service is not reachable.'));
    expect(market.state).toMatchObject({
      status: 'failed',
      error: { message: 'The service is not reachable.' },
    });
    expect(known(market)).toEqual([1, 2, 3]);
    await clock.pass(60_000);
    await service.answer();
    expect(market.state.status).toBe('done');
  });

  it('says that one type could not be asked for, though the other one was answered', async () => {
    const market = open({ ...anything, type: 'both' });
    await service.fail(new Error('The service is not reachable.'));
    await service.answer();
    expect(market.state.rows.map(({ isBid }) => isBid)).toEqual([true, true, true]);
    expect(market.state).toMatchObject({
      status: 'failed',
      error: { message: 'The service is not reachable.' },
    });
    market.change({ ...anything, type: 'bid' });
    expect(market.state.status).not.toBe('failed');
  });

  it('does not keep for ever what a larger market may have left out', async () => {
    const offers = {
      narrowed: service.narrowed,
      look: async (...asked: Parameters<SearchLine['look']>) => {
        const { found, ...result } = await service.look(...asked);
        const seen = { at: momentOf(clock), accountId: 'a', disk: 20 };
        return { ...result, isCut: true, found: found.map((one) => ({ ...one, seen })) };
      },
    };
    const market = new MarketAtHand({ offers, clock, query: anything, changed: () => undefined });
    market.open();
    await service.answer();
    service.market = [offer(9)];
    await clock.pass(60_000);
    await service.answer();
    expect(known(market)).toEqual([1, 2, 3, 9]);
    await clock.pass(600_000);
    await service.answer();
    expect(known(market)).toEqual([9]);
    expect(market.state.isCut).toBe(true);
  });

  it('gives an offer as one of a search with the query’s filters', async () => {
    const market = open(only3090);
    await service.answer();
    const taken = market.take('2');
    expect(taken?.offer.id).toBe(2);
    expect(taken?.query.filters).toMatchObject({ gpu_name: { eq: 'RTX 3090' }, disk_space: { gte: 20 } });
    expect(market.take('7')).toBeUndefined();
  });

  it('asks nothing and shows nothing more once it is closed', async () => {
    const market = open();
    market.close();
    const before = draws;
    await clock.pass(600_000);
    expect(service.waiting).toBe(0);
    expect(draws).toBe(before);
  });
});
