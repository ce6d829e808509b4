import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allows, ownRules, refuses } from './support/lint';

const root = join(import.meta.dirname, '..', '..');

const Config = z.object({
  overrides: z.array(
    z.object({ files: z.array(z.string()), rules: z.optional(z.record(z.string(), z.unknown())) }),
  ),
});

describe('our own rules for src', () => {
  it('are all switched on, in one place', () => {
    const { overrides } = Config.parse(parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
    const own = overrides.flatMap(({ files, rules = {} }) =>
      Object.entries(rules).flatMap(([name, level]) =>
        name.startsWith('own/') ? [[...files, name, level]] : [],
      ),
    );
    expect(own).toEqual(Object.keys(ownRules).map((name) => ['src/**/*.ts', `own/${name}`, 'error']));
  });

  it('are switched off nowhere', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const switchedOff = sources
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => readFileSync(join(root, 'src', file), 'utf8').split('\n'))
      // Rules of oxlint itself, one at a time.
      .filter((line) => line.includes('lint-disable') && !/ oxlint-disable-next-line no-[a-z-]+$/.test(line));
    expect(switchedOff).toEqual([]);
  });

  it('are tested by code that fails where it should', () => {
    expect(() => refuses('clock', 'clock.now();', 'src/views/age.ts')).toThrow(/have 1 error/);
    expect(() => allows('clock', 'Date.now();', 'src/views/age.ts')).toThrow(/have no errors/);
  });
});
