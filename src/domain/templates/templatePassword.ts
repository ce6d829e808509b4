import { createScanner } from 'jsonc-parser';
import { isPlaceholder } from './templateFields';

/** A value of the field docker_login_pass in a document. */
export interface PasswordPlace {
  offset: number;
  length: number;
  /** Secret, unless it is empty or a placeholder. */
  value: string;
  /** It is neither: a person wrote a password into the document. */
  clear: boolean;
}

/** The parser's `SyntaxKind`, which exists only at compile time. */
const token = { colon: 6, nothing: 7, yes: 8, no: 9, string: 10, number: 11, unknown: 16, end: 17 } as const;
const { nothing, yes, no, string, number, unknown } = token;
const scalars: ReadonlySet<number> = new Set([nothing, yes, no, string, number, unknown]);

/**
 * Every value of the registry password in a template's document. Read word by word, so that it is also found in an
 * invalid text. A string that isn't closed ends with its line.
 */
export function passwordPlaces(text: string): PasswordPlace[] {
  const scanner = createScanner(text, true);
  const places: PasswordPlace[] = [];
  let state: 'before' | 'name' | 'value' = 'before';
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    const value = scanner.getTokenValue();
    if (state === 'name') state = kind === token.colon ? 'value' : 'before';
    else if (state === 'value') {
      state = 'before';
      if (!scalars.has(kind)) continue;
      const place = { offset: scanner.getTokenOffset(), length: scanner.getTokenLength(), value };
      places.push({ ...place, clear: value !== '' && value !== 'null' && !isPlaceholder(value) });
      continue;
    }
    if (kind === token.string && value === 'docker_login_pass') state = 'name';
  }
  return places;
}
