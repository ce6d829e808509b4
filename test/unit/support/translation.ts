import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

export type Texts = Readonly<Record<string, string>>;

/** The texts of a file below the root: key to text. */
export function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
}

/** What a language is held to. */
export interface Language {
  /** As VS Code names it: `de`, `zh-cn`. */
  tag: string;
  /** Words that are the same in English, in lower case. */
  alike: ReadonlySet<string>;
}

/**
 * What is wrong with a translation, one line each; empty for a complete one.
 *
 * @param english key to text; in the bundle both are the English text
 */
export function problemsOf(english: Texts, translated: Texts, language: Language): string[] {
  const missing = Object.keys(english).filter((key) => !(key in translated));
  const extra = Object.keys(translated).filter((key) => !(key in english));
  const wrong = Object.entries(english).flatMap(([key, text]) => {
    const other = translated[key];
    return other === undefined
      ? []
      : problemsOfText(text, other, language).map((why) => `${quoted(key)} ${why}`);
  });
  return [
    ...missing.map((key) => `${quoted(key)} is missing`),
    ...extra.map((key) => `${quoted(key)} is not in English any more`),
    ...wrong,
  ];
}

const quoted = (key: string): string => JSON.stringify(key);

/** What VS Code, the service or a person's fingers read as it stands, by what it is called in a failure. */
const kept: Readonly<Record<string, RegExp>> = {
  placeholders: /\{\d+\}/g,
  icons: /\$\([a-z0-9~-]+\)/g,
  'link targets': /\]\([^)]*\)/g,
  'code marks': /`+[^`]+`+/g,
  'bold marks': /\*\*/g,
  'line breaks': /\n/g,
  'names of settings': /\b(?:gpuRental|remote\.SSH)(?:\.\w+)+/g,
  'search text': /[a-z]*>=[\d.]+%?/g,
};

/** A text that counts has a form for each plural category of the language, parted by "|". */
function problemsOfText(english: string, translated: string, { tag, alike }: Language): string[] {
  if (typeof translated !== 'string' || translated.trim() === '') return ['is empty'];
  if (!english.includes('|')) return problemsOfForm(english, translated, alike);
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.length;
  const forms = translated.split('|');
  if (forms.length !== categories)
    return [
      `has ${forms.length} plural forms, and ${tag} has ${categories}: write them with "|" between them`,
    ];
  const many = english.split('|').at(-1) ?? '';
  return forms.flatMap((form) => problemsOfForm(many, form, alike));
}

function problemsOfForm(english: string, translated: string, alike: ReadonlySet<string>): string[] {
  const problems = Object.entries(kept)
    .filter(([, pattern]) => found(english, pattern) !== found(translated, pattern))
    .map(([name, pattern]) => {
      const [should, does] = [found(english, pattern), found(translated, pattern)];
      return `has other ${name}: ${quoted(should)} became ${quoted(does)}`;
    });
  if (outerSpace(english) !== outerSpace(translated)) problems.push('begins or ends with other spaces');
  if (ending(english) !== ending(translated))
    problems.push(`ends with "${ending(translated)}" where English has "${ending(english)}"`);
  if (english === translated && wordsIn(english).some((word) => !alike.has(word)))
    problems.push(`is still English, or has a word to be added to the list of those that are alike`);
  return problems;
}

const found = (text: string, pattern: RegExp): string => (text.match(pattern) ?? []).sort().join(' ');

const outerSpace = (text: string): string => `${/^ */.exec(text)![0]}|${/ *$/.exec(text)![0]}`;

/** The mark that ends a sentence, or says that a command asks on; Chinese has wider ones. */
function ending(text: string): string {
  const mark = /[.。…?？:：!！]$/.exec(text)?.[0] ?? '';
  return { '。': '.', '？': '?', '：': ':', '！': '!' }[mark] ?? mark;
}

/** The words that a translator has to think about, in lower case. */
export function wordsIn(text: string): string[] {
  const bare = Object.values(kept).reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  return bare.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}
