import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RuleTester } from 'oxlint/plugins-dev';

type Rule = Parameters<RuleTester['run']>[1];
type OwnRule = 'floors' | 'notify' | 'clock' | 'format' | 'unknown' | 'callCommand' | 'apiError';

const root = join(import.meta.dirname, '../../..');
const { href } = pathToFileURL(join(root, 'scripts/lintRules.js'));
const { default: plugin } = (await import(href)) as { default: { rules: Readonly<Record<OwnRule, Rule>> } };

export const ownRules = plugin.rules;

RuleTester.describe = (_, run) => run();
RuleTester.it = (_, run) => run();
const tester = new RuleTester({ cwd: root, languageOptions: { parserOptions: { lang: 'ts' } } });

/** Whether a rule of ours says exactly one thing about code in a file, such as `src/clock.ts`. @throws if not */
export const refuses = (rule: OwnRule, code: string, filename: string): void =>
  tester.run(rule, ownRules[rule], { valid: [], invalid: [{ code, filename, errors: 1 }] });

/** @throws if a rule of ours says anything about this code. */
export const allows = (rule: OwnRule, code: string, filename: string): void =>
  tester.run(rule, ownRules[rule], { valid: [{ code, filename }], invalid: [] });
