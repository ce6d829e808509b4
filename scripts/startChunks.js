// How the extension's code is cut so that activation and sign-in are quick; used by esbuild.js.
import * as esbuild from 'esbuild';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A plugin that makes everything which activation loads beside its entry one chunk, and what a window loads once somebody
 * is signed in another, and hands over VS Code's API within the first. As an ES module the API comes from VS Code as a `data:` address that Node has to decode, compile and link, each
 * time; `require` gives the very object. Whatever lies in the API's module is needed wherever the API is, so that
 * esbuild keeps it in one chunk.
 *
 * @param {import('esbuild').BuildOptions} options with the entry that is activated as `entryPoints.extension`
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function startChunks(options) {
  const root = options.absWorkingDir;
  const { early, signedIn, users } = await groups(options);
  const names = apiNames(root);
  return {
    name: 'start-chunks',
    setup(build) {
      // Whoever loads one of them without the API would get a chunk of its own.
      const files = new Map([
        ...early.map((file) => [path.join(root, file), 'vscode']),
        ...users.map((file) => [path.join(root, file), 'signed-in']),
      ]);
      build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path: file }) => {
        const module = files.get(file);
        if (module === undefined) return undefined;
        return { contents: `${readFileSync(file, 'utf8')}\nimport '${module}';\n`, loader: 'ts' };
      });
      build.onResolve({ filter: /^signed-in$/ }, () => ({ path: 'signed-in', namespace: 'signed-in' }));
      build.onLoad({ filter: /.*/, namespace: 'signed-in' }, () => ({
        resolveDir: root,
        contents: signedIn.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n'),
      }));
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

/**
 * What becomes one chunk each. `early`: what the entry imports, directly or not, and lazily loaded code too. `signedIn`:
 * what a window loads beside that once somebody is signed in. `users`: the lazily loaded files that load any of it.
 */
async function groups(options) {
  const { metafile } = await esbuild.build({
    ...options,
    write: false,
    metafile: true,
    minify: false,
    sourcemap: false,
    external: ['vscode'],
  });
  const { outputs } = metafile;
  const nameOf = (source) => Object.keys(outputs).find((name) => outputs[name].entryPoint === source);
  const loadedWith = (entry) => {
    const chunks = new Set([entry]);
    for (const name of chunks)
      for (const { path: file, kind, external } of outputs[name].imports)
        if (kind === 'import-statement' && !external) chunks.add(file);
    return [...chunks];
  };
  const filesOf = (chunks) => chunks.flatMap((name) => Object.keys(outputs[name].inputs)).sort();
  const entry = nameOf(options.entryPoints.extension);
  const background = nameOf('src/background.ts');
  const atStart = new Set(loadedWith(entry));
  const signedIn = new Set(loadedWith(background).filter((name) => !atStart.has(name)));
  const lazy = Object.keys(outputs).filter((name) => outputs[name].entryPoint && name !== entry);
  const users = lazy.filter((name) => loadedWith(name).some((chunk) => signedIn.has(chunk)));
  return {
    early: filesOf([...atStart].filter((name) => name !== entry)),
    // Packages without side effects go where they are used.
    signedIn: filesOf([...signedIn].filter((name) => name !== background)).filter((file) =>
      file.startsWith('src/'),
    ),
    users: users.map((name) => outputs[name].entryPoint).sort(),
  };
}

/** What VS Code's API has when it runs, by its declarations. */
function apiNames(root) {
  const text = readFileSync(path.join(root, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
  const declared = /^\t(?:export )?(?:abstract )?(?:class|enum|namespace|const|function|let) (\w+)/gm;
  return [...new Set([...text.matchAll(declared)].map(([, name]) => name))];
}
