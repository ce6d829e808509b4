import { describe, expect, it } from 'vitest';
import { facetsOf } from '../../../../../src/domain/offers/filters/facets';
import { filterControls } from '../../../../../src/domain/offers/filters/filterControls';
import type { PanelQuery } from '../../../../../src/domain/offers/filters/panelQuery';
import {
  addable,
  partChoices,
  partInput,
  partLabel,
  partsOf,
} from '../../../../../src/domain/offers/filters/searchParts';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { placeCodes } from '../../../../../src/domain/offers/search/vocabulary/places';
import { marketRows } from '../../../support/marketRows';
import { plainMarket } from '../support/anyRow';

const gpus = new GpuNames(gpuModels);
const rows = marketRows(plainMarket(200), []);
const query: PanelQuery = {
  type: 'on-demand',
  filters: {
    verified: { eq: true },
    gpu_ram: { gte: 24_000 },
    geolocation: { in: [...(placeCodes('europe') ?? []), 'US'].sort() },
    cpu_name: { eq: 'EPYC' },
  },
  disk: 100,
  hours: 8,
};
const choices = (field: string, text = '', of = query) =>
  partChoices(of, field, { text, gpus, facets: (list) => facetsOf(rows, of, list) });
const choose = (field: string, label: string, of = query): PanelQuery =>
  choices(field, '', of).find((one) => one.label === label)!.query;

describe('the parts of a search', () => {
  it('are told in words, a region in one, and what is planned with them', () => {
    expect(partsOf(query).map(({ words }) => words)).toEqual([
      '≥ 24 GB VRAM',
      'Europe, United States',
      'verified',
      'cpu_name EPYC',
      'on-demand',
      '100 GB disk',
      '8 hours',
    ]);
    expect(partsOf({ ...query, type: 'bid', bid: 0.25 }).map(({ words }) => words)).toContain('bid $0.25/h');
    expect(partsOf({ ...query, type: 'both' }).map(({ words }) => words)).toEqual(
      expect.arrayContaining(['on-demand or interruptible', 'lowest bid']),
    );
  });

  it('that are missing can be added, each under a name', () => {
    expect(addable(query)).toContain('gpu_name');
    expect(addable(query)).not.toContain('gpu_ram');
    for (const field of ['type', 'bid', 'disk', 'hours', ...addable(query)])
      expect(partLabel(field)).not.toBe(field);
  });

  it('that are numbers are typed beside their sign and unit', () => {
    expect(partInput(query, 'gpu_ram', gpus)).toMatchObject({
      label: 'Memory per GPU',
      sign: '≥',
      unit: 'GB',
      text: '24',
    });
    for (const { field, input } of filterControls) {
      if (input !== 'number') continue;
      const { prompt, sign, unit } = partInput(query, field, gpus);
      expect(prompt).not.toBe('');
      expect(sign).toMatch(/^[≥≤]?$/);
      expect(unit).toMatch(/^(|GB|%|\$\/h|MB\/s|Mb\/s|days)$/);
    }
    expect(partInput(query, 'geolocation', gpus)).toMatchObject({
      label: 'Place',
      empty: 'Europe, United States',
    });
    expect(partInput(query, 'gpu_name', gpus).empty).toBe('any');
    expect(partInput(query, 'gpu_ram', gpus).read('48').query?.filters.gpu_ram).toEqual({ gte: 48_000 });
    expect(partInput(query, 'gpu_ram', gpus).read('').query?.filters).not.toHaveProperty('gpu_ram');
    expect(partInput(query, 'gpu_ram', gpus).read('24 h')).toMatchObject({
      problem: expect.any(String) as string,
    });
    expect(partInput(query, 'hours', gpus).read('2 days').query?.hours).toBe(48);
    expect(partInput(query, 'disk', gpus).read('').query).toBeUndefined();
    expect(partInput({ ...query, bid: 1 }, 'bid', gpus).read('').query).not.toHaveProperty('bid');
  });

  it('that are chosen from a few say which one is', () => {
    expect(choices('type').map(({ label, isChosen }) => [label, isChosen])).toEqual([
      ['on-demand', true],
      ['interruptible', false],
      ['on-demand or interruptible', false],
    ]);
    expect(choices('type', 'inter').map(({ label }) => label)).toEqual([
      'interruptible',
      'on-demand or interruptible',
    ]);
    expect(choose('type', 'interruptible').type).toBe('bid');
    expect(choose('verified', 'any').filters).not.toHaveProperty('verified');
    expect(choose('hosting_type', 'data center').filters.hosting_type).toEqual({ gte: 1 });
    expect(choices('gpu_ram')).toEqual([]);
  });

  it('that are names are added and taken away, a region at once', () => {
    expect(choose('geolocation', 'Europe').filters.geolocation).toEqual({ eq: 'US' });
    const [europe] = choices('geolocation', 'eur');
    expect(europe).toMatchObject({ label: 'Europe', isChosen: true, group: 'regions' });
    expect(europe?.spoken).toBe(`Europe, ${europe?.count} offers`);
    expect(choices('gpu_name', 'Quantum 9')[0]?.query.filters.gpu_name).toEqual({ eq: 'Quantum 9' });
  });
});
