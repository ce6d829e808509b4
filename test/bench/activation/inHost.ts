import { ok } from 'node:assert/strict';
import { realpathSync, statSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { type Start, variables } from './start';

/** The host has work of its own after its start; it would be counted in. */
const calmMilliseconds = 3000;

/** Called by VS Code in place of a test suite: activates one extension and writes down what that cost. */
export async function run(): Promise<void> {
  const id = process.env[variables.extensionId];
  const result = process.env[variables.result];
  ok(id && result, 'the environment names the extension and the file for the figures');
  const extension = vscode.extensions.getExtension(id);
  ok(extension, `${id} is installed`);
  await new Promise((resolve) => setTimeout(resolve, calmMilliseconds));
  ok(!extension.isActive, `${id} is not active yet`);
  const loaded = process.env[variables.files] ? watchLoading(extension.extensionPath) : undefined;
  const heapBefore = heapAfterCollection();
  const began = performance.now();
  await extension.activate();
  const milliseconds = performance.now() - began;
  const files = loaded?.();
  const start: Start = { milliseconds, heapBytes: heapAfterCollection() - heapBefore, files };
  writeFileSync(result, JSON.stringify(start));
}

/** From now on each module that is loaded out of the folder is noted, of either module system. */
function watchLoading(folder: string): () => Start['files'] {
  const root = realpathSync(folder) + sep;
  const paths = new Set<string>();
  const hooks = registerHooks({
    load: (url, context, next) => {
      const path = url.startsWith('file:') ? realpathSync(fileURLToPath(url)) : '';
      if (path.startsWith(root)) paths.add(path);
      return next(url, context);
    },
  });
  return () => {
    hooks.deregister();
    return [...paths].map((path) => ({ path: relative(root, path), bytes: statSync(path).size }));
  };
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
