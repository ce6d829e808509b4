import {
  type CommandContributions,
  and,
  deleteKeys,
  inView,
  onRow,
  rowKey,
  signedIn,
  someIn,
} from '../../contribution';

export const volumes = {
  refreshVolumes: {
    icon: 'refresh',
    enablement: signedIn,
    repeatable: true,
    program: 'nothing',
    palette: and(signedIn, 'gpuRental.volumes.state != missing'),
    menus: {
      'view/title': [[inView('volumes'), 'navigation@1']],
    },
  },
  rentWithVolume: {
    icon: 'rocket',
    enablement: signedIn,
    about: 'volume',
    form: true,
    program: 'dialog',
    palette: someIn('volumes'),
    menus: {
      'view/item/context': [
        [onRow('volumes', 'free;.*machine'), 'inline@1'],
        [onRow('volumes', 'free;.*machine'), '1_rent@1'],
      ],
    },
    keys: [rowKey('enter', 'volumes')],
  },
  deleteVolume: {
    icon: 'trash',
    enablement: signedIn,
    about: 'volume',
    program: 'consent',
    palette: someIn('volumes'),
    menus: {
      'view/item/context': [
        [onRow('volumes', 'free'), 'inline@2'],
        [onRow('volumes', 'free'), '9_delete@1'],
      ],
    },
    keys: deleteKeys('volumes'),
  },
} satisfies CommandContributions;
