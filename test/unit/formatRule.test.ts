import { expect, it } from 'vitest';
import { complaints as complaintsOf } from './support/lint';

const complaints = (code: string, file = 'views/age.ts'): string[] =>
  complaintsOf('no-restricted-syntax', code, `src/${file}`);

it.each([
  "const text = new Intl.NumberFormat('en').format(1);",
  'const text = value.toLocaleString();',
  'const text = date.toLocaleDateString(undefined, {});',
  'const text = date.toLocaleTimeString([]);',
])('only format.ts may write for a person: refuses %s', (code) => {
  for (const file of ['views/age.ts', 'api/client.ts', 'webviews/spending/ui/words.ts'])
    expect(complaints(code, file), file).toHaveLength(1);
  expect(complaints(code, 'domain/format.ts')).toEqual([]);
});

it.each(['type Options = Intl.DateTimeFormatOptions;', 'value.toFixed(2);', 'text.toLocaleLowerCase();'])(
  'allows %s',
  (code) => expect(complaints(code)).toEqual([]),
);
