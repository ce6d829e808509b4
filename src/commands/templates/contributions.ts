import {
  type CommandContributions,
  and,
  deleteKeys,
  inView,
  maybe,
  never,
  onRow,
  rowKey,
  signedIn,
} from '../../contribution';

export const templates = {
  searchTemplates: {
    icon: 'search',
    enablement: signedIn,
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('templates'), signedIn), 'navigation@1']],
    },
  },
  clearTemplateSearch: {
    icon: 'clear-all',
    enablement: signedIn,
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [[onRow('templates', 'list;found'), 'inline@1']],
    },
  },
  refreshTemplates: {
    icon: 'refresh',
    enablement: signedIn,
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[and(inView('templates'), signedIn), 'navigation@3']],
    },
  },
  rentFromTemplate: {
    icon: 'rocket',
    enablement: signedIn,
    about: 'template',
    form: true,
    program: 'consent',
    menus: {
      'view/item/context': [
        [onRow('templates', 'template'), 'inline@1'],
        [onRow('templates', 'template'), '1_rent@1'],
      ],
    },
    keys: [rowKey('enter', 'templates')],
  },
  createTemplate: {
    icon: 'add',
    enablement: signedIn,
    program: 'consent',
    menus: {
      'view/title': [[and(inView('templates'), signedIn), 'navigation@2']],
    },
  },
  duplicateTemplate: {
    icon: 'copy',
    enablement: signedIn,
    about: 'template',
    program: 'nothing',
    menus: {
      'view/item/context': [[onRow('templates', 'template'), '2_edit@2']],
    },
  },
  editTemplate: {
    icon: 'edit',
    enablement: signedIn,
    about: 'template',
    program: 'consent',
    palette: maybe('ownTemplate'),
    menus: {
      'view/item/context': [
        [onRow('templates', 'template;.*mine'), 'inline@2'],
        [onRow('templates', 'template;.*mine'), '2_edit@1'],
      ],
    },
  },
  discardTemplateDraft: {
    icon: 'discard',
    enablement: signedIn,
    about: 'template',
    program: 'consent',
    palette: never,
    menus: {
      'view/item/context': [[onRow('templates', 'unsent'), 'inline@1']],
    },
  },
  keepMyTemplate: {
    icon: 'check',
    enablement: signedIn,
    program: 'consent',
    palette: 'resource in gpuRental.templateConflicts',
    menus: {
      'editor/title': [['resource in gpuRental.templateConflicts', 'navigation@1']],
    },
  },
  discardMyTemplate: {
    icon: 'discard',
    enablement: signedIn,
    program: 'consent',
    palette: 'resource in gpuRental.templateConflicts',
    menus: {
      'editor/title': [['resource in gpuRental.templateConflicts', 'navigation@2']],
    },
  },
  deleteTemplate: {
    icon: 'trash',
    enablement: signedIn,
    about: 'template',
    program: 'consent',
    palette: maybe('ownTemplate'),
    menus: {
      'view/item/context': [[onRow('templates', 'template;.*mine'), '9_delete@1']],
    },
    keys: deleteKeys('templates'),
  },
  copyTemplateHash: {
    icon: 'copy',
    enablement: signedIn,
    about: 'template',
    program: 'nothing',
    menus: {
      'view/item/context': [[onRow('templates', 'template'), '3_copy@1']],
    },
  },
  openTemplateLink: {
    icon: 'link-external',
    enablement: signedIn,
    about: 'template',
    program: 'nothing',
    menus: {
      'view/item/context': [[onRow('templates', 'template;.*link'), '3_copy@2']],
    },
  },
} satisfies CommandContributions;
