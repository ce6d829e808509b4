import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import type { GpuNames } from './gpuNames';
import { exampleOf } from './kinds';
import type { TextProblem } from './offerText';
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

/** It is where the person is typing, and is the start of a filter. */
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

/** The most similar word, with one or two different letters. */
function closestWord(text: string, gpus: GpuNames): string | undefined {
  const typed = text.toLowerCase();
  const atMost = typed.length < 3 || typed.length > 30 ? 0 : typed.length < 6 ? 1 : 2;
  let best: { word: string; distance: number } | undefined;
  for (const word of atMost === 0 ? [] : wordsOf(gpus)) {
    if (word.length < 3 || Math.abs(word.length - typed.length) > atMost) continue;
    const distance = lettersApart(typed, word);
    if (distance <= atMost && distance < (best?.distance ?? Infinity)) best = { word, distance };
  }
  return best?.word;
}

/** How many letters have to be added, removed or replaced. */
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
