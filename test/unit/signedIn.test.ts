import { expect, it } from 'vitest';
import { bundled, loadedWith } from './support/bundled';

/** What a signed-in window loads after activation while every view is closed and nothing is billed. */
const outputs = await bundled();
const early = new Set(loadedWith(outputs, 'src/extension.ts'));
const later = loadedWith(outputs, 'src/background.ts').filter((name) => !early.has(name));
const files = later.flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));

it('loads no view, no panel, no command, nothing of ssh and no record of costs once somebody is signed in', () => {
  expect(files).toContain('src/background.ts');
  expect(
    files.filter((file) =>
      /src\/(commands|prompts|webviews|twoFactor|ssh\/(config|login|tunnel)|domain\/(offers|launch|templates|money\/ledger\/ledger))|(View|Nodes)\.ts|jsonc|ssh-config/.test(
        file,
      ),
    ),
  ).toEqual([]);
});

it('is little, and in two files', () => {
  expect(later.length).toBeLessThan(3);
  const bytes = later.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
  expect(bytes).toBeLessThan(149_800);
});
