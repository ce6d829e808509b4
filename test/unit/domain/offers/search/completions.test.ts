import { describe, expect, it } from 'vitest';
import { choiceControls, fieldOrder, flagKinds } from '../../../../../src/domain/offers/fields/choices';
import { numberKinds } from '../../../../../src/domain/offers/fields/numbers';
import { gpuModels } from '../../../../../src/domain/offers/gpuModels';
import { completionsOf } from '../../../../../src/domain/offers/search/completions';
import { parseOfferText } from '../../../../../src/domain/offers/search/parse';
import { GpuNames } from '../../../../../src/domain/offers/search/vocabulary/gpuNames';

const gpus = new GpuNames(gpuModels);
const offered = (text: string) => completionsOf(text, gpus, 100);
const wordsFor = (text: string) => offered(text).map(({ words }) => words);

describe('completions of a search', () => {
  it('give a number the units that make it a usual amount', () => {
    expect(wordsFor('24').slice(0, 2)).toEqual(['>=24gb', 'total>=24gb']);
    expect(wordsFor('24')).toContain('cpu>=24');
    expect(wordsFor('99')).toContain('down>=99mbps');
    expect(wordsFor('2000')).not.toContain('>=2000%');
  });

  it('know a filter by the beginning of its name', () => {
    expect(wordsFor('reli')).toEqual(['>=99%', 'order=reliability']);
    expect(wordsFor('cud')).toEqual(['cuda>=12']);
    expect(wordsFor('unver')).toEqual(['unverified']);
    expect(wordsFor('spo')).toEqual(['interruptible']);
    expect(wordsFor('order')).toEqual(['order=price', 'order=value', 'order=reliability']);
  });

  it('know GPUs and places, also of several words and those to leave out', () => {
    expect(wordsFor('rtx 40')).toContain('4090');
    expect(wordsFor('eur')).toContain('europe');
    expect(wordsFor('swed')).toEqual(['SE']);
    expect(wordsFor('south kor')).toContain('KR');
    expect(wordsFor('-swed')).toEqual(['-SE']);
  });

  it('keep what is typed before, and stand in its place', () => {
    expect(offered('4090 eu reli')[0]).toEqual({
      words: '>=99%',
      meaning: '≥ 99% reliable',
      text: '4090 eu >=99% ',
    });
    expect(offered('4090 ')).toEqual([]);
    expect(offered('24gb nothinglikeit')).toEqual([]);
  });

  it('begin with examples that can be read', () => {
    const examples = offered('');
    expect(examples.length).toBeGreaterThan(5);
    for (const { text, meaning } of examples) {
      expect(parseOfferText(text, gpus).problems).toEqual([]);
      expect(meaning).not.toBe('');
    }
  });

  it('reach every filter that can be printed, and every control of the panel', () => {
    const reached = [...numberKinds.map(({ names: [name] }) => name), ...flagKinds.map(({ text }) => text)];
    const fields = [...reached, 'sweden', 'tesla t4']
      .flatMap((word) => offered(word.slice(0, -1)))
      .flatMap(({ text }) => {
        const { filters, disk } = parseOfferText(text, gpus);
        return [...Object.keys(filters), ...(disk === undefined ? [] : ['disk_space'])];
      });
    expect(
      [...fieldOrder, ...Object.keys(choiceControls)].filter((field) => !fields.includes(field)),
    ).toEqual([]);
  });

  it('are offered in any text without failing', () => {
    for (const text of ['(', '[', '-', '$', '>=', '"rtx', '\\', '*', '24gb (', 'a'.repeat(6000)])
      expect(() => offered(text)).not.toThrow();
  });
});
