import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

export type Texts = Readonly<Record<string, string>>;

/** The texts of a file below the root: key to text. */
export function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
}

/**
 * What is wrong with a translation, one line each; empty for a complete one.
 *
 * @param english key to text; in the bundle both are the English text
 * @param alike words that are the same in both languages, in lower case
 */
export function problemsOf(english: Texts, translated: Texts, alike: ReadonlySet<string>): string[] {
  const missing = Object.keys(english).filter((key) => !(key in translated));
  const extra = Object.keys(translated).filter((key) => !(key in english));
  const wrong = Object.entries(english).flatMap(([key, text]) => {
    const other = translated[key];
    return other === undefined
      ? []
      : problemsOfText(text, other, alike).map((why) => `${quoted(key)} ${why}`);
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

function problemsOfText(english: string, translated: string, alike: ReadonlySet<string>): string[] {
  if (typeof translated !== 'string' || translated.trim() === '') return ['is empty'];
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
