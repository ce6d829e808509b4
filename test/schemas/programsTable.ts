import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { contributions } from '../../src/commands/contributions';
import type { Needed } from '../../src/contribution';
import { formatted } from './formatted';
import { halves } from './settingsTable';

const start = '<!-- commands: written by npm run schemas -->';
const end = '<!-- commands: end -->';

const needs: Readonly<Record<Needed, string>> = {
  consent: 'Consent, or a dialog asks you',
  consentToConnect:
    'Consent, or a dialog asks you, to start the instance and to add the line to your ssh config',
  dialog: 'A dialog or form, even with consent',
  nothing: 'Nothing',
};

/** SECURITY.md with the table of all commands between its marks: what each needs when a program calls it. */
export async function securityWithCommands(): Promise<string> {
  const [before, rest] = halves(await readFile('SECURITY.md', 'utf8'), start);
  const [, after] = halves(rest, end);
  const titles = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile('package.nls.json', 'utf8')));
  const rows = Object.entries(needs).map(([kind, words]) => {
    const names = Object.entries(contributions).flatMap(([name, { program }]) =>
      program === kind ? [name] : [],
    );
    const listed = names.map((name) => `${titles[`command.${name}`] ?? name} (\`${name}\`)`);
    return `| ${words} | ${listed.join(', ')} |`;
  });
  const table = ['| a program’s call needs | commands |', '| --- | --- |', ...rows].join('\n');
  return formatted('SECURITY.md', `${before}${start}\n\n${table}\n\n${end}${after}`);
}
