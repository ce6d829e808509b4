import { type CommandContributions, and, inView, never, signedIn } from '../../contribution';

export const offers = {
  searchOffers: {
    icon: 'search',
    enablement: signedIn,
    repeatable: true,
    form: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('instances'), signedIn), 'navigation@1']],
      'statusBar/remoteIndicator': [[signedIn, 'remote_15_gpurental_3_rent@1']],
    },
  },
  browseOffers: {
    icon: 'graph-scatter',
    enablement: signedIn,
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('instances'), signedIn), 'navigation@2']],
    },
  },
  saveSearch: { icon: 'bookmark', enablement: signedIn, program: 'nothing' },
  openSavedSearch: {
    icon: 'bookmark',
    enablement: signedIn,
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('instances'), signedIn), '0_search@1']],
    },
  },
  deleteSavedSearch: { enablement: signedIn, program: 'consent' },
  rentOffer: { icon: 'add', enablement: signedIn, form: true, program: 'consent' },
  rentOffers: { icon: 'layers', enablement: signedIn, form: true, program: 'consent', palette: never },
} satisfies CommandContributions;
