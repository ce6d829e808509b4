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
  saveSearch: { file: 'searches', icon: 'bookmark', program: 'nothing' },
  openSavedSearch: {
    file: 'searches',
    icon: 'bookmark',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), '0_search@1']],
    },
  },
  deleteSavedSearch: { file: 'searches', program: 'consent' },
  hideOffers: { file: 'hidden', icon: 'eye-closed', program: 'nothing', palette: never },
  hiddenOffers: {
    file: 'hidden',
    icon: 'eye-closed',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), '0_search@4']],
    },
  },
  watchOffers: {
    file: 'searches',
    icon: 'eye',
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), '0_search@2']],
    },
  },
  listWatches: {
    file: 'searches',
    icon: 'eye',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), '0_search@3']],
    },
  },
  stopWatching: { file: 'searches', program: 'nothing' },
  rentOffer: { icon: 'add', form: true, program: 'consent' },
  rentOffers: { icon: 'layers', form: true, program: 'consent', palette: never },
} satisfies CommandContributions;
