import fc from '../unit/support/fastCheck';

/** What readers trip over: signs of every format that is read here, and values at the end of what one can be. */
const signs = [
  ...[
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '=',
    '#',
    '//',
    '/*',
    '*/',
    '<',
    '>',
    '&',
    '%',
  ],
  ...['\n', '\r\n', '\r', '\t', ' ', '\0', '\u001b[31m', '\u202e', '\u2028', '\ufeff', '\ud800', '😀', 'é'],
  ...['null', 'true', 'NaN', '-0', '1e999', '-1', '0x10', '9007199254740993', '1'.repeat(400)],
  ...[
    '${secret:A}',
    '${',
    '$(icon)',
    '[x](command:y)',
    '-e A=',
    '-p 1:2/udp ',
    'export ',
    'Host *\n',
    'Include ',
  ],
  ...['__proto__', 'constructor', 'toString', '"__proto__":', 'docker_login_pass'],
];

const odd: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 5e-324, Number.MAX_VALUE, '', ' ', 'null', '0', '-1', '1e999'],
  ...[[], {}, [null], [[]], [{}], { a: null }, 'x'.repeat(5000), '$(icon) [x](command:y)', '\u202e\0\n'],
  ...['2026-01-01T00:00:00Z', { id: 'x' }, { 0: 1 }, JSON.parse('{"__proto__":{"x":1}}') as unknown],
];

type Edit = (text: string, other: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (text: string, share: number): number => Math.floor(share * text.length);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...signs)).map(
    ([where, sign]): Edit =>
      (text) =>
        text.slice(0, at(text, where)) + sign + text.slice(at(text, where)),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 60 })).map(
    ([where, length]): Edit =>
      (text) =>
        text.slice(0, at(text, where)) + text.slice(at(text, where) + length),
  ),
  fc
    .tuple(place, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 2, max: 200 }))
    .map(([where, length, count]): Edit => (text) => {
      const start = at(text, where);
      const part = text.slice(start, start + length);
      return text.slice(0, start) + part.repeat(count) + text.slice(start);
    }),
  fc.tuple(place, place).map(
    ([where, from]): Edit =>
      (text, other) =>
        text.slice(0, at(text, where)) + other.slice(at(other, from)),
  ),
  fc.tuple(place, fc.string({ unit: 'binary', maxLength: 20 })).map(
    ([where, added]): Edit =>
      (text) =>
        text.slice(0, at(text, where)) + added + text.slice(at(text, where) + 1),
  ),
);

/** A text of the corpus after up to eight edits, each of which the next one meets. */
export function mutatedText(corpus: readonly string[]): fc.Arbitrary<string> {
  const one = fc.constantFrom(...corpus);
  return fc
    .tuple(one, one, fc.array(edit, { minLength: 1, maxLength: 8 }))
    .map(([text, other, edits]) =>
      edits.reduce((result, change) => change(result, other).slice(0, 20_000), text),
    );
}

/** A value of the corpus in which some places hold something else, are missing, or have another name. */
export function mutatedJson(corpus: readonly unknown[]): fc.Arbitrary<unknown> {
  const value = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...odd) }, fc.jsonValue({ maxDepth: 3 }));
  const change = fc.tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 7 }), fc.nat(5), value);
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([root, changes]) =>
      changes.reduce<unknown>((result, [path, kind, by]) => changedAt(result, path, kind, by), root),
    );
}

/** @param path which child to go to at each level; it ends early where there is none */
function changedAt(value: unknown, path: readonly number[], kind: number, by: unknown): unknown {
  const [step, ...rest] = path;
  if (typeof value !== 'object' || value === null || step === undefined) return by;
  const keys = Object.keys(value);
  const key = keys[step % keys.length];
  if (key === undefined) return by;
  const entries = Object.entries(value).flatMap(([name, child]): [string, unknown][] => {
    if (name !== key) return [[name, child]];
    if (rest.length > 0) return [[name, changedAt(child, rest, kind, by)]];
    if (kind === 0) return [];
    if (kind === 1) return [[`${name}_`, child]];
    if (kind === 2) return [[name, [child]]];
    return [[name, by]];
  });
  if (!Array.isArray(value)) return Object.fromEntries(entries);
  const list = entries.map(([, child]) => child);
  return kind === 1 ? [...list, ...list] : list;
}
