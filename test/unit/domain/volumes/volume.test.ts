import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { instanceSchema } from '../../../../src/api/schemas/instances/instance';
import { volumesSchema } from '../../../../src/api/schemas/volume';
import { exactRate } from '../../../../src/domain/money/cost';
import { rateFrom } from '../../../../src/domain/money/rate';
import { volumeCount, volumeName } from '../../../../src/domain/volumes/volume';
import { costOfVolumes, totalRate, volumeRate } from '../../../../src/domain/volumes/volumeCost';

const read = (row: object) => volumesSchema.parse({ volumes: [row] })[0];

describe('a volume’s row', () => {
  it('is read with its size, name and instances in each form that services send', () => {
    expect(read({ id: '7', name: 'data', size: '10', instances: [3, '4'] })).toMatchObject({
      id: 7,
      size: 10,
      instances: [3, 4],
    });
    expect(read({ id: 7, label: 'data', disk_space: 10, instances: [{ id: 3 }, { id: 4 }] })).toMatchObject({
      label: 'data',
      disk_space: 10,
      instances: [3, 4],
    });
    expect(read({ id: 7, instances: null, start_date: '2026-11-20T00:00:00Z' })).toEqual({
      id: 7,
      start_date: Date.UTC(2026, 10, 20) / 1000,
    });
    expect(read({ id: 7, instances: 'none', storage_cost: {} })).toEqual({ id: 7 });
    expect(read({ id: { seven: 7 }, name: 'data' })).toEqual({ unreadable: true });
  });

  it('is named by what the service calls it, else by its id', () => {
    expect(volumeName({ id: 7, name: 'data' })).toBe('data');
    expect(volumeName({ id: 7, label: 'data' })).toBe('data');
    expect(volumeName({ id: 7 })).toBe('7');
    expect(volumeName({ id: 7, name: '\u202e\n' })).toBe('7');
    expect(volumeName({ id: 7, name: '[x](command:a) $(flame)' })).not.toMatch(/\$\(|\]\(/);
  });
});

describe('an instance’s row', () => {
  it('names its volumes in each form that services send', () => {
    const of = (volume_info: unknown) => instanceSchema.parse({ id: 1, volume_info }).volume_info;
    expect(of([{ volume_id: 7, mount_path: '/data' }])).toEqual([{ volume_id: 7, mount_path: '/data' }]);
    expect(of([{ id: '7', label: 'data', total_space: 10 }])).toEqual([{ volume_id: 7 }]);
    expect(of([{ label: 'data' }, null, 5])).toEqual([]);
    for (const none of [undefined, null, 'x', 5]) expect(of(none)).toBeUndefined();
    // What windows share is read again.
    expect(of(of([{ id: 7 }]))).toEqual([{ volume_id: 7 }]);
  });
});

describe('a volume’s price', () => {
  it('is what the service says, else size times the price per GB and month', () => {
    expect(volumeRate({ storage_total_cost: 0.01, size: 10, storage_cost: 9 })).toBe(0.01);
    expect(volumeRate({ size: 72, storage_cost: 0.1 })).toBeCloseTo(0.01);
    expect(volumeRate({ disk_space: 72, storage_cost: 0.1 })).toBeCloseTo(0.01);
    expect(volumeRate({ size: 72 })).toBeUndefined();
    expect(volumeRate({ storage_cost: 0.1 })).toBeUndefined();
  });

  it('adds up, and what is not known is counted', () => {
    const cost = costOfVolumes([{ storage_total_cost: 0.01 }, { size: 72, storage_cost: 0.1 }, { size: 5 }]);
    expect(cost.rate.dollars).toBeCloseTo(0.02);
    expect(cost.rate.isLeast).toBe(true);
    expect(cost).toMatchObject({ count: 3, unpriced: 1 });
    expect(volumeCount(cost)).toBe('3 volumes (1 without a known price)');
    expect(volumeCount({ count: 1, unpriced: 0 })).toBe('1 volume');
  });

  it('is never taken for nothing where it is not known', () => {
    const none = rateFrom(0);
    expect(totalRate(none, undefined)).toEqual(rateFrom(undefined));
    expect(totalRate(none, costOfVolumes([{ size: 5 }]))).toEqual(rateFrom(undefined));
    expect(totalRate(none, costOfVolumes([]))).toEqual(none);
    const refused = costOfVolumes([{ storage_total_cost: 1 }], false);
    expect([refused.rate, refused.unpriced]).toMatchObject([{ dollars: 1, isLeast: true }, 0]);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 99, noNaN: true }), fc.boolean(), (dollars, known) => {
        const total = totalRate(rateFrom(dollars), known ? costOfVolumes([]) : undefined);
        expect(exactRate(total)).toBe(known ? dollars : 'unknown');
      }),
    );
  });
});
