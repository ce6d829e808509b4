import { build, type Metafile } from 'esbuild';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Everything that runs when the extension is activated: what is imported without waiting for a first use. */
async function loadedAtActivation(): Promise<string[]> {
  const entry = 'src/extension.ts';
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    external: ['vscode'],
    logLevel: 'silent',
  });
  return reachable(metafile, entry);
}

function reachable({ inputs }: Metafile, entry: string): string[] {
  const found = new Set([entry]);
  for (const file of found)
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind !== 'dynamic-import') found.add(path);
  return [...found];
}

it('loads neither the panels nor the libraries of the network at activation', async () => {
  const loaded = await loadedAtActivation();
  expect(loaded).toContain('src/webviews/twoFactor/lazyPanels.ts');
  const panel = loaded.filter((file) => /webviews\/\w+\/(panel|session|html|protocol|ui)/.test(file));
  expect(panel).toEqual([]);
  expect(loaded.filter((file) => /node_modules\/(node-fetch|lit|uqr|@vscode-elements)\//.test(file))).toEqual(
    [],
  );
});
