import * as l10n from '@vscode/l10n';

/**
 * Why OpenSSH itself refuses this config file (a byte order mark, a quote that is never closed), or undefined.
 * Such a file is left alone: nothing we add to it can work, and its owner is about to repair it.
 * `text` is the file decoded as latin1, one character a byte.
 */
export function rejectedByOpenSsh(text: string): { line: number; reason: string } | undefined {
  if (/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(text)) {
    return { line: 1, reason: l10n.t('the file starts with a byte order mark, which ssh does not accept') };
  }
  const open = text.split('\n').findIndex(hasOpenQuote);
  return open < 0 ? undefined : { line: open + 1, reason: l10n.t('a quote is opened and never closed') };
}

/** Follows OpenSSH's own argument splitter (misc.c, argv_split). */
function hasOpenQuote(line: string): boolean {
  const text = argumentsOf(line);
  let quote = '';
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const blank = char === ' ' || char === '\t';
    if (!inWord && char === '#') return false;
    if (!inWord && blank) continue;
    inWord = true;
    if (char === '\\') {
      if (/["'\\]/.test(text.charAt(at + 1)) || (quote === '' && text.charAt(at + 1) === ' ')) at++;
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

/**
 * What follows the keyword; ssh stops at a NUL byte and drops blanks at the end. Empty for comments and for what is
 * not a plain keyword: ssh ignores or rejects those by other rules, which are not for us to guess.
 */
function argumentsOf(line: string): string {
  const [text = ''] = line.split('\0');
  const trimmed = text.replace(/[ \t\r\n\f]+$/, '').replace(/^[ \t\r]+/, '');
  return /^[A-Za-z]+(?:[ \t\r]*=|[ \t\r])[ \t\r]*(.*)$/s.exec(trimmed)?.[1] ?? '';
}
