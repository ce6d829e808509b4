/**
 * What a JSON value must look like. A word names a type (`integer`, `number`, `string`, `boolean`, `null`,
 * `object`, `any`, `absent`) or several with `|`; an object names members and tolerates others; an array of one
 * shape is a list of it; `Rule` says more. `$name` within a rule's value stands for a kept value.
 */
export type Shape = string | readonly [Shape] | Rule | { readonly [member: string]: Shape };

export interface Rule {
  $is?: unknown;
  $not?: unknown;
  $in?: readonly unknown[];
  $notin?: readonly unknown[];
  $gt?: number | string;
  $gte?: number | string;
  $lt?: number | string;
  $lte?: number | string;
  /** A regular expression. */
  $match?: string;
  /** A list in which each entry has this shape. */
  $each?: Shape;
  /** A list in which at least one entry has this shape. */
  $some?: Shape;
  /** A list in which no entry has this shape. */
  $none?: Shape;
  $length?: number;
  $minLength?: number;
  $maxLength?: number;
  /** A list sorted by a member. */
  $sorted?: readonly [string, 'asc' | 'desc'];
}

/** What does not fit, each with its place; empty when all does. Values are not repeated: they may be secret. */
export function problemsOf(value: unknown, shape: Shape, at = 'body'): string[] {
  if (typeof shape === 'string') return isOfType(value, shape) ? [] : [`${at} is not ${shape}`];
  if (isListShape(shape)) return problemsOfList(value, shape[0], at);
  return Object.entries(shape).flatMap(([key, part]) =>
    key.startsWith('$')
      ? problemOfRule(value, key, part, at)
      : problemsOf(memberOf(value, key), part as Shape, `${at}.${key}`),
  );
}

function isListShape(shape: object): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function problemsOfList(value: unknown, shape: Shape, at: string): string[] {
  if (!Array.isArray(value)) return [`${at} is not a list`];
  return value.flatMap((entry, index) => problemsOf(entry, shape, `${at}[${index}]`)).slice(0, 3);
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  absent: (value) => value === undefined,
  any: (value) => value !== undefined,
};

function isOfType(value: unknown, words: string): boolean {
  return words.split('|').some((word) => {
    const test = types[word];
    if (!test) throw new RangeError(`no type ${word}`);
    return test(value);
  });
}

function problemOfRule(value: unknown, rule: string, operand: unknown, at: string): string[] {
  if (rule === '$each') return problemsOfList(value, operand as Shape, at);
  const list: unknown[] = Array.isArray(value) ? value : [];
  const fits = (entry: unknown): boolean => problemsOf(entry, operand as Shape).length === 0;
  const holds = ((): boolean => {
    switch (rule) {
      case '$is':
        return JSON.stringify(value) === JSON.stringify(operand);
      case '$not':
        return JSON.stringify(value) !== JSON.stringify(operand);
      case '$in':
        return (operand as unknown[]).includes(value);
      case '$notin':
        return !(operand as unknown[]).includes(value);
      case '$gt':
        return compare(value, operand) > 0;
      case '$gte':
        return compare(value, operand) >= 0;
      case '$lt':
        return compare(value, operand) < 0;
      case '$lte':
        return compare(value, operand) <= 0;
      case '$match':
        return typeof value === 'string' && new RegExp(operand as string, 's').test(value);
      case '$some':
        return list.some(fits);
      case '$none':
        return Array.isArray(value) && !list.some(fits);
      case '$length':
        return lengthOf(value) === operand;
      case '$minLength':
        return lengthOf(value) >= (operand as number);
      case '$maxLength':
        return lengthOf(value) <= (operand as number);
      case '$sorted':
        return isSorted(list, ...(operand as [string, 'asc' | 'desc']));
      default:
        throw new RangeError(`no rule ${rule}`);
    }
  })();
  return holds ? [] : [`${at} does not fit ${rule}`];
}

/** NaN, which no comparison accepts, for values that cannot be compared. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return NaN;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : NaN;
}

function isSorted(list: unknown[], member: string, direction: 'asc' | 'desc'): boolean {
  const sign = direction === 'asc' ? 1 : -1;
  const values = list.map((entry) => memberOf(entry, member));
  return values.slice(1).every((value, index) => sign * compare(value, values[index]) >= 0);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
