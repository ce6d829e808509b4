// node esbuild.js [--production] [--watch]   the extension and its webviews into dist/
// node esbuild.js --tests                    the suite that runs inside an extension host into dist/test/
// node esbuild.js --chaos                    the extension as one script, and what runs it in simulated windows
import * as esbuild from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startChunks } from './scripts/startChunks.js';
import { thirdPartyNotices } from './scripts/thirdPartyNotices.js';

const root = import.meta.dirname;

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const tests = process.argv.includes('--tests');
const chaos = process.argv.includes('--chaos');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  sourcesContent: false,
  // All of them are in the notices.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  absWorkingDir: root,
  outdir: 'dist',
};

/** What runs in an extension host: VS Code 1.105 carries Node 22. */
const node = {
  ...common,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  external: ['vscode'],
  alias: {
    // 60 KB that Node has built in.
    'web-streams-polyfill/dist/ponyfill.es2018.js': 'node:stream/web',
    // Its main file finds its parts at run time, which no bundle can.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // Texts come from VS Code's own bundle, never from a file that this would read.
    '@vscode/l10n': '@vscode/l10n/dist/browser.js',
  },
};

const requireBanner = `import { createRequire as $createRequire } from 'node:module';const require = $createRequire(import.meta.url);`;

async function extensionBuilds() {
  // VS Code runs it alone, after the extension is gone from the window.
  const uninstall = {
    ...node,
    entryPoints: { uninstall: 'src/uninstall.ts' },
    banner: { js: requireBanner },
  };
  // What activation does not import stays in chunks, loaded with its first use.
  const extension = {
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    // Some packages are CommonJS and call require() for what Node has built in.
    banner: { js: requireBanner },
  };
  const builds = [{ ...extension, plugins: [await startChunks(extension)] }, uninstall];
  const panels = webviewEntries();
  if (Object.keys(panels).length > 0)
    builds.push({ ...common, platform: 'browser', format: 'iife', target: 'chrome138', entryPoints: panels });
  return builds;
}

/** One bundle a panel: src/webviews/<panel>/ui/app.ts becomes dist/webviews/<panel>.js. */
function webviewEntries() {
  const folder = path.join(root, 'src/webviews');
  if (!existsSync(folder)) return {};
  const panels = readdirSync(folder).map((panel) => [`webviews/${panel}`, `src/webviews/${panel}/ui/app.ts`]);
  return onlyExisting(Object.fromEntries(panels));
}

function onlyExisting(entries) {
  return Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(path.join(root, file))));
}

function testBuilds() {
  return [
    {
      ...node,
      // VS Code loads a suite with require().
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      minify: false,
      sourcemap: 'inline',
      // Mocha is loaded from node_modules, as it finds its own parts by path.
      external: ['vscode', 'mocha'],
      entryPoints: { 'test/integration/index': 'test/integration/index.ts' },
      plugins: [testFiles(path.join(root, 'test/integration'))],
    },
  ];
}

function chaosBuilds() {
  const script = { ...node, format: 'cjs', outExtension: { '.js': '.cjs' }, minify: false };
  return [
    { ...script, entryPoints: { 'test/chaos/extension': 'src/extension.ts' }, sourcemap: 'linked' },
    { ...script, entryPoints: { 'test/chaos/inHost': 'test/chaos/inHost.ts' }, sourcemap: 'inline' },
  ];
}

/** The module `test-files` loads each *.test.ts below the folder by its path there. */
function testFiles(folder) {
  return {
    name: 'test-files',
    setup(build) {
      build.onResolve({ filter: /^test-files$/ }, () => ({ path: folder, namespace: 'test-files' }));
      build.onLoad({ filter: /.*/, namespace: 'test-files' }, () => {
        const files = readdirSync(folder, { recursive: true })
          .filter((file) => file.endsWith('.test.ts'))
          .sort();
        const rows = files.map((file) => {
          const name = file.replaceAll('\\', '/');
          return `${JSON.stringify(name)}: () => import(${JSON.stringify(`./${name}`)}),\n`;
        });
        const contents = `export const testFiles = {\n${rows.join('')}};\n`;
        return { contents, resolveDir: folder, watchDirs: [folder] };
      });
    },
  };
}

/** Prints a line when the first of the builds begins and when the last has ended: a task in VS Code waits for them. */
function progress(count) {
  let running = count;
  console.log('[watch] build started');
  return {
    name: 'progress',
    setup(build) {
      let counted = true;
      build.onStart(() => {
        if (!counted && ++running === 1) console.log('[watch] build started');
        counted = false;
      });
      build.onEnd(() => {
        if (--running === 0) console.log('[watch] build finished');
      });
    },
  };
}

async function watchAll(builds) {
  const plugin = progress(builds.length);
  for (const options of builds) {
    const context = await esbuild.context({ ...options, plugins: [...(options.plugins ?? []), plugin] });
    await context.watch();
  }
}

async function main() {
  const builds = chaos ? chaosBuilds() : tests ? testBuilds() : await extensionBuilds();
  if (watch) await watchAll(builds);
  else {
    const metafiles = [];
    for (const options of builds) metafiles.push(await buildOnce(options));
    if (!tests)
      await writeFile(path.join(root, 'dist/ThirdPartyNotices.txt'), thirdPartyNotices(metafiles, root));
  }
}

/**
 * Writes what differs and removes chunks of earlier builds: a window that runs the same build notices nothing. Resolves
 * to esbuild's account of what went into it.
 */
async function buildOnce(options) {
  const { outputFiles, metafile } = await esbuild.build({ ...options, write: false });
  for (const { path: file, contents } of outputFiles) {
    const before = await readFile(file).catch(() => undefined);
    if (before?.equals(contents)) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  if (!options.splitting) return metafile;
  const made = new Set(outputFiles.map(({ path: file }) => file));
  const chunks = path.join(root, 'dist/chunks');
  for (const name of await readdir(chunks).catch(() => []))
    if (!made.has(path.join(chunks, name))) await rm(path.join(chunks, name));
  return metafile;
}

main().catch((error) => {
  // esbuild has printed its own messages already.
  if (!error?.errors) console.error(error);
  process.exitCode = 1;
});
