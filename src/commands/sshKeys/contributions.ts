import { type CommandContributions, and, inView, onRow, onlyOne, served, never } from '../../contribution';

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
    palette: never,
  },
  listInstanceSshKeys: {
    file: 'instanceKeys',
    icon: 'key',
    enablement: served('sshKeys'),
    about: 'instance',
    repeatable: true,
    program: 'nothing',
    menus: {
      'gpuRental.connection': [[and(onRow('instances', 'terminal'), onlyOne, served('sshKeys')), '2_ssh@2']],
    },
  },
  addInstanceSshKey: {
    file: 'instanceKeys',
    icon: 'add',
    enablement: served('sshKeys'),
    about: 'instance',
    program: 'consent',
    palette: never,
  },
  removeInstanceSshKey: {
    file: 'instanceKeys',
    icon: 'trash',
    enablement: served('sshKeys'),
    about: 'instance',
    program: 'consent',
    palette: never,
  },
} satisfies CommandContributions;
