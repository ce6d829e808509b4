import { type CommandContributions, and, signedIn } from '../../contribution';

export const thisInstance = {
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
