import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { href } = pathToFileURL(join(root, 'scripts/activationChunk.js'));
const { activationChunk } = (await import(href)) as {
  activationChunk: (options: BuildOptions) => Promise<Plugin>;
};

/** What runs when the extension is activated: the entry and what it imports without waiting for a first use. */
async function loadedAtActivation() {
  const options = {
    absWorkingDir: root,
    entryPoints: { extension: 'src/extension.ts' },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'dist',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  } as const;
  const { metafile } = await build({ ...options, plugins: [await activationChunk(options)] });
  const outputs = reachable(metafile).flatMap((name) => metafile.outputs[name] ?? []);
  return {
    outputs: outputs.length,
    files: outputs.flatMap(({ inputs }) => Object.keys(inputs)),
    imported: outputs.flatMap(({ imports }) => imports.map(({ path }) => path)),
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function reachable({ outputs }: Metafile): string[] {
  const found = new Set(['dist/extension.js']);
  for (const name of found)
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind !== 'dynamic-import') found.add(path);
  return [...found];
}

const loaded = await loadedAtActivation();

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
