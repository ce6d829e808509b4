import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import type { PanelQuery } from '../../../../../src/domain/offers/filters/panelQuery';
import { readQuery } from '../../../../../src/domain/offers/filters/queryText';
import { placeCodes } from '../../../../../src/domain/offers/search/vocabulary/places';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';

const gpus = new GpuNames(gpuModels);
const query: PanelQuery = { type: 'both', filters: { verified: { eq: true } }, disk: 10, hours: 8 };
const read = (text: string, before = query): PanelQuery => readQuery(before, text, gpus).query!;

describe('a text that is typed to a query', () => {
  it('adds filters to those before', () => {
    expect(readQuery(query, '4090 24gb', gpus)).toEqual({
      query: {
        ...query,
        filters: { verified: { eq: true }, gpu_name: { eq: 'RTX 4090' }, gpu_ram: { gte: 24_000 } },
      },
    });
  });

  it('takes the place of what was said of the same number', () => {
    expect(read('48gb 2x', read('24gb 1x')).filters).toMatchObject({
      gpu_ram: { gte: 48_000 },
      num_gpus: { eq: 2 },
    });
  });

  it('adds names to names, those that are left out too', () => {
    const { filters } = read('3090 us', read('4090 europe'));
    expect(filters.gpu_name).toEqual({ in: ['RTX 3090', 'RTX 4090'] });
    expect(filters.geolocation).toEqual({ in: [...(placeCodes('europe') ?? []), 'US'].sort() });
    expect(read('-kr', read('-cn')).filters.geolocation).toEqual({ notin: ['CN', 'KR'] });
  });

  it('drops what may be anything', () => {
    expect(read('verified=any').filters).toEqual({});
  });

  it('reads a disk and a rental type, too', () => {
    expect(read('disk>=100 interruptible')).toMatchObject({ type: 'bid', disk: 100, hours: 8 });
  });

  it('says what is not understood, and what is not yet', () => {
    expect(readQuery(query, 'foo 24gb', gpus)).toMatchObject({
      problem: expect.stringMatching(/“foo” isn’t a filter/) as string,
      query: { filters: { gpu_ram: { gte: 24_000 } } },
    });
    expect(readQuery(query, 'foo 24gb', gpus).isBegun).toBeUndefined();
    expect(readQuery(query, '24gb verif', gpus).isBegun).toBe(true);
    expect(readQuery(query, 'order=value', gpus).problem).toBe(
      'To sort by best performance per dollar, select a column heading.',
    );
  });
});
