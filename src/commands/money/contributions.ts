import {
  type CommandContributions,
  and,
  hasWords,
  inView,
  maybe,
  onOneRow,
  onRow,
  onlyOne,
  served,
  someIn,
} from '../../contribution';

export const money = {
  acceptPriceIncrease: {
    file: 'priceIncreases',
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.rental': [[onOneRow('instances', 'priceIncrease'), '0_price@1']],
    },
  },
  declinePriceIncrease: {
    file: 'priceIncreases',
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.rental': [[onOneRow('instances', 'priceIncrease'), '0_price@2']],
    },
  },
  prepayInstance: {
    icon: 'tag',
    enablement: served('prepaying'),
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.rental': [
        [
          and(onRow('instances', 'instance'), `!(${hasWords('bid')})`, onlyOne, served('prepaying')),
          '1_edit@3',
        ],
      ],
    },
  },
  changeBid: {
    icon: 'graph-line',
    enablement: served('bids'),
    about: 'instance',
    program: 'consent',
    palette: and(someIn('instances'), maybe('bid')),
    menus: {
      'view/item/context': [[onOneRow('instances', 'bid'), '2_power@5']],
    },
  },
  showSpending: {
    icon: 'pie-chart',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [
        [inView('instances'), '1_costs@1'],
        [inView('account'), '2_charges@1'],
      ],
      'view/item/context': [[onRow('account', 'credit'), 'inline@1']],
    },
  },
  showCharges: {
    file: 'charges',
    icon: 'graph',
    enablement: served('charges'),
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('account'), served('charges')), '2_charges@2']],
      'view/item/context': [[and(onRow('account', 'credit'), served('charges')), 'inline@2']],
    },
  },
  exportCharges: {
    file: 'charges',
    icon: 'save-as',
    enablement: served('charges'),
    program: 'nothing',
    menus: {
      'editor/title': [
        [and('resourceScheme == gpu-rental-text', "resourceDirname == '/charges'"), 'navigation@1'],
      ],
    },
  },
} satisfies CommandContributions;
