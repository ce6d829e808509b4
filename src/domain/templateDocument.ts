import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { findNodeAtLocation, type Node, parse, type ParseError, parseTree } from 'jsonc-parser';
import type { TemplateFields } from '../api/endpoints/templates';
import type { FieldProblem } from './launchRequest';
import { checkTemplate, passwordPlaceholder, type TemplateContent } from './templateFields';

/** A problem and the part of the document that it is about. */
export interface DocumentProblem extends FieldProblem {
  offset: number;
  length: number;
}

/** A document as far as it can be read; `content` only when nothing is wrong. */
export type ReadDocument =
  | { content: TemplateContent; problems: readonly [] }
  | { content?: undefined; problems: readonly DocumentProblem[] };

const options = { allowTrailingComma: true };

/** A template as a document that a person edits: JSON with comments. */
export function printDocument(content: TemplateContent, comment: string): string {
  return `// ${comment}\n${JSON.stringify(content, undefined, 2)}\n`;
}

/**
 * Reads a document; every problem is reported at its place. `before` is what the document began with, missing for a new
 * template, which must have all that is required: what stands as the service has it already is no problem of an edit.
 */
export function readDocument(
  text: string,
  before: Readonly<Record<string, unknown>> | undefined,
): ReadDocument {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, options);
  const [error] = errors;
  if (error || root?.type !== 'object') {
    const { offset = 0, length = 1 } = error ?? {};
    const message = l10n.t('This is not valid JSON.');
    return { problems: [{ field: '', message, offset, length: Math.max(1, length) }] };
  }
  const content = parse(text, undefined, options) as Record<string, unknown>;
  const problems = checkTemplate(content, before === undefined)
    .filter(({ field }) => !isAsBefore(content, before, field))
    .map((problem) => ({ ...problem, ...placeOf(root, problem.field) }));
  return problems.length > 0 ? { problems } : { content, problems: [] };
}

function isAsBefore(
  content: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  field: string,
): boolean {
  const [name = ''] = field.split('.');
  return before !== undefined && name in before && isDeepStrictEqual(content[name], before[name]);
}

/** Where in a document a field is: its value, else the member that is nearest to it, else the beginning. */
export function placeInDocument(text: string, field: string): Pick<DocumentProblem, 'offset' | 'length'> {
  const root = parseTree(text, [], options);
  return root ? placeOf(root, field) : { offset: 0, length: 1 };
}

function placeOf(root: Node, field: string): Pick<DocumentProblem, 'offset' | 'length'> {
  const path = field.split('.');
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    if (node) return { offset: node.offset, length: node.length };
  }
  return { offset: root.offset, length: 1 };
}

/**
 * What differs from the template as it was: only this is sent. A field that is missing in the document stays as it is,
 * and so does a password that still is the placeholder.
 */
export function changedFields(before: Required<TemplateFields>, now: TemplateContent): TemplateContent {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) =>
        !isDeepStrictEqual(value, known.get(name)) &&
        !(name === 'docker_login_pass' && value === passwordPlaceholder),
    ),
  );
}

/**
 * The document with its password taken out, for every place where it is kept. Where the text cannot be read, the rest
 * of a line that speaks of the password goes.
 */
export function withoutPassword(text: string): { text: string; password?: string } {
  const placeholder = JSON.stringify(passwordPlaceholder);
  const places = passwordsIn(text);
  if (!places) return { text: text.replace(/("?docker_login_pass\b"?\s*:?).*/g, `$1 ${placeholder},`) };
  const taken = places.filter(({ value }) => value !== '' && value !== passwordPlaceholder);
  const kept = taken.reduceRight(
    (rest, { offset, length }) => rest.slice(0, offset) + placeholder + rest.slice(offset + length),
    text,
  );
  // Of several, the last one counts.
  const password = places.at(-1)?.value;
  const isNew = password !== undefined && password !== '' && password !== passwordPlaceholder;
  return { text: kept, ...(isNew ? { password } : {}) };
}

/** Every password in the document and where it stands; undefined when one may be overlooked. */
function passwordsIn(text: string): { value: string; offset: number; length: number }[] | undefined {
  const root = parseTree(text, [], options);
  const members = root?.type === 'object' ? (root.children ?? []) : [];
  const values = members.flatMap(({ children: [key, value] = [] }) =>
    key?.value === 'docker_login_pass' && value ? [value] : [],
  );
  const mentions = text.match(/docker_login_pass/g) ?? [];
  if (mentions.length !== values.length) return undefined;
  return values.every(({ offset, length }) => isString(text.slice(offset, offset + length)))
    ? values.map(({ value, offset, length }) => ({ value: String(value), offset, length }))
    : undefined;
}

/** A complete one: the parser takes the rest of a line for a string that was not ended. */
function isString(literal: string): boolean {
  try {
    return typeof JSON.parse(literal) === 'string';
  } catch {
    return false;
  }
}
