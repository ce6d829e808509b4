import { describe, expect, it } from 'vitest';
import type { OfferChoice } from '../../../../src/domain/offers/offerQuery';
import { rememberedOf, startingChoice } from '../../../../src/domain/offers/rememberedSearch';

const settings = { verifiedOnly: true, disk: 20, limit: 64 };
const chosen: OfferChoice = {
  ...startingChoice(undefined, settings),
  filters: { gpu_name: { eq: 'RTX 4090' }, dph_total: { lte: 1 } },
  disk: 100,
};
const remembered = rememberedOf(chosen, settings);

describe('a search', () => {
  it('starts from the settings when there was none before', () => {
    expect(startingChoice(undefined, settings)).toEqual({
      type: 'on-demand',
      filters: { verified: { eq: true } },
      order: 'price',
      disk: 20,
      limit: 64,
    });
    expect(startingChoice(undefined, { ...settings, verifiedOnly: false }).filters).toEqual({});
  });

  it('starts from the last one while the settings stay as they were', () => {
    expect(startingChoice(JSON.parse(JSON.stringify(remembered)), settings)).toEqual(chosen);
  });

  it('takes a setting that was changed since, and only that one from the settings', () => {
    expect(startingChoice(remembered, { ...settings, disk: 50 })).toEqual({ ...chosen, disk: 50 });
    expect(startingChoice(remembered, { ...settings, limit: 8 })).toEqual({ ...chosen, limit: 8 });
    const unverified = { ...settings, verifiedOnly: false };
    const verified = { ...chosen, filters: { verified: { eq: true } } };
    expect(startingChoice(rememberedOf(verified, settings), unverified).filters).toEqual({});
    expect(startingChoice(rememberedOf(chosen, unverified), settings).filters).toEqual({
      ...chosen.filters,
      verified: { eq: true },
    });
  });

  it.each([
    ['nothing', null],
    ['a search of another version', { type: 'on-demand', gpuNames: ['RTX 4090'], disk: 100 }],
    ['what is no filter', { ...remembered, filters: { gpu_name: { like: 'RTX' } } }],
    [
      'more than any search has',
      {
        ...remembered,
        filters: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`f${at}`, { eq: 1 }])),
      },
    ],
    ['a disk that is none', { ...remembered, disk: -1 }],
  ])('starts from the settings where %s is remembered', (_, value) => {
    expect(startingChoice(value, settings)).toEqual(startingChoice(undefined, settings));
  });
});
