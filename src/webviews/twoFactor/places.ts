import type { Place } from '../../twoFactor/state';
import { isSent } from '../../twoFactor/methods';
import type { Page } from './protocol';

/**
 * Places for a problem on the current page. Used by both sides: the host to place a problem, the browser side to draw
 * the page. The top of the page is always available.
 */
export function placesOn(page: Page, { renaming = true } = {}): readonly Place[] {
  switch (page.kind) {
    case 'proof': {
      const kind = page.options.find(({ id }) => id === page.chosen)?.kind;
      const waitsForCode = kind !== undefined && isSent(kind) && !page.sent;
      return waitsForCode ? ['send'] : ['send', 'code'];
    }
    case 'secret':
      return ['code', 'label'];
    case 'phone':
      return page.sent ? ['send', 'code', 'label'] : ['phone', 'send'];
    case 'overview':
      return renaming ? ['label'] : [];
    case 'loading':
    case 'choose':
    case 'lost':
    case 'codes':
      return [];
  }
}

/** The place of a problem: next to its input or, if that isn't on the page, at the next place. */
export function placeOn(places: readonly Place[], wanted: Place): Place {
  if (places.includes(wanted)) return wanted;
  return places.includes('send') ? 'send' : 'page';
}
