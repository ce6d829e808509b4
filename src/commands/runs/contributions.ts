import {
  type CommandContributions,
  and,
  inView,
  deleteKeys,
  never,
  onOneRow,
  onRow,
  rowKey,
  signedIn,
  someIn,
} from '../../contribution';

const ofThisComputer = and(signedIn, 'resourceScheme == file');

export const runs = {
  runOnGpu: {
    icon: 'rocket',
    program: 'consent',
    form: true,
    menus: {
      'explorer/context': [[ofThisComputer, '4_search@9']],
      'editor/title/run': [
        [and(ofThisComputer, 'resourceLangId =~ /^(python|shellscript)$/'), 'navigation@9'],
      ],
      'view/title': [[inView('runs'), 'navigation@1']],
      'view/item/context': [[onOneRow('instances', 'connect'), '1_connect@3']],
    },
  },
  followRun: {
    icon: 'output',
    keys: [rowKey('enter', 'runs')],
    program: 'nothing',
    menus: {
      'view/item/context': [
        [onOneRow('runs', 'run'), 'inline@1'],
        [onOneRow('runs', 'run'), '1_look@1'],
      ],
    },
  },
  openRunResults: {
    file: 'openRun',
    icon: 'folder-opened',
    program: 'nothing',
    menus: { 'view/item/context': [[onOneRow('runs', 'fetched'), '1_look@3']] },
  },
  fetchRun: {
    icon: 'cloud-download',
    program: 'consentToConnect',
    menus: { 'view/item/context': [[onOneRow('runs', 'fetch'), '1_look@4']] },
  },
  openRunLog: {
    file: 'openRun',
    icon: 'go-to-file',
    program: 'consent',
    menus: { 'view/item/context': [[onOneRow('runs', 'run'), '1_look@2']] },
  },
  runAgain: {
    icon: 'debug-rerun',
    program: 'consent',
    form: true,
    menus: { 'view/item/context': [[onOneRow('runs', 'run'), '1_look@5']] },
  },
  exportRun: {
    icon: 'export',
    program: 'nothing',
    menus: { 'view/item/context': [[onOneRow('runs', 'run'), '1_look@6']] },
  },
  compareRuns: {
    file: 'openRun',
    icon: 'diff-multiple',
    program: 'nothing',
    menus: { 'view/item/context': [[and(onRow('runs', 'run'), 'listMultiSelection'), '1_look@1']] },
  },
  addDebugConfiguration: {
    file: 'debugRun',
    icon: 'debug-alt',
    program: 'consent',
    menus: { 'view/item/context': [[onOneRow('runs', 'run'), '1_look@7']] },
  },
  debugPort: {
    file: 'debugRun',
    palette: never,
    program: 'consent',
  },
  stopRun: {
    file: 'endRun',
    icon: 'debug-stop',
    program: 'consent',
    menus: {
      'view/item/context': [
        [onOneRow('runs', 'active'), 'inline@2'],
        [onOneRow('runs', 'active'), '2_end@1'],
      ],
    },
  },
  forgetRun: {
    file: 'endRun',
    icon: 'close',
    keys: deleteKeys('runs'),
    program: 'consent',
    menus: { 'view/item/context': [[onOneRow('runs', 'over'), '2_end@2']] },
  },
  copyToInstance: {
    icon: 'cloud-upload',
    about: 'instance',
    program: 'consent',
    form: true,
    menus: {
      'explorer/context': [[and(ofThisComputer, someIn('instances')), '6_copypath@9']],
      'gpuRental.files': [[onOneRow('instances', 'connect'), '1_copy@1']],
    },
  },
  copyFromInstance: {
    icon: 'cloud-download',
    about: 'instance',
    program: 'consent',
    form: true,
    menus: {
      'gpuRental.files': [[onOneRow('instances', 'connect'), '1_copy@2']],
    },
  },
} satisfies CommandContributions;
