import { type CommandContributions, and, inView, maybe, onOneRow } from '../../contribution';

export const launch = {
  rentAnother: {
    file: 'likeInstance',
    icon: 'add',
    about: 'instance',
    form: true,
    program: 'consent',
    menus: {
      'gpuRental.rental': [[onOneRow('instances', 'instance'), '2_again@1']],
    },
  },
  saveInstanceAsLaunch: {
    file: 'likeInstance',
    icon: 'bookmark',
    about: 'instance',
    program: 'dialog',
    menus: {
      'gpuRental.rental': [[onOneRow('instances', 'instance'), '2_again@2']],
    },
  },
  moveInstance: {
    icon: 'arrow-swap',
    about: 'instance',
    form: true,
    program: 'consent',
    menus: {
      'gpuRental.rental': [[onOneRow('instances', '(start|waits)'), '2_again@4']],
    },
  },
  replaceInstance: {
    file: 'likeInstance',
    icon: 'replace',
    about: 'instance',
    program: 'consent',
    menus: {
      'view/item/context': [[onOneRow('instances', 'hopeless'), '9_destroy@3']],
    },
  },
  rentSavedLaunch: {
    file: 'savedLaunches',
    icon: 'bookmark',
    form: true,
    program: 'dialog',
    menus: {
      'view/title': [[inView('instances'), '0_rent@1']],
      'view/item/context': [[onOneRow('instances', 'projectOffer'), '1_rent@1']],
    },
  },
  resumeLaunch: {
    file: 'launchForm',
    icon: 'history',
    form: true,
    program: 'dialog',
    palette: maybe('closedForm'),
    menus: {
      'view/title': [[and(inView('instances'), maybe('closedForm')), '0_rent@2']],
    },
  },
  finishEditing: {
    file: 'launchForm',
    icon: 'arrow-left',
    program: 'nothing',
    palette: 'resourceScheme == gpu-launch',
    menus: {
      'editor/title': [['resourceScheme == gpu-launch', 'navigation@1']],
    },
  },
  exportLaunch: { file: 'savedLaunches', icon: 'export', program: 'nothing', palette: maybe('savedLaunch') },
  importLaunch: { file: 'savedLaunches', icon: 'cloud-download', program: 'consent' },
} satisfies CommandContributions;
