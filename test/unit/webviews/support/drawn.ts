import type { View } from '../../../../src/webviews/twoFactor/protocol';
import { content } from '../../../../src/webviews/twoFactor/ui/content';

/** All that the browser side draws of a view, as text; what is bound to properties of elements is part of it. */
export function drawnText(view: View, drafts: Readonly<Record<string, string>> = {}): string {
  return textOf(
    content({
      view,
      drafts,
      setDraft: () => undefined,
      send: () => undefined,
      left: (milliseconds) => milliseconds,
    }),
  );
}

/** A template is plain data until a browser renders it: its fixed parts and the values between them. */
function textOf(drawn: unknown): string {
  if (typeof drawn === 'string' || typeof drawn === 'number') return String(drawn);
  if (Array.isArray(drawn)) return drawn.map(textOf).join('');
  if (typeof drawn !== 'object' || drawn === null || !('strings' in drawn) || !('values' in drawn)) return '';
  const { strings, values } = drawn;
  if (!Array.isArray(strings) || !Array.isArray(values)) return '';
  return strings.map((part, index) => textOf(part) + textOf(values[index])).join('');
}
