import { describe, expect, it } from 'vitest';
import type { OfferQuery } from '../../../../src/api/http/requests';
import type { Offer } from '../../../../src/api/schemas/offers/offer';
import type { AccountStore } from '../../../../src/stores/account/accountStore';
import { OfferStore } from '../../../../src/stores/offers/offerStore';
import { PassingClock } from '../../support/searchLine';

const query = (type: OfferQuery['type']): OfferQuery => ({ filters: {}, type });

function createStore(answer: Offer[], sent: OfferQuery[] = []): OfferStore {
  const search = (wanted: OfferQuery): Promise<Offer[]> => {
    sent.push(wanted);
    return Promise.resolve(answer);
  };
  const client = { offers: { search } };
  const accounts = { active: { id: 'one' }, client } as unknown as Pick<AccountStore, 'client' | 'active'>;
  return new OfferStore(accounts, new PassingClock());
}

describe('offers that are only looked at', () => {
  it('change nothing of what a search has found', async () => {
    const store = createStore([{ id: 1 }, { id: 2 }]);
    const wanted = query('on-demand');
    await store.search(wanted);
    const { found } = await store.look(query('bid'));
    expect(found.map(({ isBid }) => isBid)).toEqual([true, true]);
    expect(store.known(1)?.isBid).toBe(false);
  });

  it('are remembered once a person takes one of them', async () => {
    const store = createStore([{ id: 1 }, { id: 2 }]);
    const { found } = await store.look(query('bid'));
    expect(store.known(1)).toBeUndefined();
    store.narrowed(query('bid'), found);
    expect(store.known(1)?.isBid).toBe(true);
  });

  it('have the memory that the renter gets, of which the service compares only the whole', async () => {
    const half = { cpu_ram: 131_072, cpu_cores: 32, cpu_cores_effective: 16 };
    const sent: OfferQuery[] = [];
    const store = createStore(
      [
        { id: 1, ...half },
        { id: 2, ...half, cpu_ram: 65_536 },
        { id: 3, ...half },
        { id: 4, cpu_ram: 65_536 },
      ],
      sent,
    );
    const look = (limit: number) => store.look({ filters: { cpu_ram: { gte: 64_000 } }, limit });
    expect(await look(3)).toMatchObject({ dropped: 0, contradicted: [], isCut: false });
    expect((await look(3)).found.map(({ offer }) => offer.id)).toEqual([1, 3, 4]);
    expect((await look(2)).isCut).toBe(true);
    expect(sent.map(({ limit }) => limit)).toEqual([12, 12, 8]);
  });

  it('name the fields whose filter the service did not keep to', async () => {
    const store = createStore([
      { id: 1, gpu_name: 'RTX 3090', num_gpus: 1 },
      { id: 2, gpu_name: 'RTX 4090', num_gpus: 1 },
    ]);
    const filters = { gpu_name: { eq: 'RTX 4090' }, num_gpus: { eq: 1 }, cpu_ram: { gte: 1 } };
    const { found, dropped, contradicted } = await store.look({ filters });
    expect(found.map(({ offer }) => offer.id)).toEqual([2]);
    expect({ dropped, contradicted }).toEqual({ dropped: 1, contradicted: ['gpu_name'] });
  });
});
