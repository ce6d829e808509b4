import {
  type CommandContributions,
  and,
  inView,
  onRow,
  onlyOne,
  served,
  signedIn,
  someIn,
} from '../../contribution';

export const sshKeys = {
  listSshKeys: {
    icon: 'key',
    enablement: and(signedIn, served('sshKeys')),
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('account'), signedIn, served('sshKeys')), '3_sshKeys@1']],
    },
  },
  registerSshKey: {
    icon: 'add',
    enablement: and(signedIn, served('sshKeys')),
    program: 'consent',
    menus: {
      'view/title': [[and(inView('account'), signedIn, served('sshKeys')), '3_sshKeys@2']],
    },
  },
  removeSshKey: { icon: 'trash', enablement: and(signedIn, served('sshKeys')), program: 'consent' },
  listInstanceSshKeys: {
    icon: 'key',
    enablement: and(signedIn, served('sshKeys')),
    about: 'instance',
    repeatable: true,
    program: 'nothing',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[and(onRow('instances', 'terminal'), onlyOne, served('sshKeys')), '1_connect@7']],
    },
  },
  addInstanceSshKey: {
    icon: 'add',
    enablement: and(signedIn, served('sshKeys')),
    about: 'instance',
    program: 'consent',
    palette: someIn('instances'),
  },
  removeInstanceSshKey: {
    icon: 'trash',
    enablement: and(signedIn, served('sshKeys')),
    about: 'instance',
    program: 'consent',
    palette: someIn('instances'),
  },
} satisfies CommandContributions;
