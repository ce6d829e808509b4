import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import { printControl, readControl } from '../../../../../src/domain/offers/table/controlText';
import { filterControls, kindOf } from '../../../../../src/domain/offers/filters/filterControls';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { toField } from '../../../../../src/domain/offers/fields/kinds';

const gpus = new GpuNames(gpuModels);
const fields = filterControls.flatMap((control) => (control.input === 'number' ? [control.field] : []));

describe('the text of a number’s control', () => {
  it.each([
    ['gpu_ram', '24', { gte: 24_000 }],
    ['gpu_ram', '<=24', { lt: 25_600 }],
    ['reliability', '99', { gte: 0.99 }],
    ['reliability', '99.5', { gte: 0.995 }],
    ['dph_total', '0.5', { lte: 0.5 }],
    ['num_gpus', '1', { eq: 1 }],
    ['num_gpus', '>=4', { gte: 4 }],
    ['num_gpus', '1 2', { in: [1, 2] }],
    ['cuda_max_good', '12.4', { gte: 12.4 }],
    ['duration', '30', { gte: 2_592_000 }],
    ['inet_down', '1 gbps', { gte: 1000 }],
    ['disk_bw', '1,5', { gte: 1.5 }],
  ] as const)('%s: “%s” is read', (field, text, conditions) => {
    expect(readControl(kindOf(field), text, gpus)).toEqual({ conditions });
  });

  it.each([
    ['gpu_ram', '24 h', /^“24 h” has the wrong unit. Type 24 GB, for example.$/],
    ['reliability', '200', /^“200” is out of range. Type 99 %, for example.$/],
    ['cuda_max_good', 'new', /^“new” isn’t a number here. Type 12, for example.$/],
    ['num_gpus', '1.5', /out of range/],
    ['dph_total', '-1', /./],
  ] as const)('%s: “%s” gets a sentence', (field, text, sentence) => {
    expect(readControl(kindOf(field), text, gpus).problem).toMatch(sentence);
  });

  it('is the number alone where its sign and its unit are beside it', () => {
    expect(printControl(kindOf('gpu_ram'), { gte: 24_000 }, gpus)).toBe('24');
    expect(printControl(kindOf('dph_total'), { lte: 0.5 }, gpus)).toBe('0.5');
    expect(printControl(kindOf('reliability'), { gte: 0.99 }, gpus)).toBe('99');
    expect(printControl(kindOf('num_gpus'), { eq: 1 }, gpus)).toBe('1');
    expect(printControl(kindOf('duration'), { gte: 86_400 }, gpus)).toBe('1');
  });

  it('has its sign and its unit where they are others', () => {
    expect(printControl(kindOf('gpu_ram'), { lt: 25_600 }, gpus)).toBe('<=24gb');
    // Up to 1 a number alone would be a share.
    expect(printControl(kindOf('reliability'), { gte: 0.005 }, gpus)).toBe('>=0.5%');
    expect(printControl(kindOf('gpu_ram'), undefined, gpus)).toBe('');
  });

  it('means what it was printed for, whatever is typed', () => {
    const typed = fc.record({
      field: fc.constantFrom(...fields),
      sign: fc.constantFrom('', '>=', '<=', '<', '>', '!='),
      value: fc.double({ min: 0, max: 5000, noNaN: true }).map((value) => Number(value.toFixed(3))),
    });
    fc.assert(
      fc.property(typed, ({ field, sign, value }) => {
        const kind = kindOf(field);
        const { conditions } = readControl(kind, `${sign}${value}`, gpus);
        fc.pre(conditions !== undefined);
        expect(readControl(kind, printControl(kind, conditions, gpus), gpus)).toEqual({ conditions });
      }),
    );
  });

  it('never throws, and gives conditions or a sentence, or nothing for nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.string(), (field, text) => {
        const { conditions, problem } = readControl(kindOf(field), text, gpus);
        expect(conditions === undefined || problem === undefined).toBe(true);
        if (text.trim() !== '') expect(conditions ?? problem).toBeDefined();
      }),
    );
  });

  it('has an example in its field’s unit for every number', () => {
    for (const field of fields) {
      const kind = kindOf(field);
      expect([field, readControl(kind, String(kind.example), gpus).conditions]).toEqual([
        field,
        { [kind.usual]: toField(kind, kind.example, kind.unit) },
      ]);
    }
  });
});
