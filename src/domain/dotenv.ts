import * as l10n from '@vscode/l10n';
import { envProblem } from './launch/envFlags';
import { looksSecret, parseReference, printReference, type SecretReference } from './secretReference';

/** Variables by name, without port mappings. */
export type Variables = Record<string, string | SecretReference>;

export interface LineProblem {
  message: string;
  /** Zero-based. */
  line: number;
}

export interface ParsedDotenv {
  variables: Variables;
  problems: LineProblem[];
  /** Where each value is in the text, including its quotes; lines that can't be read have the name ''. */
  places: { name: string; start: number; end: number }[];
}

/** Characters: more than any machine starts a program with. */
const longestText = 100_000;

/** The start of an assignment. Its value follows and may span lines if it is quoted. */
const assignment = /[ \t]*(?:export[ \t]+)?([^\s=#]+)[ \t]*=[ \t]*/y;
const value = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\r\n"'][^\r\n]*)?/sy;
const restOfLine = /[ \t]*(?:#[^\r\n]*)?(?:\r\n|[\r\n]|$)/y;

/**
 * Reads `NAME=value` lines. Double quotes allow escapes, single quotes keep everything as written, both may span lines.
 * An unquoted value ends with the line or at ` #`. An unquoted `${secret:NAME}` is a reference.
 */
export function parseDotenv(text: string): ParsedDotenv {
  if (text.length > longestText) {
    const message = l10n.t('This text is too long. Variables may have {0} characters.', longestText);
    return {
      variables: {},
      problems: [{ message, line: 0 }],
      places: [{ name: '', start: 0, end: text.length }],
    };
  }
  const variables: [string, string | SecretReference][] = [];
  const problems: LineProblem[] = [];
  const places: ParsedDotenv['places'] = [];
  let line = 0;
  let counted = 0;
  for (let index = 0; index < text.length;) {
    const blank = matchAt(restOfLine, text, index);
    if (blank) {
      index += blank[0].length || 1;
      continue;
    }
    line += text.slice(counted, index).split(/\r\n|[\r\n]/).length - 1;
    counted = index;
    const read = readAssignment(text, index);
    const problem = 'message' in read ? read.message : envProblem(read.name, '');
    if (problem !== undefined) {
      problems.push({ message: problem, line });
      places.push({ name: '', start: index, end: read.end });
    } else if (!('message' in read)) {
      variables.push([read.name, read.value]);
      places.push({ name: read.name, ...read.place });
    }
    index = read.end;
  }
  return { variables: Object.fromEntries(variables), problems, places };
}

/**
 * The text with the values of some variables replaced by references; everything else stays the same. Lines that can't
 * be read are left out if they may contain such a value.
 */
export function withReferences(text: string, references: ReadonlyMap<string, SecretReference>): string {
  let result = '';
  let copied = 0;
  for (const { name, start, end } of parseDotenv(text).places) {
    const reference = references.get(name);
    const line = text.slice(start, end);
    if (name === '' ? !mayHoldSecret(line) : !reference) continue;
    result += text.slice(copied, start) + (reference ? printReference(reference) : '# …\n');
    copied = end;
  }
  return result + text.slice(copied);
}

function mayHoldSecret(line: string): boolean {
  return line.length > longestText || line.split(/[^\w-]+/).some(looksSecret);
}

/** The variables as lines that `parseDotenv` reads back. */
export function printDotenv(variables: Readonly<Variables>): string {
  return Object.entries(variables)
    .map(([name, held]) => `${name}=${typeof held === 'string' ? quoted(held) : printReference(held)}\n`)
    .join('');
}

type Read =
  | { name: string; value: string | SecretReference; place: { start: number; end: number }; end: number }
  | { message: string; end: number };

function readAssignment(text: string, start: number): Read {
  const head = matchAt(assignment, text, start);
  if (!head)
    return {
      message: l10n.t('Enter NAME=value, or a comment that starts with #.'),
      end: endOfLine(text, start),
    };
  const at = start + head[0].length;
  const match = matchAt(value, text, at);
  const end = matchAt(restOfLine, text, at + (match?.[0].length ?? 0));
  if (!match || !end) {
    return {
      message: l10n.t('A quote isn’t closed, or text follows it.'),
      end: endOfLine(text, start),
    };
  }
  const place = { start: at, end: at + match[0].length };
  return { name: head[1] ?? '', value: valueOf(match), place, end: place.end + end[0].length };
}

function valueOf([, double, single, plain = '']: RegExpExecArray): string | SecretReference {
  if (double !== undefined) return double.replace(/\\(.)/gs, (_, character: string) => unescaped(character));
  if (single !== undefined) return single;
  const trimmed = plain.replace(/(^|[ \t])#.*$/, '').trimEnd();
  return parseReference(trimmed) ?? trimmed;
}

const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const unescaped = (character: string): string => escapes.get(character) ?? character;

function quoted(text: string): string {
  if (/^[\w./:@%+,=-]*$/.test(text)) return text;
  if (!/['\r\n]/.test(text)) return `'${text}'`;
  const escaped = text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${escaped}"`;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end + 1;
}
