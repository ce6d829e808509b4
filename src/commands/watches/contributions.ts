import { type CommandContributions, and, inView, signedIn } from '../../contribution';

export const watches = {
  watchOffers: {
    icon: 'eye',
    enablement: signedIn,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('instances'), signedIn), '0_search@2']],
    },
  },
  listWatches: {
    icon: 'eye',
    enablement: signedIn,
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('instances'), signedIn), '0_search@3']],
    },
  },
  stopWatching: { enablement: signedIn, program: 'nothing' },
} satisfies CommandContributions;
