import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { numberByField, numberKinds } from '../../../../../src/domain/offers/fields/numbers';
import { printNumberText, readNumberText } from '../../../../../src/domain/offers/table/controlText';

const gpus = new GpuNames(gpuModels);
const read = (field: string, text: string) => readNumberText(numberByField.get(field)!, text, gpus);

describe('the value of one filter', () => {
  it.each([
    ['gpu_ram', '24', { gte: 24_000 }],
    ['gpu_ram', '24 GB', { gte: 24_000 }],
    ['gpu_ram', '<= 24gb', { lt: 25_600 }],
    ['gpu_ram', '>=16 <48', { gte: 16_000, lt: 48_000 }],
    ['reliability', '99,5 %', { gte: 0.995 }],
    ['dph_total', '$0.5', { lte: 0.5 }],
    ['dph_total', '0,5', { lte: 0.5 }],
    ['cuda_max_good', '12.4', { gte: 12.4 }],
    ['duration', '12 h', { gte: 43_200 }],
    ['inet_down', '1 gbps', { gte: 1000 }],
    ['cuda_max_good', '  ', undefined],
  ])('%s: “%s” is read', (field, text, conditions) => {
    expect(read(field, text)).toEqual(conditions ? { conditions } : {});
  });

  it.each([
    ['cuda_max_good', '12 eu'],
    ['cuda_max_good', 'new'],
    ['gpu_ram', '24 h'],
    ['reliability', '200'],
    ['inet_up', 'verified'],
    ['gpu_ram', '4090 rtx 4090'],
  ])('%s: “%s” is refused', (field, text) => {
    expect(read(field, text)).toHaveProperty('problem');
  });

  it('is read as it is printed', () => {
    for (const kind of numberKinds) {
      if (kind.field === 'disk_space') continue;
      const { conditions } = readNumberText(kind, `>=${kind.example}${kind.unit}`, gpus);
      expect([kind.field, readNumberText(kind, printNumberText(kind, conditions!, gpus), gpus)]).toEqual([
        kind.field,
        { conditions },
      ]);
    }
  });
});
