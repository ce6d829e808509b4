import fc from '../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { modalText, plainLines, plainText } from '../../../src/api/plainText';
import { hostileTexts } from '../../hostileTexts';

// As VS Code reads notifications, prompts and validation messages (`parseLinkedText`).
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
// As it draws icons in rows, the status bar and Markdown (`renderLabelWithIcons`).
const icon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;
// What Markdown, which VS Code makes of a row's description, takes for a link, an image or an address.
const markdownLink = /\]\(|\]\[|<[A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>]*>/;
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}]/u;

const pieces = [
  ...hostileTexts,
  ...['[', ']', '(', ')', '<', '>', '$', '\\', '!', ' ', '\n', '~', ':', '"', 'x', 'a$', '](', '$(', '[x]'],
  ...[
    'command:gpuRental.rentOffers',
    'https://example.com',
    'zap',
    'loading~spin',
    '\u200b',
    '\u202e',
    '\u0301',
  ],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const limit = fc.integer({ min: 1, max: 120 });

function expectPlain(shown: string): void {
  expect(shown).not.toMatch(link);
  expect(shown).not.toMatch(icon);
  expect(shown).not.toMatch(markdownLink);
  expect(shown.replaceAll('\n', '')).not.toMatch(hidden);
  expect(shown).not.toMatch(/\p{M}{5}/u);
}

describe('text from outside', () => {
  it.each(hostileTexts.map((hostile) => [JSON.stringify(hostile).slice(0, 50), hostile]))(
    'has no link, icon or hidden character left: %s',
    (_, hostile) => expectPlain(plainText(hostile, 500)),
  );

  it('has none left in whatever strings there are, is within its limit, and stays so', () => {
    fc.assert(
      fc.property(text, limit, (given, most) => {
        const shown = plainText(given, most);
        expectPlain(shown);
        expect(shown).not.toContain('\n');
        expect(Array.from(shown).length).toBeLessThanOrEqual(most);
        expect(plainText(shown, most)).toBe(shown);
      }),
      { numRuns: 5000 },
    );
  });

  it('has none left in a text of several lines', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), limit, (lines, most) => {
        const shown = plainLines(lines.join('\n'), most);
        expectPlain(shown);
        expect(Array.from(shown).length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 1000 },
    );
  });

  it('has none left where two such texts stand in a sentence of ours', () => {
    fc.assert(
      fc.property(text, text, limit, (one, other, most) => {
        const [first, second] = [plainText(one, most), plainText(other, most)];
        expectPlain(`${first} (${second})`);
        expectPlain(`The launch “${first}” is wrong at ${second}: ${first}.`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'array[0] (first)',
    '$0.31/h · RTX 4090 ×2',
    'C:\\Users\\Ada (work)\\.ssh\\config',
    'pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel',
    'a < b: yes, <none>, {x}, #1, *, _under_score_',
    'Привет, 世界, مرحبا, e\u0301, Tiếng Việt',
    'https://example.com/a?b=c#d',
    '[2026-11-21 10:00:00] [info] ready',
  ])('leaves ordinary text as it is: %s', (ordinary) => expect(plainText(ordinary)).toBe(ordinary));

  it('keeps commands as they are in a modal dialog, which draws no icons, and no link', () => {
    expect(modalText('n=$(nvidia-smi -L | wc -l)', 500)).toBe('n=$(nvidia-smi -L | wc -l)');
    for (const hostile of hostileTexts) {
      const shown = modalText(hostile, 500);
      expect(shown).not.toMatch(link);
      expect(shown).not.toMatch(hidden);
    }
  });

  it('keeps the words of what it takes apart readable', () => {
    expect(plainText('[Update](command:gpuRental.rentOffers)')).toBe(
      '[Update] (command:gpuRental.rentOffers)',
    );
    expect(plainText('echo $(nproc)')).toBe('echo $ (nproc)');
    expect(plainText('two\nlines')).toBe('two lines');
  });
});
