import { describe, expect, it } from 'vitest';
import type { VolumeOffer } from '../../../../src/api/schemas/volumeOffer';
import { matchingSpaces, parseVolumeText, spaceRate } from '../../../../src/domain/volumes/volumeSearch';
import fc from '../../support/fastCheck';

const space = (id: number, offer: Partial<VolumeOffer>, ...gpus: string[]) => ({
  offer: { id, ...offer },
  rentable: gpus.map((gpu_name, index) => ({ id: index, gpu_name })),
});
const spaces = [
  space(1, { storage_cost: 0.2, disk_space: 500, geolocation: 'Sweden, SE', machine_id: 41 }, 'RTX 4090'),
  space(2, { storage_cost: 0.1, disk_space: 50, geolocation: 'Germany, DE', machine_id: 42 }),
  space(3, { storage_cost: 0.1, disk_space: 900, geolocation: 'Texas, US', reliability2: 0.9 }, 'H100 SXM'),
  space(4, { storage_cost: 0.1, disk_space: 900, geolocation: 'Quebec, CA', reliability: 0.99 }),
  space(5, { geolocation: 'Norway, NO' }),
];
const found = (text: string) => matchingSpaces(spaces, parseVolumeText(text)).map(({ offer }) => offer.id);

describe('what is typed for the space of a volume', () => {
  it.each([
    ['100 GB Europe', 100, ['Europe']],
    ['2tb, us', 2000, ['us']],
    ['1.5 TB', 1500, []],
    ['1,5 TB', 1500, []],
    ['1,500 TB', 1500, []],
    ['1,500 GB', 1500, []],
    ['1.500 GB Europe', 1500, ['Europe']],
    ['12,000', 12_000, []],
    ['0.500 GB', 1, []],
    ['1.5 GB', 2, []],
    ['200,4090', 200, ['4090']],
    ['4090 200 gb', 200, ['4090']],
    ['200 4090', 200, ['4090']],
    ['Europe', undefined, ['Europe']],
    ['0 GB', undefined, []],
    ['', undefined, []],
  ])('%s', (text, size, words) => {
    expect(parseVolumeText(text)).toEqual({ size, words });
  });

  it('is a whole number of GB, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { size = 1 } = parseVolumeText(text);
        expect(Number.isSafeInteger(size) && size >= 1).toBe(true);
      }),
    );
  });
});

describe('space that matches', () => {
  it('is the cheapest first, then the most reliable; a price that isn’t told comes last', () => {
    expect(found('10 GB')).toEqual([4, 3, 2, 1, 5]);
  });

  it('has room, as far as the service tells', () => {
    expect(found('600 GB')).toEqual([4, 3, 5]);
  });

  it.each([
    ['europe', [2, 1, 5]],
    ['eur', [2, 1, 5]],
    ['eu', [2, 1]],
    ['de', [2]],
    ['swed', [1]],
    ['texas us', [3]],
    ['north-america', [4, 3]],
    ['10 42', [2]],
    ['4090 10 gb', [1]],
    ['h100', [3]],
    ['10 4090 europe', [1]],
    ['mars', []],
  ])('%s', (text, ids) => {
    expect(found(text)).toEqual(ids);
  });

  it('costs what its GB cost in a month', () => {
    expect(spaceRate({ id: 1, storage_cost: 0.144 }, 100)! * 720).toBeCloseTo(14.4);
    expect(spaceRate({ id: 1 }, 100)).toBeUndefined();
  });
});
