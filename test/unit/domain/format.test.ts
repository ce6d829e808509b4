import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  counted,
  filled,
  formatAgo,
  formatChoice,
  formatCountry,
  formatDate,
  formatDollars,
  formatList,
  formatNumber,
  formatPercent,
  formatFacts,
  formatLines,
  formatParagraphs,
  formatSentences,
  formatSpan,
  formatTick,
  formatVersion,
  unknownDollars,
} from '../../../src/domain/format';
import { formatIn } from '../../../src/domain/language';
import { filterWords } from '../../../src/domain/offers/search/vocabulary/filterWords';

afterEach(() => formatIn('en'));

/** German and French part a number from its unit by a space that does not break. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

const written = (): string[] =>
  [
    formatNumber(1234.567),
    formatDollars(0.3),
    formatDollars(-1234.5),
    formatDollars(0.31, 2, 4),
    formatDollars(1.25e9),
    unknownDollars(),
    formatPercent(0.9952, 2),
    formatSpan(1, 'hour'),
    formatSpan(5, 'day'),
    formatAgo(3, 'minute'),
    formatList(['a', 'b', 'c']),
    formatChoice(['a', 'b']),
    formatCountry('SE'),
    formatDate(0, { dateStyle: 'medium', timeZone: 'UTC' }),
    formatTick(2000, true),
  ].map(plain);

it.each([
  [
    'en',
    '1,234.57 | $0.30 | -$1,234.50 | $0.31 | $1.3E9 | $? | 99.52% | 1 hour | 5 days | 3 minutes ago | a, b, c | a or b | Sweden | Jan 1, 1970 | $2000',
  ],
  [
    'de',
    '1.234,57 | 0,30 $ | -1.234,50 $ | 0,31 $ | 1,3E9 $ | ? $ | 99,52 % | 1 Stunde | 5 Tage | vor 3 Minuten | a, b und c | a oder b | Schweden | 01.01.1970 | 2000 $',
  ],
  [
    'zh-cn',
    '1,234.57 | $0.30 | -$1,234.50 | $0.31 | $1.3E9 | $? | 99.52% | 1 小时 | 5 天 | 3 分钟前 | a、b、c | a或b | 瑞典 | 1970年1月1日 | $2000',
  ],
])('numbers, money, dates, spans and lists are written as in %s', (language, texts) => {
  formatIn(language);
  expect(written().join(' | ')).toBe(texts);
});

it('sentences have a space between them, but not after the full stop of Chinese', () => {
  expect(formatSentences(['One.', '', 'Two 1.5.'])).toBe('One. Two 1.5.');
  expect(formatFacts('running', '', undefined, false, '$0.31/h')).toBe('running · $0.31/h');
  expect([formatLines('a', '', 'b'), formatParagraphs('a', undefined, 'b')]).toEqual(['a\nb', 'a\n\nb']);
  expect(formatSentences(['一。', '二 2 个。', 'Three. Four.'])).toBe('一。二 2 个。Three. Four.');
});

it('Chinese has a space between a digit and a word', () => {
  formatIn('zh-cn');
  expect(filterWords('num_gpus', { in: [1, 4, 8] })).toBe('1、4 或 8 GPUs');
});

it('versions and ids are names: they have no comma of a language', () => {
  formatIn('de');
  expect(formatVersion(12.4)).toBe('12.4');
  expect(filterWords('cuda_max_good', { gte: 12.4 })).toBe('CUDA ≥ 12.4');
  expect(filterWords('machine_id', { eq: 17_331 })).toBe('machine 17331');
  expect(filterWords('disk_space', { gte: 1500.5 })).toBe('≥ 1.500,5 GB disk');
});

it('a code that is no country stays, and 10 days are not written with their zeros', () => {
  expect(formatCountry('nowhere')).toBe('nowhere');
  expect([formatNumber(10), formatNumber(-0.001), formatSpan(1e300, 'day')]).toEqual([
    '10',
    '0',
    '1E300 days',
  ]);
});

describe('a plural', () => {
  beforeEach(() => formatIn('en'));

  it('has the form that English has for the number', () => {
    const forms = '{0} offer of {1}|{0} offers of {1}';
    expect([0, 1, 2, 1234].map((count) => counted(count, forms, 'a|{0}'))).toEqual([
      '0 offers of a|{0}',
      '1 offer of a|{0}',
      '2 offers of a|{0}',
      '1,234 offers of a|{0}',
    ]);
  });

  it('has one form in Chinese, and four in Polish', () => {
    formatIn('zh-cn');
    expect([1, 2].map((count) => counted(count, '{0} 个报价'))).toEqual(['1 个报价', '2 个报价']);
    formatIn('pl');
    const forms = '{0} oferta|{0} oferty|{0} ofert|{0} oferty';
    expect([1, 2, 5, 22, 1.5].map((count) => counted(count, forms))).toEqual([
      '1 oferta',
      '2 oferty',
      '5 ofert',
      '22 oferty',
      '1,5 oferty',
    ]);
  });

  it('has in Chinese a space beside a name, and none between two words', () => {
    formatIn('zh-cn');
    const run = (where: string) => filled('要在 {1} 上运行 {0} 吗？', 'train', where);
    expect(run('gpu 7')).toBe('要在 gpu 7 上运行 train 吗？');
    expect(run(counted(2, '{0} 个实例'))).toBe('要在 2 个实例上运行 train 吗？');
    expect(run('训练机 7')).toBe('要在训练机 7 上运行 train 吗？');
    expect(run('我 的')).toBe('要在我 的上运行 train 吗？');
    const copied = counted(3, '{0} 个文件（{1}）', '4 MB');
    expect(filled('要将 {0} 复制到 {1} 吗？', copied, 'a')).toBe('要将 3 个文件（4 MB）复制到 a 吗？');
    expect(filled('{0} of {1}', 'a{1}')).toBe('a{1} of {1}');
  });

  it('that is not translated has the forms of English', () => {
    formatIn('zh-cn');
    expect([1, 2].map((count) => counted(count, '{0} offer|{0} offers'))).toEqual(['1 offer', '2 offers']);
  });
});
