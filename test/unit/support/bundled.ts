import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Outputs = Metafile['outputs'];

const root = join(import.meta.dirname, '../../..');
const { href } = pathToFileURL(join(root, 'scripts/startChunks.js'));
const { startChunks } = (await import(href)) as {
  startChunks: (options: BuildOptions) => Promise<Plugin>;
};

/** The chunks of the extension as they are released. */
export async function bundled(): Promise<Outputs> {
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
    target: 'node22',
    logLevel: 'silent',
    alias: {
      'web-streams-polyfill/dist/ponyfill.es2018.js': 'node:stream/web',
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      '@vscode/l10n': '@vscode/l10n/dist/browser.js',
    },
  } as const;
  const { metafile } = await build({ ...options, plugins: [await startChunks(options)] });
  return metafile.outputs;
}

/** The chunk of a source file, and all that it loads before it runs. */
export function loadedWith(outputs: Outputs, source: string): string[] {
  const found = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === source));
  for (const name of found)
    for (const { path, kind, external } of outputs[name]?.imports ?? [])
      if (kind !== 'dynamic-import' && !external) found.add(path);
  return [...found];
}
