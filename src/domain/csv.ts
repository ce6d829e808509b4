/** Rows as comma-separated values (RFC 4180). @param rows cells as `textCell` makes them, or numbers of ours */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');

/** A spreadsheet would take text that begins like this for a formula, and run it. */
const beginsFormula = /^[\s\p{C}]*[=+\-@|%＝＋－＠]/u;

/** A text from outside as a cell. */
export function textCell(text: string): string {
  const harmless = beginsFormula.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n\t;]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
