import { type CommandContributions, and, inView, onRow, served } from '../../contribution';

export const money = {
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
        [and('resourceScheme == gpu-rental-text', 'resourceFilename =~ /^Charges /'), 'navigation@1'],
      ],
    },
  },
} satisfies CommandContributions;
