import { describe, expect, it } from 'vitest';
import { offerSchema } from '../../../../../src/api/schemas/offers/offer';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import {
  controlOf,
  filterControls,
  flagChoices,
  withFilter,
} from '../../../../../src/domain/offers/filters/filterControls';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { parseOfferText } from '../../../../../src/domain/offers/search/parse';

describe('the controls of the filters', () => {
  it('are about fields of offers, each with a name of its own', () => {
    const names = filterControls.map(({ look }) => look.label());
    expect(new Set(names).size).toBe(filterControls.length);
    expect(names).not.toContain('');
    for (const { field } of filterControls) expect(Object.keys(offerSchema.shape)).toContain(field);
  });

  it('are there for every number that can be typed, and for no other field', () => {
    expect(controlOf('gpu_ram')?.input).toBe('number');
    expect(controlOf('machine_id')).toMatchObject({ input: 'number', field: 'machine_id' });
    expect(controlOf('cpu_name')).toBeUndefined();
  });

  it('choose for a yes or no what a typed search asks for, or any', () => {
    const { filters } = parseOfferText('datacenter', new GpuNames(gpuModels));
    expect(flagChoices('hosting_type').map(({ conditions }) => conditions)).toEqual([
      filters.hosting_type,
      undefined,
    ]);
    expect(flagChoices('verified').map(({ conditions }) => conditions)).toEqual([
      { eq: true },
      { eq: false },
      undefined,
    ]);
  });

  it('replace one filter and keep the others', () => {
    const filters = { gpu_ram: { gte: 24_000 }, machine_id: { eq: 1 } };
    expect(withFilter(filters, 'gpu_ram', undefined)).toEqual({ machine_id: { eq: 1 } });
    expect(withFilter(filters, 'gpu_ram', { gte: 1 })).toEqual({ ...filters, gpu_ram: { gte: 1 } });
  });
});
