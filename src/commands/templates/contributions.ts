import {
  type CommandContributions,
  deleteKeys,
  inView,
  maybe,
  never,
  onRow,
  rowKey,
} from '../../contribution';

export const templates = {
  searchTemplates: {
    icon: 'search',
    repeatable: true,
    program: 'nothing',
    menus: {
      'view/title': [[inView('templates'), 'navigation@1']],
    },
  },
  clearTemplateSearch: {
    file: 'searchTemplates',
    icon: 'clear-all',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [[onRow('templates', 'list;found'), 'inline@1']],
    },
  },
  refreshTemplates: {
    file: 'searchTemplates',
    icon: 'refresh',
    repeatable: true,
    program: 'nothing',
    palette: never,
    menus: {
      'view/title': [[inView('templates'), 'navigation@3']],
    },
  },
  rentFromTemplate: {
    icon: 'rocket',
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
    file: 'editTemplate',
    icon: 'add',
    program: 'consent',
    menus: {
      'view/title': [[inView('templates'), 'navigation@2']],
    },
  },
  duplicateTemplate: {
    file: 'editTemplate',
    icon: 'copy',
    about: 'template',
    program: 'nothing',
    menus: {
      'view/item/context': [[onRow('templates', 'template'), '2_edit@2']],
    },
  },
  editTemplate: {
    icon: 'edit',
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
    file: 'unsentTemplate',
    icon: 'discard',
    about: 'template',
    program: 'consent',
    palette: never,
    menus: {
      'view/item/context': [[onRow('templates', 'unsent'), 'inline@1']],
    },
  },
  keepMyTemplate: {
    file: 'unsentTemplate',
    icon: 'check',
    program: 'consent',
    palette: 'resource in gpuRental.templateConflicts',
    menus: {
      'editor/title': [['resource in gpuRental.templateConflicts', 'navigation@1']],
    },
  },
  discardMyTemplate: {
    file: 'unsentTemplate',
    icon: 'discard',
    program: 'consent',
    palette: 'resource in gpuRental.templateConflicts',
    menus: {
      'editor/title': [['resource in gpuRental.templateConflicts', 'navigation@2']],
    },
  },
  deleteTemplate: {
    icon: 'trash',
    about: 'template',
    program: 'consent',
    palette: maybe('ownTemplate'),
    menus: {
      'view/item/context': [[onRow('templates', 'template;.*mine'), '9_delete@1']],
    },
    keys: deleteKeys('templates'),
  },
  copyTemplateHash: {
    file: 'templateFacts',
    icon: 'copy',
    about: 'template',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [[onRow('templates', 'template'), '3_copy@1']],
    },
  },
  openTemplateLink: {
    file: 'templateFacts',
    icon: 'link-external',
    about: 'template',
    program: 'nothing',
    palette: never,
    menus: {
      'view/item/context': [[onRow('templates', 'template;.*link'), '3_copy@2']],
    },
  },
} satisfies CommandContributions;
