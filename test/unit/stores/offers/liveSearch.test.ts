import { beforeEach, describe, expect, it } from 'vitest';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import { gpuModels } from '../../../../src/domain/offers/gpuModels';
import { plainStart } from '../../../../src/domain/offers/offerQuery';
import { GpuNames } from '../../../../src/domain/offers/search/vocabulary/gpuNames';
import { LiveSearch } from '../../../../src/stores/offers/liveSearch';
import { PassingClock, SearchLine } from '../../support/searchLine';

const offer = (id: number, others: Partial<Offer> = {}): Offer => ({
  id,
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  gpu_ram: 24_564,
  dph_total: id / 10,
  dph_base: id / 10,
  storage_cost: 0,
  disk_space: 500,
  geolocation: 'Sweden, SE',
  verified: true,
  rentable: true,
  ...others,
});

let clock: PassingClock;
let service: SearchLine;
beforeEach(() => {
  clock = new PassingClock();
  service = new SearchLine([
    offer(1, { gpu_name: 'RTX 3090' }),
    offer(2),
    offer(3, { geolocation: 'Texas, US' }),
    offer(4, { gpu_ram: 49_140, gpu_name: 'L40' }),
  ]);
});

function search(text = '', { limit = 64, defaults = {} } = {}): LiveSearch {
  const gpus = new GpuNames(gpuModels);
  return new LiveSearch({
    offers: service,
    clock,
    gpus: () => gpus,
    start: { ...plainStart(20, limit), defaults },
    text,
  });
}
const ids = (one: LiveSearch) => one.state.found.map(({ offer: { id } }) => id);

describe('a search that is typed', () => {
  it('asks for what it starts with at once', async () => {
    const live = search('4090');
    live.open();
    expect(live.state).toMatchObject({ status: 'asking', found: [] });
    await service.answer();
    expect(service.asked[0]?.filters.gpu_name).toEqual({ eq: 'RTX 4090' });
    expect(live.state.status).toBe('done');
    expect(ids(live)).toEqual([2, 3]);
  });

  it('tells what it waits for: its turn, or the next attempt', async () => {
    const live = search('4090');
    const seen: unknown[] = [];
    live.listen(() => seen.push([live.state.isQueued, live.state.error]));
    live.open();
    expect(live.state.isQueued).toBe(true);
    const answer = service.send();
    const outage = new Error('It can’t be reached.');
    service.retry(outage);
    expect(live.state.status).toBe('asking');
    await answer();
    expect(seen).toEqual([
      [true, undefined],
      [undefined, undefined],
      [undefined, outage],
      [undefined, undefined],
    ]);
  });

  it('narrows at once, and asks nothing where all that could match is at hand', async () => {
    const live = search();
    live.open();
    await service.answer();
    for (const text of ['4', '40', '409', '4090', '4090 s', '4090 se']) live.type(text);
    expect(ids(live)).toEqual([2]);
    expect(live.state.status).toBe('done');
    await clock.pass(10_000);
    expect([service.waiting, service.asked.length]).toEqual([0, 1]);
  });

  it('narrows what is at hand while it asks, once, after a pause', async () => {
    const live = search('', { limit: 3 });
    live.open();
    await service.answer();
    expect([ids(live), live.state.isCut]).toEqual([[1, 2, 3], true]);
    live.type('24gb ');
    await clock.pass(300);
    live.type('48gb');
    expect(live.state).toMatchObject({ status: 'asking', found: [] });
    await clock.pass(300);
    expect(service.waiting).toBe(0);
    await clock.pass(300);
    expect(service.waiting).toBe(1);
    await service.answer();
    expect([ids(live), live.state.isCut]).toEqual([[4], false]);
    expect(service.asked.length).toBe(2);
  });

  it('leaves the line when something else is typed before its turn, but not what was sent', async () => {
    const live = search('', { limit: 1 });
    live.open();
    const sent = service.send();
    live.type('3090');
    await clock.pass(400);
    expect(service.waiting).toBe(1);
    await sent();
    // The answer was for the text before; now the present one waits for its turn.
    expect(service.waiting).toBe(1);
    live.type('4090');
    expect(service.waiting).toBe(0);
    await clock.pass(400);
    expect(service.waiting).toBe(1);
    await service.answer();
    expect(service.asked.map(({ filters }) => filters.gpu_name?.eq)).toEqual([undefined, 'RTX 4090']);
    expect(ids(live)).toEqual([2]);
  });

  it('asks again for what was answered a minute ago', async () => {
    const live = search();
    live.open();
    await service.answer();
    clock.time += 61_000;
    live.type('4090');
    expect(live.state.status).toBe('asking');
    expect(ids(live)).toEqual([2, 3]);
  });

  it('loads more, as long as there may be more', async () => {
    const live = search('', { limit: 2 });
    live.open();
    await service.answer();
    expect([ids(live), live.state.isCut]).toEqual([[1, 2], true]);
    live.loadMore();
    expect(ids(live)).toEqual([1, 2]);
    await service.answer();
    expect([ids(live), live.state.isCut]).toEqual([[1, 2, 3, 4], true]);
    live.loadMore();
    await service.answer();
    expect([service.asked.at(-1)?.limit, live.state.isCut]).toEqual([8, false]);
  });

  it('says that it failed, keeps what is known, and tries again', async () => {
    const live = search('', { limit: 3 });
    live.open();
    await service.answer();
    live.type('4090');
    await clock.pass(400);
    await service.fail(new Error('unreachable'));
    expect(live.state).toMatchObject({ status: 'failed', error: { message: 'unreachable' } });
    expect(ids(live)).toEqual([2, 3]);
    live.retry();
    await service.answer();
    expect(live.state.status).toBe('done');
  });

  it('gives what is taken the filters that were typed', async () => {
    const live = search();
    live.open();
    await service.answer();
    live.type('4090 us');
    expect(live.take(3)?.query.filters).toMatchObject({
      gpu_name: { eq: 'RTX 4090' },
      geolocation: { eq: 'US' },
    });
    expect(live.take(2)).toBeUndefined();
    expect(live.choice).toMatchObject({
      filters: { gpu_name: { eq: 'RTX 4090' }, geolocation: { eq: 'US' } },
      disk: 20,
    });
  });

  it('asks nothing more when it is closed', async () => {
    const live = search();
    live.open();
    live.type('4090');
    live.close();
    await clock.pass(10_000);
    expect(service.waiting).toBe(0);
  });
});

describe('a search that finds nothing', () => {
  it('finds out by one more search which filter is to blame, and drops it', async () => {
    const live = search('4090 24gb antarctica cuda>=12');
    // A word that is no place is left out; the others are searched for.
    expect(live.state.said.problems).toMatchObject([{ text: 'antarctica' }]);
    live.type('4090 24gb japan');
    live.open();
    await service.answer();
    expect(live.state).toMatchObject({ status: 'done', found: [] });
    expect(live.state.blame).toBeUndefined();
    expect(service.waiting).toBe(0);
    await clock.pass(700);
    await service.answer();
    expect(live.state.blame).toEqual([
      { field: 'geolocation', without: 2, alone: 0 },
      { field: 'gpu_name', without: 0, alone: 2 },
      { field: 'gpu_ram', without: 0, alone: 4 },
    ]);
    live.type('4090 24gb brazil');
    await clock.pass(400);
    await service.answer();
    await clock.pass(10_000);
    // The market is known by now.
    expect([service.waiting, service.asked.length]).toEqual([0, 3]);
    expect(live.state.blame?.[0]?.field).toBe('geolocation');
    live.drop('geolocation');
    expect(live.state.text).toBe('4090 >=24gb');
    await service.answer();
    expect(ids(live)).toEqual([2, 3]);
  });

  it('drops also what it started from', async () => {
    const live = search('3090', { defaults: { gpu_ram: { gte: 40_000 }, gpu_name: { eq: 'L40' } } });
    live.open();
    await service.answer();
    expect([ids(live), live.defaults]).toEqual([[], ['gpu_ram']]);
    expect(live.droppable.sort()).toEqual(['gpu_name', 'gpu_ram']);
    live.drop('gpu_ram');
    await service.answer();
    expect([ids(live), live.defaults]).toEqual([[1], []]);
    // The template's GPU does not come back in the place of the typed one.
    live.drop('gpu_name');
    await service.answer();
    expect(ids(live)).toEqual([1, 2, 3, 4]);
  });

  it('asks again where the market took so long that the empty result is old', async () => {
    const live = search('4090 japan');
    live.open();
    await service.answer();
    await clock.pass(700);
    await clock.pass(60_000);
    await service.answer();
    expect([live.state.status, service.waiting]).toEqual(['asking', 1]);
    await service.answer();
    expect(live.state).toMatchObject({ status: 'done', found: [] });
    expect(live.state.blame?.[0]?.field).toBe('geolocation');
  });

  it('does not look at the market for a letter that is followed by another', async () => {
    const live = search('4090 japan');
    live.open();
    await service.answer();
    await clock.pass(300);
    live.type('4090');
    await clock.pass(10_000);
    await service.answer();
    expect(service.asked.map(({ limit }) => limit)).toEqual([64, 64]);
  });
});
