import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../..');
const manifest = readFileSync(join(root, 'package.json'), 'utf8');
const texts = z.parse(
  z.record(z.string(), z.string()),
  JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')),
);

it('package.nls.json has the texts that the manifest names, and no others', () => {
  const named = new Set([...manifest.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key!));
  expect(named.size).toBeGreaterThan(200);
  expect([...named].filter((key) => !(key in texts))).toEqual([]);
  expect(Object.keys(texts).filter((key) => !named.has(key))).toEqual([]);
});
