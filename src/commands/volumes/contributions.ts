import {
  type CommandContributions,
  and,
  deleteKeys,
  inView,
  onRow,
  rowKey,
  signedIn,
} from '../../contribution';

export const volumes = {
  refreshVolumes: {
    file: 'volumes',
    icon: 'refresh',
    repeatable: true,
    program: 'nothing',
    palette: and(signedIn, 'gpuRental.volumes.state != missing'),
    menus: {
      'view/title': [[inView('volumes'), 'navigation@1']],
    },
  },
  createVolume: {
    file: 'makeVolume',
    icon: 'add',
    form: true,
    program: 'consent',
    palette: and(signedIn, 'gpuRental.volumes.state != missing'),
    menus: {
      'view/title': [
        [inView('volumes'), 'navigation@0'],
        [and(inView('instances'), 'gpuRental.volumes.state != missing'), '3_volumes@1'],
      ],
    },
  },
  cloneVolume: {
    file: 'makeVolume',
    icon: 'copy',
    form: true,
    about: 'volume',
    program: 'consent',
    menus: {
      'view/item/context': [[onRow('volumes', 'whole'), '1_rent@2']],
    },
  },
  rentWithVolume: {
    file: 'volumes',
    icon: 'rocket',
    about: 'volume',
    form: true,
    program: 'dialog',
    menus: {
      'view/item/context': [
        [onRow('volumes', 'free;.*machine'), 'inline@1'],
        [onRow('volumes', 'free;.*machine'), '1_rent@1'],
      ],
    },
    keys: [rowKey('enter', 'volumes')],
  },
  deleteVolume: {
    file: 'volumes',
    icon: 'trash',
    about: 'volume',
    program: 'consent',
    menus: {
      'view/item/context': [
        [onRow('volumes', 'free'), 'inline@2'],
        [onRow('volumes', 'free'), '9_delete@1'],
      ],
    },
    keys: deleteKeys('volumes'),
  },
} satisfies CommandContributions;
