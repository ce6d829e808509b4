import type { Page, ProblemView } from './protocol';

export type Place = ProblemView['field'];

/**
 * Beside what a problem can stand on a page as it is now. Both sides ask here: the host to file a problem, the browser
 * side to draw the page. The top of the page is always there.
 */
export function placesOn(page: Page, { renaming = true } = {}): readonly Place[] {
  switch (page.kind) {
    case 'proof': {
      const kind = page.ways.find(({ id }) => id === page.chosen)?.kind;
      const waitsForCode = (kind === 'sms' || kind === 'email') && !page.sent;
      return waitsForCode ? ['send'] : ['send', 'code'];
    }
    case 'totp':
      return ['code', 'label'];
    case 'sms':
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

/** Where a problem stands: beside what it is about or, where that is not on the page now, at what comes next there. */
export function placeOn(places: readonly Place[], wanted: Place): Place {
  if (places.includes(wanted)) return wanted;
  return places.includes('send') ? 'send' : 'page';
}
