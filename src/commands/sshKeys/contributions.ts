import { type CommandContributions, and, inView, onRow, onlyOne, served } from '../../contribution';

export const sshKeys = {
  listSshKeys: {
    file: 'accountKeys',
    icon: 'key',
    enablement: served('sshKeys'),
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('account'), served('sshKeys')), '3_sshKeys@1']],
    },
  },
  registerSshKey: {
    file: 'accountKeys',
    icon: 'add',
    enablement: served('sshKeys'),
    program: 'consent',
    menus: {
      'view/title': [[and(inView('account'), served('sshKeys')), '3_sshKeys@2']],
    },
  },
  removeSshKey: {
    file: 'accountKeys',
    icon: 'trash',
    enablement: served('sshKeys'),
    program: 'consent',
  },
  listInstanceSshKeys: {
    file: 'instanceKeys',
    icon: 'key',
    enablement: served('sshKeys'),
    about: 'instance',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/item/context': [[and(onRow('instances', 'terminal'), onlyOne, served('sshKeys')), '1_connect@7']],
    },
  },
  addInstanceSshKey: {
    file: 'instanceKeys',
    icon: 'add',
    enablement: served('sshKeys'),
    about: 'instance',
    program: 'consent',
  },
  removeInstanceSshKey: {
    file: 'instanceKeys',
    icon: 'trash',
    enablement: served('sshKeys'),
    about: 'instance',
    program: 'consent',
  },
} satisfies CommandContributions;
