import { type CommandContributions, and, served, onOneRow } from '../../contribution';

const onDisk = onOneRow('instances', '(terminal|start)');

export const copies = {
  copyToOtherInstance: {
    icon: 'copy',
    enablement: served('copies'),
    about: 'instance',
    program: 'consent',
    menus: { 'gpuRental.files': [[and(onDisk, served('copies')), '2_service@1']] },
  },
  copyToCloud: {
    file: 'copyWithCloud',
    icon: 'cloud-upload',
    enablement: served('cloudCopies'),
    about: 'instance',
    program: 'consent',
    menus: { 'gpuRental.files': [[and(onDisk, served('cloudCopies')), '2_service@2']] },
  },
  copyFromCloud: {
    file: 'copyWithCloud',
    icon: 'cloud-download',
    enablement: served('cloudCopies'),
    about: 'instance',
    program: 'consent',
    menus: { 'gpuRental.files': [[and(onDisk, served('cloudCopies')), '2_service@3']] },
  },
} satisfies CommandContributions;
