import { and, type CommandContributions, hasWords, onRow } from '../../contribution';

export const stops = {
  scheduleStop: {
    file: 'stops',
    icon: 'watch',
    about: 'instance',
    program: 'consent',
    menus: {
      'view/item/context': [
        [and(onRow('instances', 'instance'), `!(${hasWords('scheduled')})`), '2_power@3'],
      ],
      'gpuRental.scheduledStop': [[onRow('instances', 'scheduled'), '1_stop@1']],
    },
  },
  cancelScheduledStop: {
    file: 'stops',
    icon: 'circle-slash',
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.scheduledStop': [[onRow('instances', 'scheduled'), '1_stop@2']],
    },
  },
} satisfies CommandContributions;
