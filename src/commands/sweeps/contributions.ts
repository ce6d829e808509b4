import { type CommandContributions, and, inView, onlyOne, onRow } from '../../contribution';

export const sweeps = {
  runSweep: {
    icon: 'layers',
    program: 'consent',
    form: true,
    menus: { 'view/title': [[inView('runs'), '1_run@2']] },
  },
  showSweep: {
    icon: 'table',
    program: 'nothing',
    menus: {
      'view/item/context': [
        [and(onRow('runs', 'sweep'), onlyOne), 'inline@0'],
        [and(onRow('runs', 'sweep'), onlyOne), '1_look@0'],
      ],
    },
  },
} satisfies CommandContributions;
