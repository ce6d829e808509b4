/** Rows as comma-separated values (RFC 4180). @param rows cells as `textCell` makes them, or numbers of ours */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');

/**
 * A spreadsheet would take a cell that begins like this for a formula, and run it. Where its lists are separated by
 * something else than a comma, quotes in the middle of a line count for nothing, and a cell begins after each separator.
 */
const beginsFormula = /(?<=^|[,;\|\t\r\n])(?=[[\s\p{C}"]--[\t\r\n]]*[=+\-@\|%＝＋－＠])/gv;

/** A text from outside as a cell. */
export function textCell(text: string): string {
  const marked = text.replace(beginsFormula, "'");
  const harmless = /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
  return /[",\r\n\t;]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
