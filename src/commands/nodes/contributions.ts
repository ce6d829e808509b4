import { type CommandContributions, and, onlyOne, onRow } from '../../contribution';

export const nodes = {
  deleteNetwork: {
    icon: 'trash',
    program: 'consent',
    menus: {
      'view/item/context': [[and(onRow('runs', 'network'), onRow('runs', 'over'), onlyOne), '2_end@3']],
    },
  },
} satisfies CommandContributions;
