import { type CommandContributions, never, onOneRow, onRow, rowKey, someIn } from '../../contribution';

export const connect = {
  connect: {
    icon: 'remote',
    about: 'instance',
    repeatable: true,
    program: 'consentToConnect',
    menus: {
      'view/item/context': [
        [onRow('instances', 'connect'), 'inline@1'],
        [onOneRow('instances', 'connect'), '1_connect@1'],
      ],
      'statusBar/remoteIndicator': [[someIn('instances'), 'remote_15_gpurental_2_connect@1']],
    },
    keys: [rowKey('enter', 'instances')],
  },
  openTerminal: {
    file: 'connect',
    icon: 'terminal',
    about: 'instance',
    repeatable: true,
    program: 'consentToConnect',
    menus: {
      'view/item/context': [
        [onRow('instances', 'terminal'), 'inline@2'],
        [onOneRow('instances', 'terminal'), '1_connect@2'],
      ],
      'statusBar/remoteIndicator': [[someIn('instances'), 'remote_15_gpurental_2_connect@2']],
    },
  },
  copySshCommand: {
    file: 'connect',
    icon: 'copy',
    about: 'instance',
    repeatable: true,
    program: 'nothing',
    menus: {
      'gpuRental.connection': [[onOneRow('instances', 'terminal'), '2_ssh@1']],
    },
  },
  diagnoseConnection: {
    icon: 'pulse',
    about: 'instance',
    repeatable: true,
    program: 'nothing',
    menus: {
      'gpuRental.connection': [[onOneRow('instances', 'instance'), '3_check@1']],
    },
  },
  removeSshIntegration: { signedOut: true, icon: 'trash', program: 'consent' },
  openJupyter: {
    icon: 'notebook',
    about: 'instance',
    repeatable: true,
    program: 'consentToConnect',
    menus: {
      'gpuRental.connection': [[onOneRow('instances', 'jupyter'), '1_open@1']],
    },
  },
  forwardPort: {
    file: 'ports',
    icon: 'arrow-swap',
    about: 'instance',
    program: 'consentToConnect',
    menus: {
      'gpuRental.connection': [[onOneRow('instances', 'terminal'), '1_open@2']],
    },
  },
  stopForwarding: {
    file: 'ports',
    icon: 'close',
    about: 'instance',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [onRow('instances', 'tunnel'), 'inline@3'],
        [onOneRow('instances', 'tunnel'), '1_port@3'],
      ],
    },
  },
  openPort: {
    file: 'ports',
    icon: 'link-external',
    about: 'instance',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [onRow('instances', 'port;tcp'), 'inline@1'],
        [onOneRow('instances', 'port;tcp'), '1_port@1'],
      ],
    },
  },
  copyPort: {
    file: 'ports',
    icon: 'copy',
    about: 'instance',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [onRow('instances', 'port'), 'inline@2'],
        [onOneRow('instances', 'port'), '1_port@2'],
      ],
    },
  },
} satisfies CommandContributions;
