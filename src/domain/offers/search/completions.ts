import * as l10n from '@vscode/l10n';
import { flagKinds, type ListField } from '../fields/choices';
import { exampleOf, type NumberKind } from '../fields/kinds';
import { numberKinds } from '../fields/numbers';
import { formatCountry } from '../../format';
import type { GpuNames } from './vocabulary/gpuNames';
import { orderedFields, orderName, typeName } from './vocabulary/choiceWords';
import { filterWords, regionName } from './vocabulary/filterWords';
import { countryCodes, regions } from './vocabulary/places';
import { orderWords, rentalWords } from './vocabulary/plainWords';
import { parseOfferText } from './parse';
import { printOfferText } from './print';

/** Words that can take the place of what is being typed. */
export interface Completion {
  words: string;
  /** What the words ask for, in the language of VS Code. */
  meaning: string;
  /** The whole text with the words in it, and a blank behind them. */
  text: string;
}

/** What a search may begin with. */
const examples = [
  '>=24gb',
  '1x',
  '>=99%',
  '<=$0.5',
  'eu',
  'cuda>=12',
  'disk>=100gb',
  'datacenter',
  'interruptible',
  'order=value',
];

/** A GPU's name has at most so many words, and so has a country's. */
const longestName = 4;

/** What a person may mean by the end of a text, and examples for an empty one; at most `most`. */
export function completionsOf(text: string, gpus: GpuNames, most: number): Completion[] {
  if (text.trim() === '') return examples.flatMap((words) => completion('', words, gpus)).slice(0, most);
  if (/\s$/.test(text)) return [];
  const found = new Map<string, Completion>();
  for (let count = longestName; count >= 1; count -= 1) {
    const [, before = '', sign = '', typed = ''] = endOf(text, count) ?? [];
    if (typed === '') continue;
    const words =
      count > 1 || sign !== '' ? namesLike(typed, gpus) : [...wordsLike(typed), ...namesLike(typed, gpus)];
    for (const one of words.flatMap((said) => completion(before, `${sign}${said}`, gpus)))
      if (one.words.toLowerCase() !== `${sign}${typed}`.toLowerCase() && !found.has(one.words))
        found.set(one.words, one);
  }
  return [...found.values()].slice(0, most);
}

/** The last words of a text: what is before them, a minus, and the words. */
const endOf = (text: string, count: number): RegExpExecArray | null =>
  new RegExp(String.raw`^(.*?)(?<!\S)(-?)(\S+(?:\s+\S+){${count - 1}})$`, 's').exec(text);

/** Empty where the words mean nothing, such as a reliability of 200%. */
function completion(before: string, typed: string, gpus: GpuNames): Completion[] {
  const { problems, ...said } = parseOfferText(typed, gpus);
  const { text: words } = printOfferText(said, gpus);
  if (problems.length > 0 || words === '') return [];
  const { filters, type, disk, order } = said;
  const meaning = [
    ...orderedFields(filters).map((field) => filterWords(field, filters[field] ?? {})),
    ...(type === undefined ? [] : [typeName(type)]),
    ...(disk === undefined ? [] : [l10n.t('{0} GB disk', disk)]),
    ...(order === undefined ? [] : [orderName(order)]),
  ];
  return [{ words, meaning: meaning.join(' · '), text: `${before}${words} ` }];
}

/** Filters that are no names. A number is completed with every unit that makes it a usual amount. */
function wordsLike(typed: string): string[] {
  const [, amount = ''] = /^(?:>=?|<=?|=)?\$?(\d+(?:\.\d+)?)[a-z%]*$/i.exec(typed) ?? [];
  const numbers = numberKinds.filter((kind: NumberKind) =>
    amount === ''
      ? isLike(typed, [...kind.names, kind.control?.label() ?? ''])
      : isUsual(kind, Number(amount)),
  );
  return [
    ...numbers.map((kind: NumberKind) => exampleOf(kind, amount === '' ? kind.example : Number(amount))),
    ...flagKinds.flatMap(({ text, others, words }) =>
      isLike(typed, [text, ...others, words()]) ? [text] : [],
    ),
    ...[...rentalWords].flatMap(([word, type]) =>
      isLike(typed, [word, 'type']) ? [type === 'bid' ? 'interruptible' : 'on-demand'] : [],
    ),
    ...[...orderWords.keys()].flatMap((word) =>
      isLike(typed, ['order', 'sort', word]) ? [`order=${word}`] : [],
    ),
  ];
}

const isUsual = ({ control, example, field, isVersion }: NumberKind, amount: number): boolean =>
  !isVersion &&
  (control !== undefined || field === 'disk_space') &&
  amount >= example / 8 &&
  amount <= example * 8;

/** GPUs and places whose name begins like this, or has a word that does. */
function namesLike(typed: string, gpus: GpuNames): string[] {
  const list = (field: ListField, value: string | readonly string[]): string =>
    printOfferText(
      { filters: { [field]: typeof value === 'string' ? { eq: value } : { in: [...value] } } },
      gpus,
    ).text;
  return [
    ...regions.filter(({ word }) => isLike(typed, [word, regionName(word)])).map(({ word }) => word),
    ...gpus.all.filter((name) => isLike(typed, [name])).map((name) => list('gpu_name', name)),
    ...countryCodes
      .filter((code) => isLike(typed, [code, formatCountry(code)]))
      .map((code) => list('geolocation', code)),
  ];
}

function isLike(typed: string, names: readonly string[]): boolean {
  const wanted = letters(typed);
  return (
    wanted !== '' &&
    names.some(
      (name) =>
        letters(name).startsWith(wanted) ||
        name.split(/[\s(]+/).some((word) => letters(word).startsWith(wanted)),
    )
  );
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
