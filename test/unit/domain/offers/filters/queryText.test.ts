import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import type { PanelQuery } from '../../../../../src/domain/offers/filters/panelQuery';
import {
  chipsOf,
  printQuery,
  readQuery,
  withoutFilter,
} from '../../../../../src/domain/offers/filters/queryText';
import { GpuNames } from '../../../../../src/domain/offers/search/words/gpuNames';

const gpus = new GpuNames(gpuModels);
const query: PanelQuery = { type: 'both', filters: { verified: { eq: true } }, disk: 10, hours: 8 };

describe('a query as text', () => {
  it('has the filters that are typed, in place of those before', () => {
    const { query: read, problems } = readQuery(query, '4090 24gb eu', gpus);
    expect(problems).toEqual([]);
    expect(Object.keys(read.filters).sort()).toEqual(['geolocation', 'gpu_name', 'gpu_ram']);
    expect(read).toMatchObject({ type: 'both', disk: 10, hours: 8 });
  });

  it('reads a disk and a rental type, too', () => {
    expect(readQuery(query, 'disk>=100 interruptible', gpus).query).toMatchObject({ type: 'bid', disk: 100 });
  });

  it('keeps what no text can say', () => {
    const filters = { ...query.filters, cpu_name: { eq: 'EPYC' } };
    expect(readQuery({ ...query, filters }, '24gb', gpus).query.filters).toEqual({
      cpu_name: { eq: 'EPYC' },
      gpu_ram: { gte: 24_000 },
    });
  });

  it('is read as it is printed', () => {
    const { query: read } = readQuery(
      query,
      '2x 4090 >=24gb <$1 99% europe cuda>=12 verified machine=7',
      gpus,
    );
    expect(readQuery(query, printQuery(read, gpus), gpus)).toEqual({ query: read, problems: [] });
  });

  it('says what is not understood, but not while it is being typed', () => {
    expect(readQuery(query, 'foo 24gb', gpus).problems[0]).toMatch(/“foo” isn’t a filter/);
    expect(readQuery(query, '24gb verif', gpus).problems).toEqual([]);
    expect(readQuery(query, 'order=value', gpus).problems).toEqual([
      'To sort by best performance per dollar, select a column heading.',
    ]);
  });
});

describe('the filters that are set', () => {
  it('are told in words, and removed one by one', () => {
    const { query: set } = readQuery(query, 'verified 24gb machine=7', gpus);
    expect(chipsOf(set).map(({ words }) => words)).toEqual(['≥ 24 GB VRAM', 'machine 7', 'verified']);
    expect(chipsOf(withoutFilter(set, 'gpu_ram')).map(({ field }) => field)).toEqual([
      'machine_id',
      'verified',
    ]);
  });
});
