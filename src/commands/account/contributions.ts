import {
  type CommandContributions,
  and,
  inView,
  onOneRow,
  onRow,
  served,
  signedIn,
  never,
} from '../../contribution';

export const account = {
  signIn: {
    signedOut: true,
    icon: 'sign-in',
    program: 'consent',
    menus: {
      'view/title': [
        [inView('instances'), '1_account@1'],
        [inView('account'), '1_account@1'],
      ],
      'statusBar/remoteIndicator': [['!gpuRental.signedIn', 'remote_15_gpurental_3_rent@2']],
    },
  },
  signOut: {
    icon: 'sign-out',
    program: 'consent',
    menus: {
      'view/title': [
        [inView('instances'), '1_account@3'],
        [inView('account'), '1_account@3'],
      ],
      'view/item/context': [[onRow('account', '(account|otherAccount)'), '9_signOut@1']],
    },
  },
  switchAccount: {
    file: 'account',
    icon: 'account',
    program: 'consent',
    menus: {
      'view/title': [
        [inView('instances'), '1_account@2'],
        [inView('account'), '1_account@2'],
      ],
      'view/item/context': [[onRow('account', 'otherAccount'), 'inline@1']],
    },
  },
  openConsole: {
    signedOut: true,
    file: 'account',
    icon: 'link-external',
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('instances'), signedIn), '2_service@1']],
      'view/item/context': [
        [onRow('instances', 'unreadable'), 'inline@1'],
        [onOneRow('instances', 'unreadable'), '1_connect@1'],
        [onRow('volumes', 'unreadable'), 'inline@3'],
        [onRow('volumes', 'unreadable'), '1_rent@2'],
      ],
    },
  },
  createSubaccount: {
    icon: 'person-add',
    program: 'consent',
    palette: never,
    menus: {
      'view/title': [[inView('account'), '4_more@1']],
    },
  },
  cancelMaintenance: {
    program: 'consent',
    palette: never,
    menus: {
      'view/title': [[inView('account'), '4_more@2']],
    },
  },
  listVariables: {
    file: 'variables',
    icon: 'symbol-variable',
    enablement: served('variables'),
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('account'), served('variables')), '3_variables@1']],
    },
  },
  setVariable: {
    file: 'variables',
    icon: 'add',
    enablement: served('variables'),
    program: 'consent',
    menus: {
      'view/title': [[and(inView('account'), served('variables')), '3_variables@2']],
    },
  },
  removeVariable: { file: 'variables', icon: 'trash', enablement: served('variables'), program: 'consent' },
  listApiKeys: {
    icon: 'key',
    enablement: served('apiKeys'),
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('account'), served('apiKeys')), '3_keys@1']],
    },
  },
  createApiKey: {
    icon: 'add',
    enablement: served('apiKeys'),
    program: 'consent',
    menus: {
      'view/title': [[and(inView('account'), served('apiKeys')), '3_keys@2']],
    },
  },
  deleteApiKey: { icon: 'trash', enablement: served('apiKeys'), program: 'consent', palette: never },
  resetApiKey: {
    icon: 'sync',
    enablement: served('apiKeys'),
    program: 'consent',
    palette: never,
    menus: {
      'view/title': [[and(inView('account'), served('apiKeys')), '3_keys@4']],
    },
  },
  replaceApiKey: {
    icon: 'replace',
    program: 'consent',
    palette: never,
    menus: {
      'view/title': [[inView('account'), '3_keys@3']],
    },
  },
  refreshAccount: {
    file: 'account',
    icon: 'refresh',
    repeatable: true,
    program: 'nothing',
    palette: never,
    menus: {
      'view/title': [[inView('account'), 'navigation@2']],
    },
  },
} satisfies CommandContributions;
