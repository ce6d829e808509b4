import { expect, it } from 'vitest';
import { bundled, loadedWith } from './support/bundled';

/** What runs when the extension is activated: the entry and what it imports without waiting for a first use. */
const all = await bundled();
const outputs = loadedWith(all, 'src/extension.ts').flatMap((name) => all[name] ?? []);
const loaded = {
  outputs: outputs.length,
  files: outputs.flatMap(({ inputs }) => Object.keys(inputs)),
  imported: outputs.flatMap(({ imports }) => imports.map(({ path }) => path)),
  bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
};

it('loads neither services nor libraries at activation', () => {
  expect(loaded.files).toContain('src/extension.ts');
  expect(
    loaded.files.filter((file) => /node_modules|src\/(api|domain|webviews|compose)|contribution/.test(file)),
  ).toEqual([]);
  expect(loaded.bytes).toBeLessThan(20_000);
});

it('loads the entry, one chunk and what esbuild adds, and takes the API of VS Code without linking it', () => {
  expect(loaded.outputs).toBeLessThanOrEqual(3);
  expect(loaded.imported).not.toContain('vscode');
});
