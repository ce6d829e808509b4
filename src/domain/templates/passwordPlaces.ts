import { createScanner, type JSONScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { endOfLine } from '../lines';

/** A part of a document that is, or may contain, a registry password. */
export interface PasswordPlace {
  offset: number;
  length: number;
  /** Undefined if the password itself can't be found. */
  value?: string;
  /** The rest of a line, including what ends a value. */
  isRest?: true;
}

const field = 'docker_login_pass';
/** The only way to write the field's letters otherwise. */
const escape = String.raw`\u`;

/** The characters of a document that is read as a template. */
export const longestDocument = 200_000;

/** The parser's names for these don't exist at run time. */
const token = {
  closeBrace: 2,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  line: 12,
  block: 13,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const;

/**
 * Every password in a document that a person edits, in the order of the text. Uses the parser's tree, so that the
 * spelling of the name and the line of the value don't matter, or single words if the document is incomplete.
 */
export function passwordPlaces(text: string): PasswordPlace[] {
  if (!text.includes(field) && !text.includes(escape)) return [];
  const root = wholeTree(text);
  const places = root ? inTree(root) : [];
  return [...places, ...inTokens(text, root === undefined)].sort((a, b) => a.offset - b.offset);
}

/** Undefined if the document is invalid, or too long or nested too deeply for the parser. */
function wholeTree(text: string): Node | undefined {
  if (text.length > longestDocument) return undefined;
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? root : undefined;
  } catch {
    // The parser ran out of stack.
    return undefined;
  }
}

function inTree(root: Node): PasswordPlace[] {
  const places: PasswordPlace[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const [key, value] = node.type === 'property' ? (node.children ?? []) : [];
    if (key?.value !== field || !value) waiting.push(...(node.children ?? []));
    else if (value.type !== 'null') {
      // Below the top level it isn't the template's password, but it is removed all the same.
      const isPassword = value.type === 'string' && node.parent === root;
      places.push({
        offset: value.offset,
        length: value.length,
        ...(isPassword ? { value: String(value.value) } : {}),
      });
    }
  }
  return places;
}

interface Token {
  kind: number;
  offset: number;
  end: number;
  value: string;
  isWhole: boolean;
}

/** One by one: a text of 1 MB can have a million of them. */
function tokenAt(scanner: JSONScanner): Token {
  const offset = scanner.getTokenOffset();
  return {
    kind: scanner.getToken(),
    offset,
    end: offset + scanner.getTokenLength(),
    value: scanner.getTokenValue(),
    isWhole: !scanner.getTokenError(),
  };
}

/** In comments and, in an invalid document, among single words. */
function inTokens(text: string, withWords: boolean): PasswordPlace[] {
  const scanner = createScanner(text);
  const places: PasswordPlace[] = [];
  let covered = 0;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    const isComment = kind === token.line || kind === token.block;
    const isName = withWords && (kind === token.string || kind === token.unknown);
    if (!isComment && !isName) continue;
    if (!scanner.getTokenValue().includes(field)) continue;
    const found = tokenAt(scanner);
    if (isComment) {
      const place = inComment(text, found);
      if (place) places.push(place);
    } else if (found.offset >= covered) {
      const place = afterName(text, found, scanner);
      if (!place) continue;
      covered = place.offset + place.length;
      places.push(place);
    }
  }
  return places;
}

/** What follows the name, or only the next string if it is complete. */
function afterName(text: string, name: Token, scanner: JSONScanner): PasswordPlace | undefined {
  if (name.value === field && name.isWhole) {
    const position = scanner.getPosition();
    const [next, afterNext, last] = [1, 2, 3].map(() => nextToken(scanner));
    scanner.setPosition(position);
    return next?.kind === token.colon ? valueAt(text, afterNext, last) : valueAt(text, next, afterNext);
  }
  if (name.kind === token.string && name.isWhole) return undefined;
  const at = text.slice(name.offset, name.end).indexOf(field);
  return after(text, at < 0 ? name.offset : name.offset + at + field.length, text.length);
}

const passedOver: readonly number[] = [token.line, token.block, token.lineBreak, token.space];

function nextToken(scanner: JSONScanner): Token {
  let kind: number = scanner.scan();
  while (passedOver.includes(kind)) kind = scanner.scan();
  return tokenAt(scanner);
}

const ends: readonly (number | undefined)[] = [
  token.comma,
  token.closeBrace,
  token.closeBracket,
  token.end,
  undefined,
];

function valueAt(text: string, value: Token | undefined, next: Token | undefined): PasswordPlace | undefined {
  if (!value || ends.includes(value.kind)) return undefined;
  const { offset, end } = value;
  if (value.kind !== token.string) return { offset, length: endOfLine(text, offset) - offset, isRest: true };
  if (value.isWhole && ends.includes(next?.kind)) return { offset, length: end - offset, value: value.value };
  if (value.isWhole) return { offset, length: endOfLine(text, offset) - offset, isRest: true };
  // A quote that isn't closed may continue on the next lines.
  const quote = text.indexOf('"', end);
  return {
    offset,
    length: text.slice(offset, quote < 0 ? text.length : quote).trimEnd().length,
    isRest: true,
  };
}

function inComment(text: string, { kind, offset, end, value }: Token): PasswordPlace | undefined {
  const limit = kind === token.block ? end - '*/'.length : text.length;
  return after(text, offset + value.indexOf(field) + field.length, limit);
}

const separator = /["']?[ \t]*[:=][\s"'/*]*/y;

/** What follows the name on its line or, after a colon, on the next. */
function after(text: string, start: number, limit: number): PasswordPlace | undefined {
  separator.lastIndex = start;
  const offset = start + (separator.exec(text)?.[0].length ?? 0);
  const rest = text.slice(offset, limit);
  const length = endOfLine(rest, 0);
  return rest.slice(0, length).trim() === '' ? undefined : { offset, length };
}
