import { and, type Contribution, never } from '../../contribution';
import type { MenuAction } from './protocol';

const inMenu =
  (menu: 'row' | 'column') =>
  (group: string, ...more: readonly string[]): Contribution => ({
    palette: never,
    menus: {
      'webview/context': [[and('webviewId == gpuRental.offers', `offersMenu == ${menu}`, ...more), group]],
    },
  });
const onOffer = inMenu('row');
const onColumn = inMenu('column');

/** The menus of the table, which VS Code shows. The conditions are words that the page gives to the row or column. */
export const menuContributions: Readonly<Record<MenuAction, Contribution>> = {
  rent: onOffer('1_rent@1'),
  details: onOffer('1_rent@2'),
  pin: onOffer('2_mark@1', '!isPinned'),
  unpin: onOffer('2_mark@1', 'isPinned'),
  compare: onOffer('2_mark@2', '!isCompared'),
  stopComparing: onOffer('2_mark@2', 'isCompared'),
  onlyMachine: onOffer('3_filter@1', 'hasMachine'),
  hideMachine: onOffer('3_filter@2', 'hasMachine'),
  hideHost: onOffer('3_filter@3', 'hasHost'),
  copyJson: onOffer('4_copy@1'),
  copyQuery: onOffer('4_copy@2'),
  sortAscending: onColumn('1_sort@1'),
  sortDescending: onColumn('1_sort@2'),
  sortThen: onColumn('1_sort@3', 'isFurtherKey'),
  moveLeft: onColumn('2_move@1', '!isFirst'),
  moveRight: onColumn('2_move@2', '!isLast'),
  makeWider: onColumn('3_width@1'),
  makeNarrower: onColumn('3_width@2'),
  hideColumn: onColumn('4_columns@1', '!isOnly'),
  chooseColumns: onColumn('4_columns@2'),
  resetColumns: onColumn('4_columns@3'),
};
