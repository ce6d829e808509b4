/** The format of our files. One without a number has this one too. */
const format = 1;

/**
 * Whether a newer version of this extension wrote a file in a format that this one would lose something of. Such a
 * file begins with `{"version": 2`; whoever changes a format that way writes it so, and leaves fields be that are
 * merely new.
 */
export function isOfNewerFormat(content: Buffer): boolean {
  const version = /^\s*\{\s*"version"\s*:\s*(\d+)/.exec(content.toString('latin1', 0, 80))?.[1];
  return Number(version ?? format) > format;
}
