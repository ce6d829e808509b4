import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'corpus');

/** The texts whose file names begin with this word, such as `dotenv` for `dotenv-quotes.env`. */
export function texts(kind: string): string[] {
  const names = readdirSync(folder).filter(
    (name) => name.replace(/\.\w+$/, '') === kind || name.startsWith(`${kind}-`),
  );
  if (names.length === 0) throw new Error(`The corpus has nothing for ${kind}.`);
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}
