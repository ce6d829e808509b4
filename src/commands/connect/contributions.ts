import {
  type CommandContributions,
  and,
  never,
  onRow,
  onlyOne,
  rowKey,
  signedIn,
  someIn,
} from '../../contribution';

export const connect = {
  connect: {
    icon: 'remote',
    enablement: signedIn,
    about: 'instance',
    repeatable: true,
    program: 'consentToConnect',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [
        [onRow('instances', 'connect'), 'inline@1'],
        [and(onRow('instances', 'connect'), onlyOne), '1_connect@1'],
      ],
      'statusBar/remoteIndicator': [[someIn('instances'), 'remote_15_gpurental_2_connect@1']],
    },
    keys: [rowKey('enter', 'instances')],
  },
  openTerminal: {
    icon: 'terminal',
    enablement: signedIn,
    about: 'instance',
    repeatable: true,
    program: 'consentToConnect',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [
        [onRow('instances', 'terminal'), 'inline@2'],
        [and(onRow('instances', 'terminal'), onlyOne), '1_connect@2'],
      ],
      'statusBar/remoteIndicator': [[someIn('instances'), 'remote_15_gpurental_2_connect@2']],
    },
  },
  copySshCommand: {
    icon: 'copy',
    enablement: signedIn,
    about: 'instance',
    repeatable: true,
    program: 'nothing',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[and(onRow('instances', 'terminal'), onlyOne), '1_connect@3']],
    },
  },
  diagnoseConnection: {
    icon: 'pulse',
    enablement: signedIn,
    about: 'instance',
    repeatable: true,
    program: 'nothing',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[and(onRow('instances', 'instance'), onlyOne), '1_connect@9']],
    },
  },
  removeSshIntegration: { icon: 'trash', program: 'consent' },
  openJupyter: {
    icon: 'notebook',
    enablement: signedIn,
    about: 'instance',
    repeatable: true,
    program: 'consentToConnect',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[and(onRow('instances', 'jupyter'), onlyOne), '1_connect@4']],
    },
  },
  forwardPort: {
    icon: 'arrow-swap',
    enablement: signedIn,
    about: 'instance',
    program: 'consentToConnect',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[and(onRow('instances', 'terminal'), onlyOne), '1_connect@5']],
    },
  },
  stopForwarding: {
    icon: 'close',
    enablement: signedIn,
    about: 'instance',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [onRow('instances', 'tunnel'), 'inline@3'],
        [and(onRow('instances', 'tunnel'), onlyOne), '1_port@3'],
      ],
    },
  },
  openPort: {
    icon: 'link-external',
    enablement: signedIn,
    about: 'instance',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [onRow('instances', 'port;tcp'), 'inline@1'],
        [and(onRow('instances', 'port;tcp'), onlyOne), '1_port@1'],
      ],
    },
  },
  copyPort: {
    icon: 'copy',
    enablement: signedIn,
    about: 'instance',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [onRow('instances', 'port'), 'inline@2'],
        [and(onRow('instances', 'port'), onlyOne), '1_port@2'],
      ],
    },
  },
} satisfies CommandContributions;
