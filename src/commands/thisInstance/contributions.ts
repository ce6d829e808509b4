import { type CommandContributions, and, signedIn } from '../../contribution';

export const thisInstance = {
  stopThisInstance: {
    icon: 'debug-stop',
    enablement: signedIn,
    program: 'consent',
    palette: 'gpuRental.onInstance',
    menus: {
      'statusBar/remoteIndicator': [
        [and('gpuRental.onInstance', signedIn), 'remote_15_ssh-remote_1_gpurental@1'],
      ],
    },
  },
  destroyThisInstance: {
    icon: 'trash',
    enablement: signedIn,
    program: 'consent',
    palette: 'gpuRental.onInstance',
    menus: {
      'statusBar/remoteIndicator': [
        [and('gpuRental.onInstance', signedIn), 'remote_15_ssh-remote_1_gpurental@2'],
      ],
    },
  },
} satisfies CommandContributions;
