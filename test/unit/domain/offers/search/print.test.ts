import fc from '../../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import type { Filters } from '../../../../../src/api/schemas/offers/filters';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { flagKinds } from '../../../../../src/domain/offers/fields/choices';
import type { NumberKind } from '../../../../../src/domain/offers/fields/kinds';
import { numberKinds } from '../../../../../src/domain/offers/fields/numbers';
import { parseOfferText } from '../../../../../src/domain/offers/search/parse';
import { countryCodes, regions } from '../../../../../src/domain/offers/search/vocabulary/places';
import { printOfferText } from '../../../../../src/domain/offers/search/print';

// Also names that look like something else.
const strange = ['24GB', 'X2', 'EU', 'cuda', 'RTX', 'Foo Bar-7', 'Ünknown 1', 'verified', '99', '4090'];
const gpus = new GpuNames([...gpuModels, ...strange]);

const sorted = (values: readonly string[]) => [...new Set(values)].sort();
/** As the parser writes lists. */
function oneOrMany(
  values: readonly (string | number)[],
  [one, many]: readonly ['eq' | 'neq', 'in' | 'notin'],
) {
  return values.length === 1 ? { [one]: values[0] } : { [many]: [...values] };
}
function list(from: readonly string[]) {
  const some = fc.subarray([...from], { minLength: 1, maxLength: 40 }).map(sorted);
  const positive = some.map((values) => oneOrMany(values, ['eq', 'in']));
  const negative = some.map((values) => oneOrMany(values, ['neq', 'notin']));
  return fc.oneof(
    positive,
    negative,
    fc.tuple(positive, negative).map(([a, b]) => ({ ...a, ...b })),
  );
}
const places = fc.oneof(
  list(countryCodes),
  fc.constantFrom(...regions).map(({ codes }) => ({ in: [...codes] })),
);

/** A value as a person could have typed it, in the field's unit. */
function numbers(kind: NumberKind) {
  const factor = kind.units[kind.unit] ?? 1;
  const versions = fc.integer({ min: 10_000, max: 9_999_999_999 });
  const typed = kind.isVersion
    ? versions
    : kind.isWhole
      ? fc.integer({ min: 1, max: 99_999 })
      : fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000);
  const inField = typed.map((n) =>
    Number((n * (kind.field === 'reliability' ? factor / 1 : factor)).toPrecision(12)),
  );
  const raw = kind.isNominal
    ? fc.oneof(
        inField,
        fc.integer({ min: 1, max: 200 }).map((n) => n * 1024),
      )
    : inField;
  const operators =
    kind.field === 'num_gpus'
      ? (['gte', 'lt', 'lte', 'gt', 'neq', 'eq'] as const)
      : (['gte', 'lt', 'lte', 'gt', 'eq', 'neq'] as const);
  return fc
    .uniqueArray(fc.constantFrom(...operators), { minLength: 1, maxLength: 3 })
    .chain((some) => fc.record(Object.fromEntries(some.map((operator) => [operator, raw]))));
}

const filters = fc
  .record(
    {
      gpu_name: list(gpus.all),
      geolocation: places,
      ...Object.fromEntries(
        numberKinds.flatMap((kind) => (kind.field === 'disk_space' ? [] : [[kind.field, numbers(kind)]])),
      ),
      ...Object.fromEntries(flagKinds.map(({ field, condition }) => [field, fc.constant({ ...condition })])),
    },
    { requiredKeys: [] },
  )
  .map((one) => one as Filters);
const said = fc.record(
  {
    filters,
    disk: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 10),
    type: fc.constantFrom('on-demand' as const, 'bid' as const),
    order: fc.constantFrom('price' as const, 'performancePerDollar' as const, 'reliability' as const),
  },
  { requiredKeys: ['filters'] },
);

describe('a search as text', () => {
  it('is read as what it was printed from', () => {
    fc.assert(
      fc.property(said, (one) => {
        const { text, unsaid } = printOfferText(one, gpus);
        expect(unsaid).toEqual({});
        expect({ text, ...parseOfferText(text, gpus) }).toEqual({ text, cleared: [], problems: [], ...one });
      }),
      { numRuns: 400 },
    );
  });

  it('is as short as a person would write it', () => {
    const print = (filters: Filters) => printOfferText({ filters }, new GpuNames(gpuModels)).text;
    const eu = regions.find(({ word }) => word === 'eu')?.codes ?? [];
    expect(
      print({
        verified: { eq: true },
        geolocation: { in: [...eu] },
        cuda_max_good: { gte: 12 },
        gpu_ram: { gte: 24_000 },
        reliability: { gte: 0.99 },
        num_gpus: { eq: 1 },
        dph_total: { lte: 0.5 },
        gpu_name: { in: ['RTX 4090', 'H100 SXM', 'H100 PCIE', 'H100 NVL', 'RTX 3090 Ti'] },
      }),
    ).toBe('4090 h100 3090ti 1x >=24gb >=99% <=$0.5 cuda>=12 eu verified');
  });

  it('tells which filters no text says', () => {
    const unsaid: Filters = {
      driver_version: { gte: '550' },
      gpu_arch: { in: ['nvidia'] },
      geolocation: { eq: 'Mars' },
    };
    expect(printOfferText({ filters: { ...unsaid, num_gpus: { eq: 2 } } }, gpus)).toEqual({
      text: '2x',
      unsaid,
    });
  });

  it('is read whatever it is, in a time that grows with its length', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        '>=',
        '<',
        '$',
        '24gb',
        'cuda',
        '4090',
        'rtx',
        'eu',
        'disk',
        '"',
        '/h',
        '%',
        '-',
        'x',
        ',',
        ' ',
        'gpu=',
        'country!=',
        'any',
        '__proto__',
        '1',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        parseOfferText(pieces.join(''), gpus);
        parseOfferText(pieces.join(' '), gpus);
      }),
      { numRuns: 400 },
    );
    for (const one of [
      'a',
      '1',
      '1 ',
      'a ',
      '"',
      '$',
      '<',
      '-',
      'a-',
      'a.',
      '/',
      'disk ',
      'rtx 4090 ',
      '1,',
      'x1',
      'gpu=',
      '1gb ',
      '٣',
      '🎈',
      'é',
      '-4',
    ])
      expect([one, timeOf(one.repeat(4_000)) < 40 * Math.max(10, timeOf(one.repeat(400)))]).toEqual([
        one,
        true,
      ]);
  });
});

/** Milliseconds of this process's own work, whatever else the machine does. */
function timeOf(text: string): number {
  const tries = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    parseOfferText(text, gpus);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}
