import { type CommandContributions, onRow } from '../../contribution';

export const stops = {
  scheduleStop: {
    file: 'stops',
    icon: 'watch',
    about: 'instance',
    program: 'consent',
    menus: {
      'view/item/context': [[onRow('instances', 'instance'), '2_power@5']],
    },
  },
  cancelScheduledStop: {
    file: 'stops',
    icon: 'circle-slash',
    about: 'instance',
    program: 'consent',
    menus: {
      'view/item/context': [[onRow('instances', 'scheduled'), '2_power@6']],
    },
  },
} satisfies CommandContributions;
