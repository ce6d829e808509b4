import { isObject, parsedJson } from '../schemas/fields';

/** Characters that take a millisecond or two to parse. */
const usualPart = 256 * 1024;
/** Places in a row that only look like the beginning of one, before the text is parsed as a whole. */
const mostMistaken = 20;

/**
 * Parses an answer that is an object with a list of this name, part by part: the same value as `JSON.parse` makes of
 * it. Undefined for a text that is short, or has another shape, or is not JSON.
 *
 * A part ends before a row that begins like the first one does. Such a place may also be within a row or a string, but
 * then the text up to it is no list.
 *
 * @param ofPart characters that are parsed in one piece, at least
 */
export function* parsingRows(
  text: string,
  name: string,
  ofPart = usualPart,
): Generator<undefined, object | undefined> {
  if (text.length < 2 * ofPart) return undefined;
  const [before, found] = /^\s*\{[^{}[\]]*"(\w+)"\s*:\s*\[\s*(?=\{)/.exec(text.slice(0, 1000)) ?? [];
  if (before === undefined || found !== name) return undefined;
  const [opening] = /^\{\s*"\w+"/.exec(text.slice(before.length, before.length + 100)) ?? [];
  if (opening === undefined) return undefined;
  const rows: unknown[] = [];
  let from = before.length;
  let mistaken = 0;
  let next = text.indexOf(opening, from + ofPart);
  while (next !== -1) {
    const part = listOf(text.slice(from, next));
    yield;
    if (part) {
      for (const row of part) rows.push(row);
      from = next;
      mistaken = 0;
    } else if (++mistaken > mostMistaken) return undefined;
    next = text.indexOf(opening, part ? from + ofPart : next + 1);
  }
  const end = text.slice(from);
  // Of two lists with the same name the last one counts.
  if (end.includes(`"${name}"`)) return undefined;
  const whole = parsedJson(before + end);
  if (!isObject(whole) || !Array.isArray(whole[name])) return undefined;
  whole[name] = rows.concat(whole[name]);
  return whole;
}

/** The rows in a text that goes on with another row. */
function listOf(text: string): unknown[] | undefined {
  const trimmed = text.trimEnd();
  const list = trimmed.endsWith(',') ? parsedJson(`[${trimmed.slice(0, -1)}]`) : undefined;
  return Array.isArray(list) ? list : undefined;
}
