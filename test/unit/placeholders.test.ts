import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTexts, root } from './support/translation';

/** What VS Code's input shows in a window of 900 pixels, in letters; it cuts off the rest. */
const widest = 78;

const named = /\b(?:placeholder|placeHolder|waiting)(?::|\s*=)[^;}]*?l10n\.t\(\s*'([^']+)'/g;
const placeholders = new Set(
  globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(named)].map(([, text]) => text!),
  ),
);

/** A Chinese character is as wide as two letters. */
const width = (text: string): number => text.replaceAll(/[\u2e80-\uffef]/g, 'xx').length;

it.each(['', '.de', '.zh-cn'])('no placeholder is cut off in bundle.l10n%s.json', (language) => {
  const texts = readTexts(`l10n/bundle.l10n${language}.json`);
  expect(placeholders.size).toBeGreaterThan(60);
  expect([...placeholders].filter((text) => width(texts[text] ?? '') > widest)).toEqual([]);
});
