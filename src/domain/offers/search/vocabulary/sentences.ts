import * as l10n from '@vscode/l10n';
import { plainText } from '../../../../api/plainText';
import type { GpuNames } from './gpuNames';
import { exampleOf } from '../../fields/kinds';
import type { TextProblem } from '../offerText';
import { placeWords } from './places';
import { plainWords } from './plainWords';

/** Why a part of a typed search isn't a filter, as a sentence that says what to type instead. */
export function textProblemSentence({ why, text, kind }: TextProblem, gpus: GpuNames): string {
  const shown = plainText(text, 40);
  const example = kind && exampleOf(kind);
  switch (why) {
    case 'reserved':
      return l10n.t('Reserved rentals aren’t available here. Type on-demand or interruptible.');
    case 'onlyAtLeast':
      return l10n.t('Disk is the size that you need. Type {0}, for example.', example ?? '');
    case 'needsValue':
      return example === undefined
        ? l10n.t('“{0}” needs a number.', shown)
        : l10n.t('“{0}” needs a value. Type {1}, for example.', shown, example);
    case 'wrongUnit':
      return l10n.t('“{0}” has the wrong unit. Type {1}, for example.', shown, example ?? '');
    case 'outOfRange':
      return l10n.t('“{0}” is out of range. Type {1}, for example.', shown, example ?? '');
    case 'tooLong':
      return l10n.t('This text is too long for a search.');
    case 'unknown': {
      const meant = closestWord(text, gpus);
      if (meant !== undefined) return l10n.t('“{0}” isn’t a filter. Did you mean {1}?', shown, meant);
      if (/^[a-z]+-?\d+[a-z\d]*$/i.test(text))
        return l10n.t('“{0}” isn’t a known GPU or filter. To search for it anyway, type gpu={0}.', shown);
      return l10n.t('“{0}” isn’t a filter. Try 24gb, >=99%, eu, cuda>=12 or 4090.', shown);
    }
  }
}

/** Whether the part with the problem is the last one of the text, where the person types, and may still become a filter. */
export function isBeingTyped({ why, text, isLast }: TextProblem, gpus: GpuNames): boolean {
  if (!isLast) return false;
  if (why === 'needsValue') return true;
  const begun = text.toLowerCase();
  return why === 'unknown' && wordsOf(gpus).some((word) => word.startsWith(begun));
}

const wordsOf = (gpus: GpuNames): string[] => [
  ...plainWords,
  ...placeWords,
  ...gpus.all.flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(' ')]),
];

/** Words below this length (in letters) are similar to too many others to be proposed or corrected. */
const shortestCorrected = 3;
/** From this length on (in letters), two wrong letters still leave the word recognizable. */
const shortestWithTwoWrong = 6;
/** No word of a search is longer (in letters). */
const longestCorrected = 30;

/** How many letters of a typed word of this length may be wrong. */
function wrongLettersAllowed(length: number): number {
  if (length < shortestCorrected || length > longestCorrected) return 0;
  return length < shortestWithTwoWrong ? 1 : 2;
}

/** The known word that is most similar to the typed one; undefined if every word differs in too many letters. */
function closestWord(text: string, gpus: GpuNames): string | undefined {
  const typed = text.toLowerCase();
  const atMost = wrongLettersAllowed(typed.length);
  let best: { word: string; distance: number } | undefined;
  for (const word of atMost === 0 ? [] : wordsOf(gpus)) {
    if (word.length < shortestCorrected || Math.abs(word.length - typed.length) > atMost) continue;
    const distance = lettersApart(typed, word);
    if (distance <= atMost && distance < (best?.distance ?? Infinity)) best = { word, distance };
  }
  return best?.word;
}

/** How many letters of the one word have to be added, removed or replaced to get the other. */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
