import { describe, expect, it } from 'vitest';
import { offerSchema } from '../../../../../src/api/schemas/offers/offer';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import {
  controlLabel,
  filterControls,
  flagCondition,
  kindOf,
  machineChoices,
  numberPrompt,
  signAndUnit,
  withFilter,
} from '../../../../../src/domain/offers/filters/filterControls';
import { GpuNames } from '../../../../../src/domain/offers/search/words/gpuNames';
import { parseOfferText } from '../../../../../src/domain/offers/search/parse';

describe('the controls of the filters', () => {
  it('are about fields of offers, each with a name of its own', () => {
    const names = filterControls.map(({ field }) => controlLabel(field));
    expect(new Set(names).size).toBe(filterControls.length);
    expect(names).not.toContain('');
    for (const { field } of filterControls) expect(Object.keys(offerSchema.shape)).toContain(field);
  });

  it('say what to type in which unit', () => {
    for (const control of filterControls) {
      if (control.input !== 'number' && control.input !== 'count') continue;
      expect(numberPrompt(control.field)).not.toBe('');
      const { sign, unit } = signAndUnit(kindOf(control.field));
      expect(sign).toBe({ gte: '≥', lte: '≤', eq: '' }[kindOf(control.field).usual]);
      expect(unit).toMatch(/^(|GB|%|\$\/h|MB\/s|Mb\/s|days)$/);
    }
  });

  it('ask with a flag for what a typed search asks for', () => {
    const { filters } = parseOfferText('datacenter', new GpuNames(gpuModels));
    expect(filters).toEqual({ hosting_type: flagCondition('hosting_type') });
  });

  it('offer both kinds of machines', () => {
    expect(machineChoices().map(({ conditions }) => conditions)).toEqual([
      { eq: true },
      undefined,
      { eq: false },
    ]);
  });

  it('replace one filter and keep the others', () => {
    const filters = { gpu_ram: { gte: 24_000 }, machine_id: { eq: 1 } };
    expect(withFilter(filters, 'gpu_ram', undefined)).toEqual({ machine_id: { eq: 1 } });
    expect(withFilter(filters, 'gpu_ram', { gte: 1 })).toEqual({ ...filters, gpu_ram: { gte: 1 } });
  });
});
