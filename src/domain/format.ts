/**
 * How numbers, money, dates, spans, lists and plurals are written for a person, in the language of VS Code. What a
 * machine reads is not written here. Search text is typed in English words everywhere.
 */

import { language } from './language';

const made = new Map<string, unknown>();

/** To make one takes a thousand times as long as to use it. */
function once<T>(name: string, make: (tag: string) => T): T {
  const tag = language();
  const key = `${tag} ${name}`;
  const known = made.get(key) as T | undefined;
  if (known !== undefined) return known;
  const fresh = make(tag);
  made.set(key, fresh);
  return fresh;
}

/** "1.3E9" from a milliard on, which is a mistake of the service: written out, it would be as wide as the window. */
function written(value: number, name: string, options: Intl.NumberFormatOptions): string {
  if (Math.abs(value) >= 1e9 && options.notation === undefined)
    return written(value, `${name} huge`, {
      ...options,
      notation: 'scientific',
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    });
  const format = once(name, (tag) => new Intl.NumberFormat(tag, { signDisplay: 'negative', ...options }));
  return format.format(value);
}

/** "1,234.5": at most `most` decimals, and none that are zeros. */
export const formatNumber = (value: number, most = 2): string =>
  written(value, `number ${most}`, { minimumFractionDigits: 0, maximumFractionDigits: most });

const dollars: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  // Everything is in US dollars, and "US$" takes room.
  currencyDisplay: 'narrowSymbol',
};

/** "12.4" of CUDA: a name and no amount, so it has a point in every language. */
export const formatVersion = (version: number): string => version.toFixed(1);

/** "$2.06", with at least and at most as many decimals */
export const formatDollars = (value: number, least = 2, most = least): string =>
  written(value, `dollars ${least} ${most}`, {
    ...dollars,
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });

/** "0.03", "2000", "20K", or the same in dollars, for an axis. */
export function formatTick(value: number, isMoney: boolean): string {
  const size = Math.abs(value);
  const notation = size < 10_000 ? 'standard' : size < 1e15 ? 'compact' : 'scientific';
  return written(value, `tick ${notation} ${isMoney}`, {
    ...(isMoney ? dollars : {}),
    notation,
    minimumFractionDigits: 0,
    maximumSignificantDigits: 4,
    useGrouping: false,
  });
}

/** "$?" */
export const unknownDollars = (): string => formatDollars(0, 0).replace(/\p{Nd}/u, '?');

/** "99.5%". @param share 1 is all */
export const formatPercent = (share: number, most = 0, least = 0): string =>
  written(share, `percent ${least} ${most}`, {
    style: 'percent',
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "4.2 MB": bytes in units of a thousand. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = byteUnits[power] ?? 'byte';
  const value = bytes / 1000 ** power;
  const most = power === 0 || value >= 100 ? 0 : 1;
  const unitDisplay = power === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: most } as const;
  return spaced(written(value, `bytes ${unit} ${most}`, options));
}

type SpanUnit = 'second' | 'minute' | 'hour' | 'day';

/** "1 hour", "5 hours" */
export const formatSpan = (count: number, unit: SpanUnit): string =>
  spaced(
    written(count, `span ${unit}`, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 2 }),
  );

/** "3 minutes ago" */
export const formatAgo = (count: number, unit: SpanUnit): string =>
  spaced(once('ago', (tag) => new Intl.RelativeTimeFormat(tag)).format(-count, unit));

/** "a, b, c" */
export const formatList = (items: readonly string[]): string =>
  once('list', (tag) => new Intl.ListFormat(tag, { type: 'conjunction', style: 'narrow' })).format(items);

/** "a, b, or c" */
export const formatChoice = (items: readonly string[]): string =>
  spaced(once('choice', (tag) => new Intl.ListFormat(tag, { type: 'disjunction' })).format(items));

/** Chinese texts have a space between a digit and a word, as VS Code's own; `Intl` writes none. */
const spaced = (text: string): string =>
  text.replace(/\p{Nd}(?=\p{Script=Han})|\p{Script=Han}(?=\p{Nd})/gu, '$& ');

/** Sentences in a row, without those that are empty. No space follows the full stop of Chinese. */
export const formatSentences = (sentences: readonly string[]): string =>
  sentences
    .filter(Boolean)
    .join(' ')
    .replaceAll(/(?<=[。！？]) /gu, '');

type Part = string | undefined | false;

const joined =
  (separator: string) =>
  (...parts: readonly Part[]): string =>
    parts.filter(Boolean).join(separator);

/** "running · $0.31/h": what there is of these parts, for a row. The next two do the same for a longer text. */
export const formatFacts = joined(' · ');
export const formatLines = joined('\n');
export const formatParagraphs = joined('\n\n');

/** @param at milliseconds since the epoch */
export const formatDate = (at: number, options: Intl.DateTimeFormatOptions): string =>
  once(`date ${JSON.stringify(options)}`, (tag) => new Intl.DateTimeFormat(tag, options)).format(at);

/** For texts that a person reads in order: 10 comes after 9. */
export const inOrder = (one: string, other: string): number =>
  once('order', (tag) => new Intl.Collator(tag, { numeric: true })).compare(one, other);

/** "Sweden" for "SE"; a code that is none comes back as it is. */
export const formatCountry = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? (once('country', (tag) => new Intl.DisplayNames(tag, { type: 'region' })).of(code) ?? code)
    : code;

const english = new Intl.DisplayNames(['en'], { type: 'region' });

/** "Sweden" for "SE" in every language, for search text and the service; a code that is none comes back as it is. */
export const englishCountry = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (english.of(code) ?? code) : code;

/**
 * "3 offers": the form that the language has for this number, with the number in it.
 *
 * @param forms one text with a form for each of the language's plural categories, from `one` to `other`:
 *   "{0} offer|{0} offers"; Chinese has one form, Polish four
 * @param others what stands for `{1}` and on
 */
export function counted(count: number, forms: string, ...others: readonly string[]): string {
  const { rules, categories } = once('plural', pluralsOf);
  const all = forms.split('|');
  // A text that isn't translated has the forms of English.
  const isOwn = all.length === categories.length;
  const place = isOwn ? categories.indexOf(rules.select(count)) : count === 1 ? 0 : -1;
  const form = all.at(place) ?? '';
  return filled(form, formatNumber(count), ...others);
}

/**
 * A text with `values` in the place of `{0}` and on. Chinese texts have a space around a name; a value in Chinese, such as
 * what `counted` returns, has none on that side.
 */
export const filled = (form: string, ...values: readonly string[]): string =>
  form.replace(
    /((?<=\p{Script=Han}) )?\{(\d+)\}( (?=\p{Script=Han}))?/gu,
    (mark, before: string | undefined, index: string, after: string | undefined) => {
      const value = values[Number(index)];
      if (value === undefined) return mark;
      const [left, right] = [/^\p{Script=Han}/u.test(value), /[\p{Script=Han}）]$/u.test(value)];
      return `${left ? '' : (before ?? '')}${value}${right ? '' : (after ?? '')}`;
    },
  );

function pluralsOf(tag: string) {
  const rules = new Intl.PluralRules(tag);
  const { pluralCategories } = rules.resolvedOptions();
  const categories = pluralOrder.filter((category) => pluralCategories.includes(category));
  return { rules, categories };
}

const pluralOrder: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
