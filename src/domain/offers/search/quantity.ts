import { numberByField, numberByName, numberKinds } from '../fields/numbers';
import { hasUnit, type NumberKind } from '../fields/kinds';
import type { Token } from './lexer';

/** A number with the unit that was typed; '' without one, 'x' for "times". */
export interface Quantity {
  /** NaN for a version of three parts. */
  value: number;
  /** The number as it was typed. */
  text: string;
  unit: string;
  hasDollar: boolean;
  /** The token behind it. */
  next: number;
}

const knownUnits = new Set(numberKinds.flatMap((kind: NumberKind) => Object.keys(kind.units)));

/** A number with its unit and maybe a dollar sign at this token. */
export function quantityAt(tokens: readonly Token[], at: number): Quantity | undefined {
  let next = at;
  let hasDollar = tokens[next]?.kind === 'dollar';
  if (hasDollar) next += 1;
  const number = tokens[next];
  if (number?.kind !== 'number') return undefined;
  next += 1;
  if (tokens[next]?.kind === 'dollar' && tokens[next]?.start === number.end) {
    hasDollar = true;
    next += 1;
  }
  const unit = unitAt(tokens, next, number.end);
  return { value: number.value, text: number.text, unit: unit.text, hasDollar, next: unit.next };
}

function unitAt(tokens: readonly Token[], at: number, end: number): { text: string; next: number } {
  const token = tokens[at];
  const none = { text: '', next: at };
  if (!token) return none;
  if (token.kind === 'percent') return { text: '%', next: at + 1 };
  if (token.kind === 'times') return { text: 'x', next: at + 1 };
  if (token.kind === 'per') return knownUnits.has(token.text) ? { text: token.text, next: at + 1 } : none;
  if (token.kind !== 'word') return none;
  const word = token.text.toLowerCase();
  const behind = tokens[at + 1];
  if (behind?.kind === 'per' && behind.start === token.end && knownUnits.has(word + behind.text))
    return { text: word + behind.text, next: at + 2 };
  // A single letter may be the start of anything.
  const isUnit = knownUnits.has(word) && (token.start === end || word.length > 1);
  return isUnit ? { text: word, next: at + 1 } : none;
}

/** The name behind a number that it belongs to, as in `100gb disk`; not the one of what comes next. */
export function nounBehind(
  tokens: readonly Token[],
  { unit, next, hasDollar }: Quantity,
): NumberKind | undefined {
  const noun = kindAt(tokens, next);
  if (!noun || hasDollar || unit === 'x' || !hasUnit(noun, unit)) return undefined;
  const behind = tokens[next + 1]?.kind;
  if (behind === 'operator' || behind === 'dollar') return undefined;
  const other = quantityAt(tokens, next + 1);
  if (!other || !hasUnit(noun, other.unit)) return noun;
  return unit === '' || kindAt(tokens, other.next) ? noun : undefined;
}

function kindAt(tokens: readonly Token[], at: number): NumberKind | undefined {
  const token = tokens[at];
  return token?.kind === 'word' ? numberByName.get(token.text.toLowerCase()) : undefined;
}

/** The field of a number without a name; undefined if it could be several. */
export function bareKind(
  comparison: string,
  { value, unit, hasDollar }: Pick<Quantity, 'value' | 'unit' | 'hasDollar'>,
): NumberKind | undefined {
  const field = bareField(comparison, value, unit, hasDollar);
  return field === undefined ? undefined : numberByField.get(field);
}

function bareField(
  comparison: string,
  value: number,
  unit: string,
  hasDollar: boolean,
): NumberKind['field'] | undefined {
  if (hasDollar || unit.startsWith('/')) return 'dph_total';
  if (unit === 'x') return 'num_gpus';
  if (unit === '%') return 'reliability';
  if (/^[gtm]i?b?$/.test(unit)) return 'gpu_ram';
  if (/^[mg]b\/s$/.test(unit)) return 'disk_bw';
  if (/^[mg]b/.test(unit)) return 'inet_down';
  if (unit !== '') return 'duration';
  if (comparison === 'lt' || comparison === 'lte') return 'dph_total';
  if (comparison === 'gt' || comparison === 'gte')
    return (value >= 50 && value <= 100) || value <= 1 ? 'reliability' : undefined;
  const isLikely = (value >= 90 && value < 100) || (value >= 0.9 && value < 1);
  return comparison === 'means' && isLikely ? 'reliability' : undefined;
}
