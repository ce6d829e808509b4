import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import {
  applyEdits,
  findNodeAtLocation,
  modify,
  type Node,
  parse,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import type { TemplateFields } from '../../api/schemas/templates/templateFields';
import { parseDockerFlags } from '../launch/envFlags';
import type { FieldProblem } from '../launch/launchRequest';
import { longestDocument, passwordPlaces } from './passwordPlaces';
import { checkTemplate, passwordPlaceholder, type TemplateContent } from './templateFields';

export interface DocumentProblem extends FieldProblem {
  offset: number;
  length: number;
}

/** A document, as far as it can be read. `content` is set only if there are no problems. */
export type ReadDocument =
  | { content: TemplateContent; problems: readonly [] }
  | { content?: undefined; problems: readonly DocumentProblem[] };

const options = { allowTrailingComma: true };

/** A template as a document that a person edits: JSON with comments. */
export function printDocument(content: TemplateContent, comment: string): string {
  return `// ${comment}\n${JSON.stringify(content, undefined, 2)}\n`;
}

/**
 * Reads a document and reports every problem at its place. `before` is the document's original content. It is missing
 * for a new template, which must have all required fields: unchanged fields of an existing template aren't reported.
 */
export function readDocument(
  text: string,
  before: Readonly<Record<string, unknown>> | undefined,
): ReadDocument {
  if (text.length > longestDocument) {
    const message = l10n.t('This document is too long for a template.');
    return { problems: [{ field: '', message, offset: 0, length: 1 }] };
  }
  const errors: ParseError[] = [];
  const root = treeOf(text, errors);
  const [error] = errors;
  if (error || root?.type !== 'object') {
    const { offset = 0, length = 1 } = error ?? {};
    const message = l10n.t('This isn’t valid JSON.');
    return { problems: [{ field: '', message, offset, length: Math.max(1, length) }] };
  }
  const content = parse(text, undefined, options) as Record<string, unknown>;
  const problems = checkTemplate(content, before === undefined)
    .filter(({ field }) => !isAsBefore(content, before, field))
    .map((problem) => ({ ...problem, ...placeOf(root, problem.field) }));
  return problems.length > 0 ? { problems } : { content, problems: [] };
}

/** Undefined if it is nested too deeply for the parser. */
function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, options);
  } catch {
    // The parser ran out of stack.
    return undefined;
  }
}

function isAsBefore(
  content: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  field: string,
): boolean {
  const [name = ''] = field.split('.');
  return before !== undefined && name in before && isDeepStrictEqual(content[name], before[name]);
}

/** Flags of the field `env` that the service takes no notice of. */
export function ignoredFlags(text: string): readonly string[] {
  const root = text.length > longestDocument ? undefined : treeOf(text, []);
  const value: unknown = root && findNodeAtLocation(root, ['env'])?.value;
  return typeof value === 'string' ? (parseDockerFlags(value).ignored ?? []) : [];
}

/** The place of a field in a document: its value, else the nearest member, else the beginning. */
export function placeInDocument(text: string, field: string): Pick<DocumentProblem, 'offset' | 'length'> {
  const root = treeOf(text, []);
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
 * The changes to the template; only these are sent. A field that is missing in the document stays unchanged, and so
 * does a password that is still the placeholder.
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

/** The document with these values in their fields; comments and everything else stay as they are. */
export function withFields(text: string, fields: TemplateContent): string {
  const formattingOptions = { tabSize: 2, insertSpaces: true };
  return Object.entries(fields).reduce(
    (written, [name, value]) => applyEdits(written, modify(written, [name], value, { formattingOptions })),
    text,
  );
}

/** The document without its password, for every place where it is stored. */
export function withoutPassword(text: string): { text: string; password?: string } {
  const places = passwordPlaces(text);
  const placeholder = JSON.stringify(passwordPlaceholder);
  let kept = '';
  let copied = 0;
  for (const { offset, length, value, isRest } of places) {
    if (offset < copied || value === '' || value === passwordPlaceholder) continue;
    kept += text.slice(copied, offset) + placeholder + (isRest ? ',' : '');
    copied = offset + length;
  }
  kept += text.slice(copied);
  // If there are several, the last one counts.
  const password = places.findLast(({ value }) => value !== undefined)?.value;
  const isNew = password !== undefined && password !== '' && password !== passwordPlaceholder;
  return { text: kept, ...(isNew ? { password } : {}) };
}
