import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import { facetChoices, facetsOf } from '../../../../../src/domain/offers/filters/facets';
import { marketRows } from '../../../support/marketRows';
import { matchingRows, type PanelQuery } from '../../../../../src/domain/offers/filters/panelQuery';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { placeCodes } from '../../../../../src/domain/offers/search/vocabulary/places';
import { anyRow, plainMarket } from '../support/anyRow';

const gpus = new GpuNames([...gpuModels, 'Foo 7']);
const rows = marketRows(plainMarket(400), []);
const query: PanelQuery = { type: 'on-demand', filters: {}, disk: 10, hours: 8 };
const list = (field: 'gpu_name' | 'geolocation', text: string, chosen: readonly string[] = []) =>
  facetChoices(field, facetsOf(rows, query, field), { text, chosen, gpus });

describe('the lists of GPUs and places', () => {
  it('count what each choice would find with the other filters', () => {
    const some: PanelQuery = {
      ...query,
      filters: { gpu_name: { eq: 'RTX 4090' }, verified: { eq: true }, num_gpus: { eq: 1 } },
    };
    for (const [name, count] of facetsOf(rows, some, 'gpu_name')) {
      const chosen = { ...some, filters: { ...some.filters, gpu_name: { eq: name } } };
      expect([name, count]).toEqual([name, matchingRows(rows, chosen).length]);
    }
    for (const [code, count] of facetsOf(rows, some, 'geolocation')) {
      const chosen = { ...some, filters: { ...some.filters, geolocation: { eq: code } } };
      expect([code, count]).toEqual([code, matchingRows(rows, chosen).length]);
    }
  });

  it('list what is offered and what is chosen, in the order of their names', () => {
    const labels = list('gpu_name', '', ['Foo 7']).map(({ label }) => label);
    expect(labels).toContain('Foo 7');
    expect(labels).not.toContain('Foo 8');
    expect(labels.length).toBeLessThan(gpuModels.length + 2);
    expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, undefined, { numeric: true })));
    expect(list('gpu_name', '', ['Foo 7']).find(({ label }) => label === 'Foo 7')).toMatchObject({
      count: 0,
      isChosen: true,
    });
  });

  it('find a typed name once, with all its variants on top', () => {
    expect(list('gpu_name', '4090').map(({ label }) => label)[0]).toBe('RTX 4090');
    const labels = list('gpu_name', 'a100').map(({ label }) => label);
    expect(labels[0]).toBe('All of a100');
    expect(new Set(labels).size).toBe(labels.length);
    expect(list('gpu_name', 'Quantum 9')).toEqual([
      expect.objectContaining({ label: '“Quantum 9” as typed', values: ['Quantum 9'], count: 0 }),
    ]);
  });

  it('find a region by its first letters, with the sum of its countries', () => {
    const [europe] = list('geolocation', 'eur');
    expect(europe).toMatchObject({ label: 'Europe', group: 'regions', isChosen: false });
    const facets = facetsOf(rows, query, 'geolocation');
    expect(europe?.count).toBe(europe?.values.reduce((sum, code) => sum + (facets.get(code) ?? 0), 0));
    expect(list('geolocation', 'europe').filter(({ label }) => label === 'Europe')).toHaveLength(1);
    expect(list('geolocation', 'holland').map(({ label }) => label)).toEqual(['Netherlands']);
    expect(list('geolocation', 'se').map(({ label }) => label)).toContain('Sweden');
    expect(list('geolocation', 'atlantis')).toEqual([]);
  });

  it('tell the countries of a chosen region one by one only where they have offers', () => {
    const europe = placeCodes('europe') ?? [];
    const countries = list('geolocation', '', [...europe, 'KP']).filter(({ group }) => group === 'countries');
    expect(countries.filter(({ count }) => count === 0).map(({ label }) => label)).toEqual(['North Korea']);
  });

  it('count whatever a service tells', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom('gpu_name', 'geolocation'), (some, field) => {
        const facets = facetsOf(some, { ...query, type: 'both' }, field);
        const sum = [...facets.values()].reduce((a, b) => a + b, 0);
        expect(sum).toBeLessThanOrEqual(some.length);
        facetChoices(field, facets, { text: 'a', chosen: [], gpus });
      }),
      { numRuns: 50 },
    );
  });
});
