import { type CommandContributions, inView, maybe, onRow } from '../../contribution';

export const twoFactor = {
  manageTwoFactor: {
    file: 'twoFactor',
    icon: 'shield',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('account'), 'navigation@1']],
      'view/item/context': [[onRow('account', 'twoFactor'), 'inline@1']],
    },
  },
  logInWithTwoFactor: {
    file: 'twoFactor',
    icon: 'shield',
    program: 'nothing',
    palette: maybe('twoFactor'),
    menus: {
      'view/title': [[inView('account'), '2_session@1']],
      'view/item/context': [[onRow('account', 'twoFactor'), '1_session@1']],
    },
  },
  endTwoFactorSession: {
    file: 'twoFactor',
    icon: 'debug-disconnect',
    program: 'consent',
    palette: maybe('session'),
    menus: {
      'view/item/context': [[onRow('account', 'session'), 'inline@1']],
    },
  },
} satisfies CommandContributions;
