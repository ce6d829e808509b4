import * as l10n from '@vscode/l10n';
import { countLines, endOfLine, startOfLine } from '../../domain/lines';
import { byteOrderMark, rejectedByOpenSsh } from './rejectedByOpenSsh';

const startMarker = '# --- gpu-rental: start ---';
const endMarker = '# --- gpu-rental: end ---';
/** What both begin with. */
const markerStart = '# --- gpu-rental: ';
const explanation = '# Written by the GPU Rental extension. Keep this block first.';

/** The state of our block in the user's ssh config file. `line` counts from 1. */
export type BlockState =
  | { state: 'missing' }
  /** `first`: no directive comes before it. `includes`: the arguments of its Include line, as written. */
  | { state: 'present'; first: boolean; includes: string }
  | { state: 'refused'; line: number; reason: string };

/** The file after an edit; `content` is undefined if nothing has to be written. */
export type BlockEdit = { content: Buffer | undefined } | { refused: { line: number; reason: string } };

/** What is known of ssh and this file, see `rejectedByOpenSsh`. */
export type Seen = 'accepted' | 'unseen';

/** Reads the state of our block. `content` is the whole file. */
export function readBlock(content: Buffer, seen?: Seen): BlockState {
  const found = locate(content.toString('latin1'), seen);
  if ('refused' in found) return { state: 'refused', ...found.refused };
  return found.block
    ? { state: 'present', first: found.block.first, includes: found.block.includes }
    : { state: 'missing' };
}

/** Whether the file contains any marker of ours, damaged or not. */
export function hasMarker(content: Buffer): boolean {
  return firstMarkers(content.toString('latin1'), 1).length > 0;
}

/** Whether the file looks as if ssh refused it; then ssh itself should be asked. */
export function isDoubtful(content: Buffer): boolean {
  return rejectedByOpenSsh(content.toString('latin1')) !== undefined;
}

/**
 * Puts our block first in the file, after a byte order mark, unless it is already there. Everything outside the block
 * stays byte for byte; `removeBlock` restores the original file. `includeArgument` is written unchanged.
 */
export function ensureBlock(content: Buffer, includeArgument: string, seen?: Seen): BlockEdit {
  const text = content.toString('latin1');
  const found = locate(text, seen);
  if ('refused' in found) return found;
  const argument = Buffer.from(includeArgument, 'utf8').toString('latin1');
  if (found.block?.first && found.block.includes === argument) return { content: undefined };
  const others = found.block ? cut(text, found.block) : text;
  const start = startOf(others);
  const block = blockText(argument, lineEnding(others || text));
  return { content: Buffer.from(others.slice(0, start) + block + others.slice(start), 'latin1') };
}

/** Removes our block and nothing else; without a block, nothing has to be written. */
export function removeBlock(content: Buffer, seen?: Seen): BlockEdit {
  const text = content.toString('latin1');
  const found = locate(text, seen);
  if ('refused' in found) return found;
  return { content: found.block && Buffer.from(cut(text, found.block), 'latin1') };
}

interface Block {
  from: number;
  to: number;
  first: boolean;
  includes: string;
}

interface Line {
  /** Without the line ending and surrounding blanks. */
  text: string;
  from: number;
  to: number;
}

type Found = { block: Block | undefined } | { refused: { line: number; reason: string } };

/** The first byte after a byte order mark. */
function startOf(text: string): number {
  return text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
}

function locate(text: string, seen?: Seen): Found {
  const rejected = rejectedByOpenSsh(text, seen);
  if (rejected) return { refused: rejected };
  const markers = firstMarkers(text, 3);
  const [start, end] = markers;
  if (start === undefined) return { block: undefined };

  const misplaced = whyMisplaced(markers);
  if (misplaced) return { refused: { line: lineNumber(text, misplaced.at), reason: misplaced.reason } };
  if (end === undefined) return { block: undefined };
  let includes: string | undefined;
  for (let line = lineAt(text, start.to); line.from < end.from; line = lineAt(text, line.to)) {
    const argument = includesOf(line);
    if (argument === undefined && line.text !== '' && line.text !== explanation) {
      const reason = l10n.t('there is text between the markers that GPU Rental didn’t write');
      return { refused: { line: lineNumber(text, line), reason } };
    }
    includes ??= argument;
  }
  return {
    block: { from: start.from, to: end.to, first: isFirst(text, start), includes: includes ?? '' },
  };
}

/** Refuses anything but one start marker followed by one end marker: the text between could be the person's. */
function whyMisplaced([first, second, third]: readonly Line[]): { at: Line; reason: string } | undefined {
  if (first?.text === endMarker)
    return { at: first, reason: l10n.t('an end marker has no start marker before it') };
  if (first && !second) return { at: first, reason: l10n.t('a start marker has no end marker after it') };
  if (second?.text === startMarker)
    return { at: second, reason: l10n.t('a second start marker follows the first') };
  return third && { at: third, reason: l10n.t('the markers of GPU Rental appear more than once') };
}

/** Whether nothing but comments and blank lines comes before a line. */
function isFirst(text: string, { from }: Line): boolean {
  for (let line = lineAt(text, startOf(text)); line.from < from; line = lineAt(text, line.to))
    if (line.text !== '' && !line.text.startsWith('#')) return false;
  return true;
}

/** Counts from 1. */
function lineNumber(text: string, { from }: Line): number {
  return countLines(text, from) + 1;
}

/** Only an Include of our own file is ours. */
function includesOf(line: Line): string | undefined {
  return /^Include ("[^"]*\/gpu-rental\/config"|[^"\s]*\/gpu-rental\/config)$/.exec(line.text)?.[1];
}

function blockText(includeArgument: string, newline: string): string {
  return [startMarker, explanation, `Include ${includeArgument}`, endMarker, ''].join(newline);
}

function cut(text: string, { from, to }: Block): string {
  return text.slice(0, from) + text.slice(to);
}

function lineEnding(text: string): string {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}

/** The first lines that are markers of ours, in the order of the text. */
function firstMarkers(text: string, most: number): Line[] {
  const markers: Line[] = [];
  for (let at = text.indexOf(markerStart); at >= 0 && markers.length < most;) {
    const line = lineAt(text, Math.max(startOfLine(text, at), startOf(text)));
    if (line.text === startMarker || line.text === endMarker) markers.push(line);
    at = line.to < text.length ? text.indexOf(markerStart, line.to) : -1;
  }
  return markers;
}

/** A file may have a million lines, so they are never kept all at once. */
function lineAt(text: string, from: number): Line {
  const end = endOfLine(text, from);
  let first = from;
  let last = end;
  while (first < last && isBlank(text.charCodeAt(first))) first++;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
  return { text: text.slice(first, last), from, to: Math.min(end + 1, text.length) };
}

/** A space, a tab or a carriage return. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}
