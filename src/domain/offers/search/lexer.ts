/** A piece of what a person types, with its place in the text. */
export type Token = { start: number; end: number } & (
  | { kind: 'number'; value: number; text: string }
  | { kind: 'word' | 'quoted'; text: string }
  | { kind: 'operator'; operator: Comparison }
  | { kind: 'dollar' | 'percent' | 'times' | 'comma' }
  /** "/h", "/s". */
  | { kind: 'per'; text: string }
  | { kind: 'other'; text: string }
);

/** How a value is compared; `means` leaves it to the field. */
export type Comparison = 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte' | 'means';

const comparisons: Readonly<Record<string, Comparison>> = {
  '>=': 'gte',
  '=>': 'gte',
  '≥': 'gte',
  '<=': 'lte',
  '=<': 'lte',
  '≤': 'lte',
  '>': 'gt',
  '<': 'lt',
  '=': 'eq',
  '==': 'eq',
  '!=': 'neq',
  '<>': 'neq',
  '≠': 'neq',
  ':': 'means',
};

// No part may match what another one goes back over, so that the time grows with the length alone. A comma between
// digits is a decimal one where one or two follow it: "99,5", but "4090,3090" are two.
// "535.86.05" is no number but a version, which is read from its text.
const pieces =
  /(?<space>\s+)|"(?<quoted>[^"]*)"?|(?<operator>[<>!=]=|=[<>]|<>|[<>=≥≤≠:])|(?<number>\d+(?:\.\d+(?:\.\d+)?|,\d{1,2}(?!\d))?)|(?<word>[\p{L}_](?:[\p{L}\p{M}\p{N}_.+’'-]*[\p{L}\p{M}\p{N}_+])?)|(?<per>\/\p{L}*)|(?<sign>[$%×,;])|(?<other>[^\s"\p{L}\p{N}<>=≥≤≠:/$%×,;]+|.)/gsuy;

/** Everything except blanks, in order; no typed text is lost. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pieces)) {
    const { space, quoted, operator, number, word, per, sign } = match.groups ?? {};
    if (space !== undefined) continue;
    const [whole] = match;
    const place = { start: match.index, end: match.index + whole.length };
    const comparison = operator === undefined ? undefined : comparisons[operator];
    if (quoted !== undefined) tokens.push({ ...place, kind: 'quoted', text: quoted });
    else if (comparison) tokens.push({ ...place, kind: 'operator', operator: comparison });
    else if (number !== undefined)
      tokens.push({ ...place, kind: 'number', value: Number(number.replace(',', '.')), text: number });
    else if (word !== undefined) tokens.push(...wordTokens(word, place.start, tokens.at(-1)));
    else if (per !== undefined) tokens.push({ ...place, kind: 'per', text: per.toLowerCase() });
    else if (sign !== undefined) tokens.push({ ...place, kind: signs[sign] ?? 'comma' });
    else tokens.push({ ...place, kind: 'other', text: whole });
  }
  return tokens;
}

const signs: Readonly<Record<string, 'dollar' | 'percent' | 'times'>> = {
  $: 'dollar',
  '%': 'percent',
  '×': 'times',
};

/** A word; right behind a small number an "x" stands for "times", as in "2x" and "2xH100". */
function wordTokens(word: string, start: number, before: Token | undefined): Token[] {
  const end = start + word.length;
  const isCount = before?.kind === 'number' && before.end === start && /^\d\d?$/.test(before.text);
  if (!isCount || !/^x/i.test(word)) return [{ kind: 'word', text: word, start, end }];
  const times: Token = { kind: 'times', start, end: start + 1 };
  const rest = word.slice(1);
  if (rest === '') return [times];
  const value = /^\d+$/.test(rest) ? Number(rest) : undefined;
  const place = { start: start + 1, end };
  return [
    times,
    value === undefined
      ? { ...place, kind: 'word', text: rest }
      : { ...place, kind: 'number', value, text: rest },
  ];
}
