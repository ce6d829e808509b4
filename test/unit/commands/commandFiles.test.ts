import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', '..', '..', 'src');
const text = (file: string): string => readFileSync(join(src, file), 'utf8');
const importsIn = (file: string): string[] =>
  [...text(file).matchAll(/(?:from|import\() ?'(\.[^']*)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)).replaceAll(sep, '/'),
  );

const table = 'commands/index.ts';
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => file.endsWith('.ts') && file !== table);
const commandFiles = new Set(importsIn(table).filter((path) => path.split('/').length === 3));

it('a command’s file is read by the table alone, and is no library of others', () => {
  expect(commandFiles.size).toBeGreaterThan(40);
  const readers = sources.flatMap((file) =>
    importsIn(file)
      .filter((path) => commandFiles.has(path))
      .map((path) => `${file} reads ${path}`),
  );
  expect(readers).toEqual([]);
});
