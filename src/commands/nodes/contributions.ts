import { type CommandContributions, and, hasWords, onlyOne, onRow } from '../../contribution';

export const nodes = {
  deleteNetwork: {
    icon: 'trash',
    program: 'consent',
    menus: {
      'view/item/context': [[and(onRow('runs', 'network'), hasWords('over'), onlyOne), '2_end@3']],
    },
  },
} satisfies CommandContributions;
