import { it } from 'vitest';
import { allows, refuses } from './support/lint';

it.each([
  "const text = new Intl.NumberFormat('en').format(1);",
  'const text = value.toLocaleString();',
  'const text = date.toLocaleDateString(undefined, {});',
  'const text = date.toLocaleTimeString([]);',
])('only format.ts may write for a person: refuses %s', (code) => {
  for (const file of ['ask/timeWords.ts', 'api/client.ts', 'webviews/spending/ui/words.ts'])
    refuses('format', code, `src/${file}`);
  allows('format', code, 'src/domain/format.ts');
});

it.each(['type Options = Intl.DateTimeFormatOptions;', 'value.toFixed(2);', 'text.toLocaleLowerCase();'])(
  'allows %s',
  (code) => allows('format', code, 'src/views/age.ts'),
);
