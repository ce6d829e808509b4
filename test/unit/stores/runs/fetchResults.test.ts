import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import type { Source } from '../../../../src/ssh/transfer/source';
import { fetchResults } from '../../../../src/stores/runs/fetchResults';
import { temporaryFolder } from '../../ssh/support/temporary';

/** Has these files, or none. */
const sourceOf = (...names: readonly string[]): Source => {
  let into = '';
  const source = {
    plan: (_: unknown, folder: string) => {
      into = folder;
      return Promise.resolve({ replaced: [], leftOut: [] });
    },
    download: async () => {
      for (const name of names) await writeFile(path.join(into, name), 'text');
      return { copied: names.length, bytes: 0, unchanged: 0, kept: [], damaged: [] };
    },
  };
  return source as unknown as Source;
};
const options = { signal: new AbortController().signal, report: () => undefined };

it('puts results of another node into a folder of its own, which git leaves out with all results', async () => {
  const all = path.join(await temporaryFolder(), 'results');
  const node = (rank: number) => ({
    ...{ workdir: '~/w', fetch: ['out/'], serves: 'run' },
    results: path.join(all, 'run', `node-${rank}`),
  });
  expect((await fetchResults(sourceOf('model'), node(1), options)).isWhole).toBe(true);
  expect(await readFile(path.join(all, 'run/node-1/model'), 'utf8')).toBe('text');
  expect(await readFile(path.join(all, '.gitignore'), 'utf8')).toBe('*\n');
  expect((await fetchResults(sourceOf(), node(2), options)).isWhole).toBe(true);
  expect(existsSync(path.join(all, 'run/node-2'))).toBe(false);
});
