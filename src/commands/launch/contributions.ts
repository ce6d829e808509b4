import {
  type CommandContributions,
  and,
  inView,
  maybe,
  onRow,
  onlyOne,
  signedIn,
  someIn,
} from '../../contribution';

export const launch = {
  rentAnother: {
    icon: 'add',
    enablement: signedIn,
    about: 'instance',
    form: true,
    program: 'consent',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[and(onRow('instances', 'instance'), onlyOne), '3_edit@2']],
    },
  },
  replaceInstance: {
    icon: 'replace',
    enablement: signedIn,
    about: 'instance',
    program: 'consent',
    palette: someIn('instances'),
    menus: {
      'view/item/context': [[and(onRow('instances', 'hopeless'), onlyOne), '9_destroy@3']],
    },
  },
  rentSavedLaunch: {
    icon: 'bookmark',
    enablement: signedIn,
    form: true,
    program: 'dialog',
    menus: {
      'view/title': [[and(inView('instances'), signedIn), '0_rent@1']],
    },
  },
  resumeLaunch: {
    icon: 'history',
    enablement: signedIn,
    form: true,
    program: 'dialog',
    palette: maybe('closedForm'),
    menus: {
      'view/title': [[and(inView('instances'), signedIn, maybe('closedForm')), '0_rent@2']],
    },
  },
  finishEditing: {
    icon: 'arrow-left',
    enablement: signedIn,
    program: 'nothing',
    palette: 'resourceScheme == gpu-launch',
    menus: {
      'editor/title': [['resourceScheme == gpu-launch', 'navigation@1']],
    },
  },
  exportLaunch: { icon: 'export', enablement: signedIn, program: 'nothing', palette: maybe('savedLaunch') },
  importLaunch: { icon: 'cloud-download', enablement: signedIn, program: 'consent' },
} satisfies CommandContributions;
