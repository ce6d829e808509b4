import { type CommandContributions, and, inView, maybe, onRow, signedIn } from '../../contribution';

export const twoFactor = {
  manageTwoFactor: {
    icon: 'shield',
    enablement: signedIn,
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('account'), signedIn), 'navigation@1']],
      'view/item/context': [[onRow('account', 'twoFactor'), 'inline@1']],
    },
  },
  logInWithTwoFactor: {
    icon: 'shield',
    enablement: signedIn,
    program: 'nothing',
    palette: maybe('twoFactor'),
    menus: {
      'view/title': [[and(inView('account'), signedIn), '2_session@1']],
      'view/item/context': [[onRow('account', 'twoFactor'), '1_session@1']],
    },
  },
  endTwoFactorSession: {
    icon: 'debug-disconnect',
    enablement: signedIn,
    program: 'consent',
    palette: maybe('session'),
    menus: {
      'view/item/context': [[onRow('account', 'session'), 'inline@1']],
    },
  },
} satisfies CommandContributions;
