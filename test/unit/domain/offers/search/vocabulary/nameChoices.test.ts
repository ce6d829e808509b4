import fc from '../../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../../../../../src/domain/offers/gpuModels';
import { GpuNames } from '../../../../../../src/domain/offers/search/vocabulary/gpuNames';
import {
  chosenValues,
  countryChoices,
  regionChoices,
  toggleValues,
  typedChoices,
  withValues,
} from '../../../../../../src/domain/offers/search/vocabulary/nameChoices';

const gpus = new GpuNames(gpuModels);
const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'));

describe('a list to choose from', () => {
  it('knows a typed GPU, all variants of one, and one that nobody knows', () => {
    expect(typedChoices('gpu_name', '4090', gpus)).toEqual([{ label: 'RTX 4090', values: ['RTX 4090'] }]);
    const [all] = typedChoices('gpu_name', 'h100', gpus);
    expect(all?.label).toBe('All of h100');
    expect(all?.values.length).toBeGreaterThan(1);
    expect(typedChoices('gpu_name', ' Foo 7 ', gpus)).toEqual([
      { label: '“Foo 7” as typed', values: ['Foo 7'] },
    ]);
    expect(typedChoices('gpu_name', ' ', gpus)).toEqual([]);
  });

  it('knows a typed region and a typed country, and no other place', () => {
    expect(typedChoices('geolocation', 'europe', gpus)[0]).toMatchObject({ label: 'Europe' });
    expect(typedChoices('geolocation', 'holland', gpus)).toEqual([{ label: 'Netherlands', values: ['NL'] }]);
    expect(typedChoices('geolocation', 'atlantis', gpus)).toEqual([]);
    expect(regionChoices().map(({ label }) => label)).toContain('European Union');
    expect(countryChoices().find(({ values }) => values[0] === 'SE')?.label).toBe('Sweden');
  });

  it('adds a group or takes it away as a whole', () => {
    expect(toggleValues(['A'], ['A', 'B'])).toEqual(['A', 'B']);
    expect(toggleValues(['C', 'A', 'B'], ['A', 'B'])).toEqual(['C']);
  });

  it('allows what was chosen, and goes on excluding what was excluded', () => {
    expect(withValues({ eq: 'A', neq: 'X' }, ['C', 'B'])).toEqual({ neq: 'X', in: ['B', 'C'] });
    expect(withValues({ in: ['A', 'B'], neq: 'X' }, [])).toEqual({ neq: 'X' });
    expect(withValues({ eq: 'A' }, [])).toBeUndefined();
    fc.assert(
      fc.property(names, (values) => {
        expect(chosenValues(withValues(undefined, values))).toEqual([...values].sort());
      }),
    );
  });

  it('is as before once a value was chosen and taken away again', () => {
    fc.assert(
      fc.property(names, fc.constantFrom('A', 'Z'), (values, value) => {
        expect(toggleValues(toggleValues(values, [value]), [value]).sort()).toEqual([...values].sort());
      }),
    );
  });
});
