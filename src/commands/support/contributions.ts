import { type CommandContributions, and, hasWords, never } from '../../contribution';

export const support = {
  copyDetail: {
    file: 'support',
    icon: 'copy',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [
        [and('view =~ /^gpuRental\\.(instances|templates|volumes)$/', hasWords('detail')), 'inline@1'],
        [and('view =~ /^gpuRental\\.(instances|templates|volumes)$/', hasWords('detail')), '1_copy@1'],
      ],
    },
  },
  openWalkthrough: { signedOut: true, file: 'support', icon: 'book', program: 'nothing' },
  showLog: { signedOut: true, file: 'support', icon: 'output', program: 'nothing' },
  copyDiagnostics: { signedOut: true, program: 'nothing' },
} satisfies CommandContributions;
