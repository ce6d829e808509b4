import { type CommandContributions, inView, never, signedIn } from '../../contribution';

export const offers = {
  searchOffers: {
    icon: 'search',
    repeatable: true,
    form: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), 'navigation@1']],
      'statusBar/remoteIndicator': [[signedIn, 'remote_15_gpurental_3_rent@1']],
    },
  },
  browseOffers: {
    icon: 'graph-scatter',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), 'navigation@2']],
    },
  },
  saveSearch: { icon: 'bookmark', program: 'nothing' },
  openSavedSearch: {
    icon: 'bookmark',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), '0_search@1']],
    },
  },
  deleteSavedSearch: { program: 'consent' },
  rentOffer: { icon: 'add', form: true, program: 'consent' },
  rentOffers: { icon: 'layers', form: true, program: 'consent', palette: never },
} satisfies CommandContributions;
