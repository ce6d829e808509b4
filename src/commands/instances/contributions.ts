import {
  type CommandContributions,
  and,
  deleteKeys,
  inView,
  onOthersSelected,
  onOneRow,
  onRow,
  onlyOne,
  rowKey,
  served,
  signedIn,
} from '../../contribution';

export const instances = {
  refreshInstances: {
    icon: 'refresh',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('instances'), 'navigation@3']],
    },
  },
  showLogs: {
    icon: 'output',
    enablement: served('logs'),
    about: 'instance',
    repeatable: true,
    program: 'consent',
    menus: {
      'view/item/context': [[onOneRow('instances', 'instance'), '1_connect@6']],
    },
  },
  runCommand: {
    icon: 'terminal-bash',
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.connection': [[onOneRow('instances', '(terminal|start)'), '1_open@3']],
    },
  },
  pushSnapshot: {
    icon: 'save-as',
    enablement: served('snapshots'),
    about: 'instance',
    form: true,
    program: 'consent',
    menus: {
      'gpuRental.rental': [[and(onRow('instances', 'reboot'), onlyOne, served('snapshots')), '2_again@3']],
    },
  },
  startInstance: {
    icon: 'debug-start',
    about: 'instance',
    program: 'consent',
    menus: {
      'view/item/context': [
        [onRow('instances', 'start'), 'inline@3'],
        [onRow('instances', 'start'), '2_power@1'],
        [onOthersSelected('start'), '2_power@1'],
      ],
    },
  },
  stopInstance: {
    icon: 'debug-stop',
    about: 'instance',
    program: 'consent',
    menus: {
      'view/item/context': [
        [onRow('instances', 'stop'), 'inline@3'],
        [onRow('instances', 'stop'), '2_power@2'],
        [onOthersSelected('stop'), '2_power@2'],
      ],
    },
  },
  destroyInstance: {
    icon: 'trash',
    about: 'instance',
    program: 'consent',
    menus: {
      'view/item/context': [[onRow('instances', 'instance'), '9_destroy@2']],
    },
    keys: deleteKeys('instances'),
  },
  rebootInstance: {
    file: 'restartInstances',
    icon: 'debug-restart',
    enablement: served('reboot'),
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.restart': [
        [and(onRow('instances', 'reboot'), served('reboot')), '1_keep@1'],
        [and(onOthersSelected('reboot'), served('reboot')), '1_keep@1'],
      ],
    },
  },
  recycleInstance: {
    file: 'restartInstances',
    icon: 'sync',
    enablement: served('recycle'),
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.restart': [
        [and(onRow('instances', 'reboot'), served('recycle')), '9_destroy@1'],
        [and(onOthersSelected('reboot'), served('recycle')), '9_destroy@1'],
      ],
    },
  },
  changeInstance: {
    icon: 'package',
    enablement: served('changes'),
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.rental': [
        [and(onRow('instances', '(reboot|start|hopeless)'), onlyOne, served('changes')), '1_edit@2'],
      ],
    },
  },
  renameInstance: {
    icon: 'edit',
    about: 'instance',
    program: 'consent',
    menus: {
      'gpuRental.rental': [[onOneRow('instances', 'instance'), '1_edit@1']],
    },
    keys: [rowKey('f2', 'instances')],
  },
  stopThisInstance: {
    file: 'thisInstance',
    icon: 'debug-stop',
    program: 'consent',
    palette: 'gpuRental.onInstance',
    menus: {
      'statusBar/remoteIndicator': [
        [and('gpuRental.onInstance', signedIn), 'remote_15_ssh-remote_1_gpurental@1'],
      ],
    },
  },
  destroyThisInstance: {
    file: 'thisInstance',
    icon: 'trash',
    program: 'consent',
    palette: 'gpuRental.onInstance',
    menus: {
      'statusBar/remoteIndicator': [
        [and('gpuRental.onInstance', signedIn), 'remote_15_ssh-remote_1_gpurental@2'],
      ],
    },
  },
} satisfies CommandContributions;
