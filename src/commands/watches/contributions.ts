import { type CommandContributions, inView } from '../../contribution';

export const watches = {
  watchOffers: {
    icon: 'eye',
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), '0_search@2']],
    },
  },
  listWatches: {
    icon: 'eye',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), '0_search@3']],
    },
  },
  stopWatching: { program: 'nothing' },
} satisfies CommandContributions;
