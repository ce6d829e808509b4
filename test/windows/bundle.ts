import * as esbuild from 'esbuild';
import { createRequire } from 'node:module';
import { readFile, readdir } from 'node:fs/promises';
import * as path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** The floors below `vscode`. */
const floors = ['api', 'connect', 'domain', 'files', 'log', 'ssh', 'stores', 'twoFactor'];
/** The stand-in that unit tests put in the place of `vscode`. */
const standIn =
  /\bvi\.mock\('vscode', async \(\) => \(await import\('[./\w]+\/fakeVscode'\)\)\.fakeVscode\);/;

/** It puts something in the place of a module, sets a time zone before the first module, or bundles a program. */
const needsMore = /\bvi\.(mock|stubGlobal|resetModules)\(|^process\.env\.TZ =|from 'esbuild'/m;

/** Test files as paths from the repository; `apart` are those that need a Vitest of their own. */
export async function testFiles(): Promise<{ files: string[]; apart: string[] }> {
  const files: string[] = [];
  const apart: string[] = [];
  for (const floor of floors) {
    const names = await readdir(path.join(root, 'test/unit', floor), { recursive: true });
    for (const name of names.filter((one) => one.endsWith('.test.ts'))) {
      const file = `test/unit/${floor}/${name.replaceAll('\\', '/')}`;
      const text = (await readFile(path.join(root, file), 'utf8')).replace(standIn, '');
      const list = needsMore.test(text) ? apart : files;
      list.push(file);
    }
  }
  return { files: files.sort(), apart: apart.sort() };
}

interface Bundling {
  files: readonly string[];
  outdir: string;
  /** The folder with `@vitest/expect`. */
  packages: string;
  /** How the Node that runs the bundles spells a path of this computer. */
  spelled: (file: string) => string;
}

/** Writes the runner and one module for each test file; what they share is in modules of its own. */
export async function bundleTests({ files, outdir, packages, spelled }: Bundling): Promise<void> {
  const require = createRequire(path.join(packages, 'package.json'));
  const here: esbuild.Plugin = {
    name: 'paths of the sources',
    setup(build) {
      // A bundle lies elsewhere, but what a test looks for lies beside its source.
      build.onLoad({ filter: /[/\\](src|test)[/\\].*\.ts$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        const dirname = JSON.stringify(spelled(path.dirname(file)));
        return { loader: 'ts', contents: text.replaceAll('import.meta.dirname', dirname) };
      });
      build.onResolve({ filter: /^(chai|@vitest\/(expect|spy))$/ }, ({ path: name }) => ({
        path: require.resolve(name),
      }));
    },
  };
  await esbuild.build({
    entryPoints: {
      inWindows: path.join(root, 'test/windows/inWindows.mjs'),
      ...Object.fromEntries(files.map((file) => [bundleName(file), path.join(root, file)])),
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'error',
    absWorkingDir: root,
    sourcemap: 'inline',
    sourcesContent: false,
    external: ['esbuild', 'eslint', 'playwright*'],
    plugins: [here],
    alias: {
      vitest: path.join(root, 'test/windows/shim.mjs'),
      vscode: path.join(root, 'test/windows/vscode.cjs'),
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    },
    banner: {
      js: `import { createRequire as $createRequire } from 'node:module';const require = $createRequire(import.meta.url);`,
    },
  });
}

/** The name of a bundle, without its extension. */
export const bundleName = (file: string): string =>
  file
    .replace(/^test\/unit\//, '')
    .replace(/\.test\.ts$/, '')
    .replaceAll('/', '__');
