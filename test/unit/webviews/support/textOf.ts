/** A template is plain data until a browser renders it: its fixed parts and the values between them, as text. */
export function textOf(drawn: unknown): string {
  if (typeof drawn === 'string' || typeof drawn === 'number') return String(drawn);
  if (Array.isArray(drawn)) return drawn.map(textOf).join('');
  if (typeof drawn !== 'object' || drawn === null || !('strings' in drawn) || !('values' in drawn)) return '';
  const { strings, values } = drawn;
  if (!Array.isArray(strings) || !Array.isArray(values)) return '';
  return strings.map((part, index) => textOf(part) + textOf(values[index])).join('');
}
