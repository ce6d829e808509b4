import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';

const { href } = pathToFileURL(join(import.meta.dirname, '../../../eslint.config.mjs'));
const { default: config } = (await import(href)) as { default: readonly Linter.Config[] };

/** What one rule of our own configuration says about code in a file, such as `src/clock.ts`. */
export function complaints(rule: string, code: string, file: string): string[] {
  const blocks = config
    .filter(({ rules }) => rules?.[rule] !== undefined)
    .map(({ files = [], rules = {} }) => ({
      files,
      languageOptions: { parser },
      rules: { [rule]: rules[rule] ?? 'off' },
    }));
  return new Linter().verify(code, blocks, file).map(({ message }) => message);
}
