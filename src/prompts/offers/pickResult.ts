import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { GpuNames } from '../../domain/offers/search/vocabulary/gpuNames';
import type { LiveSearch } from '../../stores/offers/liveSearch';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { keepOrder, settle, type Step } from '../steps';
import type { Hideable, LeftOut } from '../../domain/offers/hidden';
import { detailsButton, type ResultAction, resultRows, type ResultRow, whatHides } from './resultRows';
import { RowsOnScreen } from './rowsOnScreen';

/** What a person did with the list. */
export type ResultChoice =
  | { does: 'choose' | 'details'; found: FoundOffer }
  | { does: 'hide'; what: Hideable; found: FoundOffer }
  | { does: 'includeAll' | 'listHidden' | 'editFilters' | 'browse' | 'save' | 'watch' };

export interface ResultOptions {
  title: () => string;
  gpus: () => GpuNames;
  /** What is not listed on purpose; undefined where nothing can be hidden. */
  leftOut?: LeftOut | undefined;
  /** Whether the person may save and watch the search, and go on in the offers panel. */
  canBrowse: boolean;
  /** The offer that has the focus first. */
  active?: number | undefined;
}

/**
 * The list of a search. What is typed there is the search itself: the rows follow it, and Enter takes the first one.
 * Rejects when the first search fails; a later one leaves its rows and says so.
 */
export function pickResult(search: LiveSearch, options: ResultOptions): Promise<Step<ResultChoice>> {
  const input = vscode.window.createQuickPick<ResultRow>();
  const details = detailsButton();
  const browse: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('graph-scatter'),
    tooltip: vscode.l10n.t('Compare in Offers Panel'),
  };
  const save: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('bookmark'),
    tooltip: vscode.l10n.t('Save Search'),
  };
  const watch: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('eye'),
    tooltip: vscode.l10n.t('Watch Offers'),
  };
  const ofSearch = options.canBrowse ? [save, watch, browse] : [];
  input.buttons = [vscode.QuickInputButtons.Back, ...ofSearch, details];
  input.placeholder = vscode.l10n.t('Type filters such as 24gb >=99% eu cuda>=12, press Enter to rent');
  input.ignoreFocusOut = true;
  input.matchOnDescription = false;
  keepOrder(input);
  const onScreen = new RowsOnScreen<ResultRow>(({ action }) => action !== undefined);
  let wasShown = false;
  /** The row that a person moved to, by what it does; undefined for the first one. */
  let active = options.active === undefined ? undefined : keyOfOffer(options.active);
  return settle<ResultChoice>(input, (done, fail) => {
    const draw = (): void => {
      const { state, droppable } = search;
      if (state.status === 'failed' && !wasShown) {
        fail(state.error);
        return;
      }
      wasShown ||= state.status === 'done';
      const rows = resultRows(state, droppable, { gpus: options.gpus(), leftOut: options.leftOut });
      input.title = plainText(options.title());
      input.busy = state.status === 'asking';
      input.keepScrollPosition = active !== undefined;
      input.items = rows;
      onScreen.replaced(rows);
      if (input.value !== state.text && input.value.trim() !== state.text) input.value = shown(state.text);
      const focused = rows.find(({ action }) => action && keyOf(action) === active) ?? firstOf(rows);
      if (focused) input.activeItems = [focused];
    };
    const act = (action: ResultAction | undefined): void => {
      active = undefined;
      switch (action?.does) {
        case 'choose': {
          const found = search.take(action.found.offer.id) ?? action.found;
          done({ kind: 'done', value: { does: 'choose', found } });
          break;
        }
        case 'drop':
          search.drop(action.field);
          break;
        case 'complete':
          search.type(action.text);
          break;
        case 'loadMore':
          search.loadMore();
          break;
        case 'retry':
          search.retry();
          break;
        case 'includeAll':
        case 'listHidden':
        case 'editFilters':
          done({ kind: 'done', value: { does: action.does } });
          break;
        case undefined:
      }
    };
    const showDetails = (row: ResultRow | undefined): void => {
      if (row?.action?.does === 'choose')
        done({ kind: 'done', value: { does: 'details', found: row.action.found } });
    };
    search.listen(draw);
    input.onDidChangeValue((text) => {
      active = undefined;
      search.type(text.trim() === search.state.text ? search.state.text : text);
    });
    input.onDidChangeActive(([row]) => {
      // Whoever has not moved goes on with the first one, also when that is another one by then.
      if (row?.action) active = row === firstOf(input.items) ? undefined : keyOf(row.action);
    });
    input.onDidAccept(() => act(onScreen.chosen(input.selectedItems[0])?.action));
    input.onDidTriggerItemButton(({ item, button }) => {
      const row = onScreen.chosen(item);
      const what = whatHides(button);
      if (what === undefined) showDetails(row);
      else if (row?.action?.does === 'choose')
        done({ kind: 'done', value: { does: 'hide', what, found: row.action.found } });
    });
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) done({ kind: 'back' });
      else if (button === browse) done({ kind: 'done', value: { does: 'browse' } });
      else if (button === save) done({ kind: 'done', value: { does: 'save' } });
      else if (button === watch) done({ kind: 'done', value: { does: 'watch' } });
      else showDetails(input.activeItems[0]);
    });
    input.show();
    // Before it is shown, all of it would be selected, and the first letter would take its place.
    input.value = shown(search.state.text);
    search.open();
  }).finally(() => search.listen(() => undefined));
}

const firstOf = (rows: readonly ResultRow[]): ResultRow | undefined =>
  rows.find(({ action }) => action !== undefined);

const keyOfOffer = (offerId: number): string => `choose ${offerId}`;

/** The same for rows that do the same, of one answer and the next. */
function keyOf(action: ResultAction): string {
  if (action.does === 'choose') return keyOfOffer(action.found.offer.id);
  return action.does === 'drop' ? `drop ${action.field}` : action.does;
}

/** A blank behind it, so that whoever goes on typing begins a new word. */
const shown = (text: string): string => (text === '' || text.endsWith(' ') ? text : `${text} `);
