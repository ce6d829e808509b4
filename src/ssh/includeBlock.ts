import * as l10n from '@vscode/l10n';
import { rejectedByOpenSsh } from './rejectedByOpenSsh';

const startMarker = '# --- gpu-rental: start ---';
const endMarker = '# --- gpu-rental: end ---';
const explanation = '# Written by the GPU Rental extension. Keep this block first.';

/** What the user's ssh config file holds of ours. `line` counts from 1. */
export type BlockState =
  | { state: 'missing' }
  /** `first`: no directive stands before it. `includes`: the arguments of its Include line, as written. */
  | { state: 'present'; first: boolean; includes: string }
  | { state: 'refused'; line: number; reason: string };

/** The file after an edit; `content` is undefined when nothing is to be written. */
export type BlockEdit = { content: Buffer | undefined } | { refused: { line: number; reason: string } };

/** Reads the state of our block. `content` is the whole file. */
export function readBlock(content: Buffer): BlockState {
  const found = locate(content.toString('latin1'));
  if ('refused' in found) return { state: 'refused', ...found.refused };
  return found.block
    ? { state: 'present', first: found.block.first, includes: found.block.includes }
    : { state: 'missing' };
}

/** Whether anything of ours is in the file, damaged or not. */
export function hasMarker(content: Buffer): boolean {
  return linesOf(content.toString('latin1')).some(({ text }) => text === startMarker || text === endMarker);
}

/**
 * Puts our block first in the file, or leaves the file alone when it is there already. Everything outside the block
 * stays byte for byte; `removeBlock` gives the file back as it was. `includeArgument` is written as it is.
 */
export function ensureBlock(content: Buffer, includeArgument: string): BlockEdit {
  const text = content.toString('latin1');
  const found = locate(text);
  if ('refused' in found) return found;
  const argument = Buffer.from(includeArgument, 'utf8').toString('latin1');
  if (found.block?.first && found.block.includes === argument) return { content: undefined };
  const others = found.block ? cut(text, found.block) : text;
  return { content: Buffer.from(blockText(argument, lineEnding(others || text)) + others, 'latin1') };
}

/** Takes our block out and nothing else; without a block there is nothing to write. */
export function removeBlock(content: Buffer): BlockEdit {
  const text = content.toString('latin1');
  const found = locate(text);
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
  /** Without its line ending and the blanks around it. */
  text: string;
  from: number;
  to: number;
}

type Found = { block: Block | undefined } | { refused: { line: number; reason: string } };

function locate(text: string): Found {
  const rejected = rejectedByOpenSsh(text);
  if (rejected) return { refused: rejected };
  const lines = linesOf(text);
  const markers = lines.flatMap((line, index) =>
    line.text === startMarker || line.text === endMarker ? [index] : [],
  );
  const [start, end] = markers;
  if (start === undefined) return { block: undefined };

  const misplaced = whyMisplaced(lines, markers);
  if (misplaced) return { refused: misplaced };
  if (end === undefined) return { block: undefined };
  const body = lines.slice(start + 1, end);
  const foreign = body.findIndex((line) => !isOurs(line));
  if (foreign >= 0) {
    const reason = l10n.t('something that GPU Rental did not write stands between its markers');
    return { refused: { line: start + foreign + 2, reason } };
  }
  return {
    block: {
      from: lines[start]?.from ?? 0,
      to: lines[end]?.to ?? text.length,
      first: lines.slice(0, start).every(({ text: before }) => before === '' || before.startsWith('#')),
      includes: body.map(includesOf).find((argument) => argument !== undefined) ?? '',
    },
  };
}

/** Anything but one start followed by one end is refused: whatever lies between belongs to the person. */
function whyMisplaced(lines: Line[], markers: number[]): { line: number; reason: string } | undefined {
  const kinds = markers.map((index) => (lines[index]?.text === startMarker ? 'start' : 'end'));
  const at = (position: number): number => (markers[position] ?? 0) + 1;
  if (kinds[0] === 'end')
    return { line: at(0), reason: l10n.t('an end marker has no start marker before it') };
  if (kinds[1] === undefined)
    return { line: at(0), reason: l10n.t('a start marker has no end marker after it') };
  if (kinds[1] === 'start') return { line: at(1), reason: l10n.t('a second start marker follows the first') };
  if (kinds[2] !== undefined)
    return { line: at(2), reason: l10n.t('the markers of GPU Rental are there more than once') };
  return undefined;
}

function isOurs(line: Line): boolean {
  return line.text === '' || line.text === explanation || includesOf(line) !== undefined;
}

/** Only an Include of our own file counts as ours. */
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

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 ? text.length : newline + 1;
    lines.push({ text: text.slice(from, to).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''), from, to });
    from = to;
  }
  return lines;
}
