import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { comparison, hostOffers } from '../../../../src/domain/offers/comparison';
import type { MarketRow } from '../../../../src/domain/offers/table/marketRow';
import { anyPlan, anyRow } from './support/anyRow';

const plan = { disk: 100, hours: 8 };
const row = (id: number, fields: object): MarketRow => ({
  key: `${id}`,
  offer: { id, ...fields },
  isBid: false,
});

describe('offers side by side', () => {
  const facts = (...offers: object[]) =>
    new Map(
      comparison(
        offers.map((fields, id) => row(id, fields)),
        plan,
      ).map((fact) => [fact.id, fact]),
    );

  it('tell what differs and which is the best, if one is', () => {
    const told = facts(
      { dph_base: 0.3, storage_cost: 0, gpu_ram: 24_564, gpu_name: 'RTX 4090', num_gpus: 1 },
      { dph_base: 0.2, storage_cost: 0, gpu_ram: 24_576, gpu_name: 'RTX 3090', num_gpus: 2 },
      { dph_base: 0.2, storage_cost: 0, gpu_name: 'RTX 3090' },
    );
    expect(told.get('price')).toMatchObject({ isDifferent: true, best: [1, 2] });
    expect(told.get('gpu')).toMatchObject({ isDifferent: true, best: [] });
    expect(told.get('vram')).toMatchObject({ texts: ['24', '24', '–'], isDifferent: true, best: [0, 1] });
    expect(told.get('gpus')).toMatchObject({ best: [1] });
    expect(told.get('stopped')).toMatchObject({ isDifferent: false, best: [] });
    expect(told.has('cuda')).toBe(false);
    expect(told.get('offer')?.isDifferent).toBe(false);
  });

  it('are right about any offers', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 4 }), anyPlan, (rows, any) => {
        for (const { texts, isDifferent, best } of comparison(rows, any)) {
          expect(texts.length).toBe(rows.length);
          if (isDifferent) expect(new Set(texts).size).toBeGreaterThan(1);
          expect(best.length).toBeLessThan(rows.length);
          expect(new Set(best.map((place) => texts[place])).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

it('finds the other offers of a host, the same machine and the lowest price first', () => {
  const market = [
    row(1, { host_id: 5, machine_id: 50, dph_base: 3, storage_cost: 0 }),
    row(2, { host_id: 5, machine_id: 51, dph_base: 1, storage_cost: 0 }),
    row(3, { host_id: 5, machine_id: 50, dph_base: 4, storage_cost: 0 }),
    row(4, { host_id: 6, machine_id: 50, dph_base: 1, storage_cost: 0 }),
    row(5, {}),
  ];
  const others = (place: number) => hostOffers(market, market[place]!, plan).map(({ key }) => key);
  expect(others(2)).toEqual(['1', '2']);
  expect(others(4)).toEqual([]);
});
