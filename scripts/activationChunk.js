// How the extension's code is cut so that activation is quick; used by esbuild.js.
import * as esbuild from 'esbuild';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A plugin that makes everything which activation loads beside its entry one chunk, and hands over VS Code's API within
 * it. As an ES module the API comes from VS Code as a `data:` address that Node has to decode, compile and link, each
 * time; `require` gives the very object. Whatever lies in the API's module is needed wherever the API is, so that
 * esbuild keeps it in one chunk.
 *
 * @param {import('esbuild').BuildOptions} options with the entry that is activated as `entryPoints.extension`
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function activationChunk(options) {
  const root = options.absWorkingDir;
  const early = await loadedEarly(options);
  const names = apiNames(root);
  return {
    name: 'activation-chunk',
    setup(build) {
      // Whoever loads one of them without the API would get a chunk of its own.
      const files = new Set(early.map((file) => path.join(root, file)));
      build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path: file }) =>
        files.has(file)
          ? { contents: `${readFileSync(file, 'utf8')}\nimport 'vscode';\n`, loader: 'ts' }
          : undefined,
      );
      build.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'vscode-api' }));
      build.onLoad({ filter: /.*/, namespace: 'vscode-api' }, () => ({
        resolveDir: root,
        contents: [
          ...early.map((file) => `import ${JSON.stringify(`./${file}`)};`),
          "const { createRequire } = process.getBuiltinModule('node:module');",
          "const api = createRequire(import.meta.url)('vscode');",
          ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => api.${name})();`),
        ].join('\n'),
      }));
    },
  };
}

/** The files that the entry imports, directly or not, and that lazily loaded code imports too. */
async function loadedEarly(options) {
  const { metafile } = await esbuild.build({
    ...options,
    write: false,
    metafile: true,
    minify: false,
    sourcemap: false,
    external: ['vscode'],
  });
  const { outputs } = metafile;
  const entry = Object.keys(outputs).find(
    (name) => outputs[name].entryPoint === options.entryPoints.extension,
  );
  const chunks = new Set([entry]);
  for (const name of chunks)
    for (const { path: file, kind, external } of outputs[name].imports)
      if (kind === 'import-statement' && !external) chunks.add(file);
  chunks.delete(entry);
  return [...chunks].flatMap((name) => Object.keys(outputs[name].inputs)).sort();
}

/** What VS Code's API has when it runs, by its declarations. */
function apiNames(root) {
  const text = readFileSync(path.join(root, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
  const declared = /^\t(?:export )?(?:abstract )?(?:class|enum|namespace|const|function|let) (\w+)/gm;
  return [...new Set([...text.matchAll(declared)].map(([, name]) => name))];
}
