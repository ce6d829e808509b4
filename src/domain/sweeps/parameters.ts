import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';

/** The runs of a sweep: for each, a value for every name. */
export interface ParameterTable {
  names: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A table, or what is wrong with the text, as a sentence. */
export type ReadTable = { table: ParameterTable } | { problem: string };

/** More runs than a person looks through, and than one sweep is made for. */
export const mostJobs = 1000;
const mostNames = 40;
const longestValue = 1000;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const listsSchema = z.record(z.string(), z.union([scalar, z.array(scalar).check(z.minLength(1))]));
const rowsSchema = z.array(z.record(z.string(), scalar)).check(z.minLength(1));

/**
 * Reads a table of parameters: JSON, a list of objects or an object of lists, of which every combination is a run; CSV
 * with names in its first line; or what a person types, such as `lr=1e-3,1e-4 seed=0,1,2`.
 */
export function readParameters(text: string): ReadTable {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { problem: l10n.t('Enter parameters, such as lr=1e-3,1e-4 seed=0,1,2.') };
  if (/^[[{]/.test(trimmed)) return fromJson(trimmed);
  return trimmed.includes('\n') ? fromCsv(trimmed) : fromWords(trimmed);
}

/** The same of a value that JSON can say. */
export function tableOf(value: unknown): ReadTable {
  const rows = rowsSchema.safeParse(value).data;
  if (rows) {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lacking = rows.findIndex((row) => names.some((name) => row[name] === undefined));
    if (lacking >= 0) return { problem: l10n.t('Run {0} has no value for some of the names.', lacking + 1) };
    return checked({ names, rows: rows.map((row) => names.map((name) => String(row[name]))) });
  }
  const lists = listsSchema.safeParse(value).data;
  if (!lists) return { problem: l10n.t('This is neither a list of runs nor an object of lists of values.') };
  const columns = Object.entries(lists).map(
    ([name, values]) => [name, (Array.isArray(values) ? values : [values]).map(String)] as const,
  );
  return combined(columns);
}

function fromJson(text: string): ReadTable {
  try {
    return tableOf(JSON.parse(text));
  } catch {
    // The person reads that it can't be used, and where it is typed.
    return { problem: l10n.t('This isn’t valid JSON.') };
  }
}

function fromWords(text: string): ReadTable {
  const columns: (readonly [string, readonly string[]])[] = [];
  for (const word of text.split(/\s+/)) {
    const [name = '', ...rest] = word.split('=');
    const values = rest.join('=').split(',');
    if (rest.length === 0 || values.includes(''))
      return { problem: l10n.t('“{0}” isn’t a name with values, such as lr=1e-3,1e-4.', word.slice(0, 60)) };
    columns.push([name, values]);
  }
  return combined(columns);
}

/** As RFC 4180 has it: quotes around a value, doubled within. A quote elsewhere is refused, since it could mean either. */
function fromCsv(text: string): ReadTable {
  const lines: string[][] = [];
  const all = `\n${text}`;
  let end = 0;
  for (const { 0: cell, 1: start, 2: quotes, 3: plain = '', index } of all.matchAll(
    /(,|\r?\n)(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^",\r\n]*))/g,
  )) {
    if (index !== end) break;
    end += cell.length;
    if (start !== ',') lines.push([]);
    lines.at(-1)?.push((quotes === undefined ? plain : quotes.replaceAll('""', '"')).trim());
  }
  if (end < all.length) {
    const line = all.slice(0, end).split('\n').length - 1;
    return {
      problem: l10n.t('Line {0}: a value with quotes needs quotes around it, and its own twice.', line),
    };
  }
  const [names = [], ...rows] = lines.filter((line) => line.some((cell) => cell !== ''));
  const odd = rows.findIndex((row) => row.length !== names.length);
  if (odd >= 0)
    return { problem: l10n.t('Line {0} doesn’t have as many values as there are names.', odd + 2) };
  return checked({ names, rows });
}

/** Every combination, the last name's values changing fastest. */
function combined(columns: readonly (readonly [string, readonly string[]])[]): ReadTable {
  const count = columns.reduce((product, [, values]) => product * values.length, 1);
  if (count > mostJobs) return tooMany(count);
  const rows = columns.reduce<string[][]>(
    (before, [, values]) => before.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  return checked({ names: columns.map(([name]) => name), rows });
}

const tooMany = (count: number): ReadTable => ({
  problem: l10n.t('{0} runs are more than a sweep can have, {1}.', count, mostJobs),
});

/** What a shell, a linker or this extension reads from its environment is no parameter. */
const isTaken = (name: string): boolean =>
  /^(PATH|HOME|IFS|ENV|BASH_ENV|SHELL|USER|PWD|LD_.*|GPU_RENTAL_.*|_gpu_.*)$/.test(name);

function checked(table: ParameterTable): ReadTable {
  const { names, rows } = table;
  const bad = names.find((name) => !/^[A-Za-z_]\w{0,63}$/.test(name));
  if (names.length === 0 || rows.length === 0) return { problem: l10n.t('There are no runs in this table.') };
  if (bad !== undefined)
    return { problem: l10n.t('“{0}” can’t be the name of a variable.', bad.slice(0, 60)) };
  const taken = names.find(isTaken);
  if (taken !== undefined) return { problem: l10n.t('{0} can’t be a parameter.', taken) };
  if (new Set(names).size !== names.length) return { problem: l10n.t('Two parameters have the same name.') };
  if (rows.length > mostJobs) return tooMany(rows.length);
  if (names.length > mostNames || rows.some((row) => row.some((value) => value.length > longestValue)))
    return { problem: l10n.t('A name or a value is too long, or there are too many names.') };
  if (rows.some((row) => row.some((value) => value.includes('\0'))))
    return { problem: l10n.t('A value has a character that no variable can have.') };
  return { table };
}
