import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { formatted } from './formatted';

const start = '<!-- settings: written by npm run schemas -->';
const end = '<!-- settings: end -->';

const manifestSchema = z.object({
  contributes: z.object({
    configuration: z.array(
      z.object({
        title: z.string(),
        order: z.number(),
        properties: z.record(
          z.string(),
          z.object({ default: z.unknown(), order: z.number(), markdownDescription: z.string() }),
        ),
      }),
    ),
  }),
});
const textsSchema = z.record(z.string(), z.string());

/**
 * README with the table of all settings between its marks: the first sentence of what each does, in the order of the
 * settings editor.
 */
export async function readmeWithSettings(): Promise<string> {
  const read = (path: string): Promise<string> => readFile(path, 'utf8');
  const [readme, manifest, texts] = [
    await read('README.md'),
    await read('package.json'),
    await read('package.nls.json'),
  ];
  const [before, rest] = halves(readme, start);
  const [, after] = halves(rest, end);
  const table = settingsTable(JSON.parse(manifest), JSON.parse(texts));
  const text = `${before}${start}\n\n${table}\n\n${end}${after}`;
  return formatted('README.md', text);
}

/** @param manifest package.json @param texts package.nls.json */
function settingsTable(manifest: unknown, texts: unknown): string {
  const known = textsSchema.parse(texts);
  const text = (name: string): string => known[name.replaceAll('%', '')] ?? name;
  const sections = manifestSchema.parse(manifest).contributes.configuration;
  const rows = byOrder(sections).flatMap(({ title, properties }) => [
    `| **${text(title)}** | | |`,
    ...byOrder(Object.entries(properties).map(([name, setting]) => ({ name, ...setting }))).map(
      ({ name, default: value, markdownDescription }) =>
        `| \`${name.replace('gpuRental.', '')}\` | ${shown(value)} | ${summary(text(markdownDescription))} |`,
    ),
  ]);
  return ['| `gpuRental.` | default | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

const byOrder = <T extends { order: number }>(ones: readonly T[]): T[] =>
  ones.toSorted((one, other) => one.order - other.order);

const shown = (value: unknown): string => (value === '' ? '' : `\`${String(value)}\``);

/** The first sentence, as what a setting does and without the names of others. */
function summary(description: string): string {
  const [first = ''] = description.split(/(?<=\.) /);
  const short = first.replaceAll(/ \(`#[\w.]+#`\)/g, '').replace(/^Controls whether to /, '');
  return short.charAt(0).toUpperCase() + short.slice(1);
}

export function halves(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`There is no line ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
