import { type CommandContributions, and, onlyOne, onRow, signedIn, someIn } from '../../contribution';

export const runs = {
  copyToInstance: {
    icon: 'cloud-upload',
    about: 'instance',
    program: 'consent',
    form: true,
    menus: {
      'explorer/context': [[and(signedIn, someIn('instances'), 'resourceScheme == file'), '6_copypath@9']],
      'view/item/context': [[and(onRow('instances', 'connect'), onlyOne), '1_connect@9']],
    },
  },
  copyFromInstance: {
    icon: 'cloud-download',
    about: 'instance',
    program: 'consent',
    form: true,
    menus: {
      'view/item/context': [[and(onRow('instances', 'connect'), onlyOne), '1_connect@10']],
    },
  },
} satisfies CommandContributions;
