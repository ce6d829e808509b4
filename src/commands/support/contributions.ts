import { type CommandContributions, and, hasWords, never, signedIn } from '../../contribution';

export const support = {
  copyDetail: {
    icon: 'copy',
    enablement: signedIn,
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [and('view =~ /^gpuRental\\.(instances|templates|volumes)$/', hasWords('detail')), 'inline@1'],
        [and('view =~ /^gpuRental\\.(instances|templates|volumes)$/', hasWords('detail')), '1_copy@1'],
      ],
    },
  },
  openWalkthrough: { icon: 'book', program: 'nothing' },
  showLog: { icon: 'output', program: 'nothing' },
  copyDiagnostics: { program: 'nothing' },
} satisfies CommandContributions;
