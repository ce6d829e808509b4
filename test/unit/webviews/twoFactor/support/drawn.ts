import type { View } from '../../../../../src/webviews/twoFactor/protocol';
import { textOf } from '../../support/textOf';
import { content } from '../../../../../src/webviews/twoFactor/ui/app';

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
