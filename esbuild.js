// node esbuild.js [--production] [--watch]   the extension and its webviews into dist/
// node esbuild.js --tests                    the suite that runs inside an extension host into dist/test/
const esbuild = require('esbuild');
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const tests = process.argv.includes('--tests');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  sourcesContent: false,
  legalComments: production ? 'external' : 'none',
  logLevel: 'warning',
  absWorkingDir: __dirname,
  outdir: 'dist',
};

/** What runs in an extension host: VS Code 1.105 carries Node 22. */
const node = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  alias: {
    // 60 KB that Node has built in.
    'web-streams-polyfill/dist/ponyfill.es2018.js': 'node:stream/web',
    // Its main file finds its parts at run time, which no bundle can.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
};

function extensionBuilds() {
  const entries = { extension: 'src/extension.ts', uninstall: 'src/uninstall.ts' };
  const builds = [{ ...node, entryPoints: onlyExisting(entries) }];
  const panels = webviewEntries();
  if (Object.keys(panels).length > 0)
    builds.push({ ...common, platform: 'browser', format: 'iife', target: 'chrome138', entryPoints: panels });
  return builds;
}

/** One bundle a panel: src/webviews/<panel>/ui/index.ts becomes dist/webviews/<panel>.js. */
function webviewEntries() {
  const folder = path.join(__dirname, 'src/webviews');
  if (!existsSync(folder)) return {};
  const panels = readdirSync(folder).map((panel) => [
    `webviews/${panel}`,
    `src/webviews/${panel}/ui/index.ts`,
  ]);
  return onlyExisting(Object.fromEntries(panels));
}

function onlyExisting(entries) {
  return Object.fromEntries(
    Object.entries(entries).filter(([, file]) => existsSync(path.join(__dirname, file))),
  );
}

function testBuilds() {
  return [
    {
      ...node,
      minify: false,
      sourcemap: 'inline',
      // Mocha is loaded from node_modules, as it finds its own parts by path.
      external: ['vscode', 'mocha'],
      entryPoints: { 'test/integration/index': 'test/integration/index.ts' },
      plugins: [testFiles(path.join(__dirname, 'test/integration'))],
    },
  ];
}

/** The module `test-files` loads every *.test.ts below the folder, in the order of their paths. */
function testFiles(folder) {
  return {
    name: 'test-files',
    setup(build) {
      build.onResolve({ filter: /^test-files$/ }, () => ({ path: folder, namespace: 'test-files' }));
      build.onLoad({ filter: /.*/, namespace: 'test-files' }, () => {
        const files = readdirSync(folder, { recursive: true })
          .filter((file) => file.endsWith('.test.ts'))
          .sort();
        const contents = files.map(
          (file) => `import ${JSON.stringify(`./${file.replaceAll('\\', '/')}`)};\n`,
        );
        return { contents: contents.join(''), resolveDir: folder, watchDirs: [folder] };
      });
    },
  };
}

async function main() {
  for (const options of tests ? testBuilds() : extensionBuilds()) {
    if (watch) await (await esbuild.context(options)).watch();
    else await esbuild.build(options);
  }
}

main().catch((error) => {
  // esbuild has printed its own messages already.
  if (!error?.errors) console.error(error);
  process.exitCode = 1;
});
