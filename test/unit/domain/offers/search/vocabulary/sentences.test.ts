import { describe, expect, it } from 'vitest';
import { gpuModels } from '../../../../../../src/domain/offers/gpuModels';
import { filterWords, valueWords } from '../../../../../../src/domain/offers/search/vocabulary/filterWords';
import { GpuNames } from '../../../../../../src/domain/offers/search/vocabulary/gpuNames';
import { exampleOf } from '../../../../../../src/domain/offers/fields/kinds';
import { numberKinds } from '../../../../../../src/domain/offers/fields/numbers';
import { parseOfferText } from '../../../../../../src/domain/offers/search/parse';
import {
  isBeingTyped,
  textProblemSentence,
} from '../../../../../../src/domain/offers/search/vocabulary/sentences';

const gpus = new GpuNames(gpuModels);
const sentences = (text: string) =>
  parseOfferText(text, gpus).problems.map((problem) => textProblemSentence(problem, gpus));
const words = (text: string) =>
  Object.entries(parseOfferText(text, gpus).filters).map(([field, one]) => filterWords(field, one));

describe('a word that is no filter', () => {
  it.each([
    ['foo', '“foo” isn’t a filter. Try 24gb, >=99%, eu, cuda>=12 or 4090.'],
    ['verifed', '“verifed” isn’t a filter. Did you mean verified?'],
    ['germny', '“germny” isn’t a filter. Did you mean germany?'],
    ['4099', '“4099” isn’t a filter. Did you mean 4090?'],
    ['mi300x', '“mi300x” isn’t a known GPU or filter. To search for it anyway, type gpu=mi300x.'],
    ['a '.repeat(3000), 'This text is too long for a search.'],
    ['cuda', '“cuda” needs a value. Type cuda>=12, for example.'],
    ['>=', '“>=” needs a number.'],
    ['disk<50', 'Disk is the size that you need. Type disk>=100gb, for example.'],
    ['cuda>=12gb', '“cuda>=12gb” has the wrong unit. Type cuda>=12, for example.'],
    ['reliability>=200', '“reliability>=200” is out of range. Type reliability>=99%, for example.'],
    ['reserved', 'Reserved rentals aren’t available here. Type on-demand or interruptible.'],
    ['[x](command:y)', '“[” isn’t a filter'],
  ])('%s is explained', (text, sentence) => {
    expect(sentences(text)[0]).toContain(sentence);
  });

  it('is not called wrong while it may still become one', () => {
    const isTyped = (text: string) =>
      parseOfferText(text, gpus).problems.map((one) => isBeingTyped(one, gpus));
    expect(['verif', 'ger', 'cuda>=', 'rtx 4090 int', '40'].flatMap(isTyped)).toEqual(Array(5).fill(true));
    expect(['verif ', 'xyz', 'ger 24gb'].flatMap(isTyped)).toEqual([false, false, false]);
  });

  it('is told of by an example that is one', () => {
    for (const kind of numberKinds)
      expect([kind.field, parseOfferText(exampleOf(kind), gpus).problems]).toEqual([kind.field, []]);
  });
});

describe('a filter', () => {
  it('says a region as one word, also beside other places', () => {
    expect(words('europe us')).toEqual(['Europe, United States']);
    expect(words('-asia -au')).toEqual(['not Asia, Australia']);
  });

  it('is said in words', () => {
    expect(words('24gb >=99 eu cuda>=12 4090 1x <=$0.5 verified datacenter 48gb total')).toEqual([
      '≥ 24 GB VRAM',
      '≥ 99% reliable',
      'CUDA ≥ 12',
      '≤ $0.50/h',
      'verified',
      'data center',
      '≥ 48 GB VRAM in total',
      'European Union',
      'RTX 4090',
      '1 GPU',
    ]);
    expect(words('<=24gb =64gb ram 1x 2x 30d 36h -us gpu!=4090 down>=500 disk_bw>=900')).toEqual([
      '≤ 24 GB VRAM',
      '64 GB RAM',
      'available ≥ 36 hours',
      '≥ 500 Mb/s download',
      '≥ 900 MB/s disk speed',
      '1 or 2 GPUs',
      'not United States',
      'not RTX 4090',
    ]);
    expect(filterWords('geolocation', { in: ['SE', 'NO', 'FI', 'DK'] })).toBe(
      'Sweden, Norway, Finland and 1 more',
    );
    expect(filterWords('driver_version', { gte: '550' })).toBe('driver ≥ 550');
    expect(valueWords('gpu_ram', { gte: 24_000 })).toBe('≥ 24 GB');
  });
});
