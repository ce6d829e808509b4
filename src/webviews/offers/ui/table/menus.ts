import * as l10n from '@vscode/l10n';
import type { MarketRow } from '../../../../domain/offers/marketRow';
import type { RowMarks } from '../../../../domain/offers/rowWords';
import type { SortKey } from '../../../../domain/offers/sortRows';
import type { MenuItem } from './popupMenu';

/** What a row action does is up to the panel. */
export const rowActions = [
  'details',
  'onlyMachine',
  'notMachine',
  'notHost',
  'copyJson',
  'copyQuery',
] as const;
export type RowAction = (typeof rowActions)[number];

/** What can be done with a row, in words. */
export function rowMenu({ offer }: MarketRow, { isPinned, isCompared }: RowMarks): MenuItem[] {
  return [
    { id: 'open', words: l10n.t('Rent…'), keys: 'Enter' },
    { id: 'details', words: l10n.t('Show Details') },
    { id: 'pin', words: l10n.t('Pin'), keys: 'Space', isOn: isPinned, startsGroup: true },
    { id: 'compare', words: l10n.t('Compare'), keys: 'C', isOn: isCompared },
    ...(offer.machine_id === undefined
      ? []
      : [
          { id: 'onlyMachine', words: l10n.t('Show Only This Machine'), startsGroup: true },
          { id: 'notMachine', words: l10n.t('Hide This Machine') },
        ]),
    ...(offer.host_id === undefined ? [] : [{ id: 'notHost', words: l10n.t('Hide This Host') }]),
    { id: 'copyJson', words: l10n.t('Copy as JSON'), startsGroup: true },
    { id: 'copyQuery', words: l10n.t('Copy as Query') },
  ];
}

/** What can be done with a column. */
export function columnMenu(
  id: string,
  sort: readonly SortKey[],
  place: { isFirst: boolean; isLast: boolean },
): MenuItem[] {
  const now = sort.find(({ column }) => column === id)?.direction;
  return [
    { id: 'asc', words: l10n.t('Sort Ascending'), isOn: now === 'asc' },
    { id: 'desc', words: l10n.t('Sort Descending'), isOn: now === 'desc' },
    ...(now === undefined && sort.length > 0
      ? [{ id: 'then', words: l10n.t('Then Sort by This Column'), keys: 'Shift+Enter' }]
      : []),
    ...(place.isFirst
      ? []
      : [{ id: 'left', words: l10n.t('Move Left'), keys: 'Ctrl+Left', startsGroup: true }]),
    ...(place.isLast
      ? []
      : [{ id: 'right', words: l10n.t('Move Right'), keys: 'Ctrl+Right', startsGroup: place.isFirst }]),
    { id: 'wider', words: l10n.t('Make Wider'), keys: 'Alt+Right', startsGroup: true },
    { id: 'narrower', words: l10n.t('Make Narrower'), keys: 'Alt+Left' },
    ...(place.isFirst && place.isLast
      ? []
      : [{ id: 'hide', words: l10n.t('Hide Column'), startsGroup: true }]),
    { id: 'choose', words: l10n.t('Choose Columns…'), startsGroup: place.isFirst && place.isLast },
  ];
}
