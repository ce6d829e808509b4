import { type CommandContributions, onRow, signedIn, someIn } from '../../contribution';

export const stops = {
  scheduleStop: {
    icon: 'watch',
    enablement: signedIn,
    about: 'instance',
    program: 'consent',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[onRow('instances', 'instance'), '2_power@5']],
    },
  },
  cancelScheduledStop: {
    icon: 'circle-slash',
    enablement: signedIn,
    about: 'instance',
    program: 'consent',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[onRow('instances', 'scheduled'), '2_power@6']],
    },
  },
} satisfies CommandContributions;
