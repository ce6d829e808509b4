import * as l10n from '@vscode/l10n';
import { countLines, endOfLine, startOfLine } from '../../domain/lines';

/** The mark of UTF-8, decoded as latin1. */
export const byteOrderMark = '\xef\xbb\xbf';

/**
 * Why OpenSSH refuses this config file (a byte order mark, a quote that is never closed), or undefined. Such a file
 * isn't changed: nothing that is added could work, and its owner has to repair it anyway. The ssh of Windows skips the
 * mark of UTF-8, and one before 8.7 has other rules for quotes, so a file that ssh was `seen` to accept is fine. `text`
 * is the file decoded as latin1, one character a byte.
 */
export function rejectedByOpenSsh(
  text: string,
  seen: 'accepted' | 'unseen' = 'unseen',
): { line: number; reason: string } | undefined {
  const marked = seen === 'accepted' ? /^(\xff\xfe|\xfe\xff)/ : /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;
  if (marked.test(text)) {
    return { line: 1, reason: l10n.t('the file starts with a byte order mark, which ssh doesn’t accept') };
  }
  if (seen === 'accepted') return undefined;
  const quote = /["']/g;
  // Only lines with a quote are looked at.
  for (let found = quote.exec(text); found; found = quote.exec(text)) {
    const start = startOfLine(text, found.index);
    const end = endOfLine(text, found.index);
    if (hasOpenQuote(text.slice(start, end)))
      return { line: countLines(text, start) + 1, reason: l10n.t('a quote isn’t closed') };
    quote.lastIndex = end;
  }
  return undefined;
}

/** Follows OpenSSH's own argument splitter (misc.c, argv_split). */
function hasOpenQuote(line: string): boolean {
  const nul = line.indexOf('\0');
  // ssh stops at a NUL byte.
  const text = nul < 0 ? line : line.slice(0, nul);
  let quote = '';
  let inWord = false;
  for (let at = startOfArguments(text); at < text.length; at++) {
    const char = text.charAt(at);
    const blank = char === ' ' || char === '\t';
    if (!inWord && char === '#') return false;
    if (!inWord && blank) continue;
    inWord = true;
    if (char === '\\') {
      const next = text.charAt(at + 1);
      if (next === '"' || next === "'" || next === '\\' || (quote === '' && next === ' ')) at++;
    } else if (quote === '' && blank) {
      inWord = false;
    } else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
    } else if (char === quote) {
      quote = '';
    }
  }
  return quote !== '';
}

const keyword = /[ \t\r]*[A-Za-z]+(?:[ \t\r]*=|[ \t\r])[ \t\r]*/y;

/** Its end for comments and for lines without a plain keyword, which ssh ignores or rejects by other rules. */
function startOfArguments(line: string): number {
  keyword.lastIndex = 0;
  return keyword.test(line) ? keyword.lastIndex : line.length;
}
