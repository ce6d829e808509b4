import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { plainText } from '../../api/plainText';
import { type Blame, dropWords, effectWords, emptySentence } from '../../domain/offers/search/narrowing';
import { completionsOf } from '../../domain/offers/search/completions';
import { filterWords } from '../../domain/offers/search/vocabulary/filterWords';
import type { GpuNames } from '../../domain/offers/search/vocabulary/gpuNames';
import { isBeingTyped, textProblemSentence } from '../../domain/offers/search/vocabulary/sentences';
import type { SearchState } from '../../stores/offers/liveSearch';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { type Hidden, type Hideable, hideableFields, type LeftOut } from '../../domain/offers/hidden';
import { offerRows } from './offerRow';
import { counted } from '../../domain/format';

/** More would hide the offers. */
const mostCompletions = 6;

/** What selecting a row does. */
export type ResultAction =
  | { does: 'choose'; found: FoundOffer }
  | { does: 'drop'; field: string }
  | { does: 'complete'; text: string }
  | { does: 'loadMore' | 'retry' | 'includeAll' | 'listHidden' | 'editFilters' };

export interface ResultRow extends vscode.QuickPickItem {
  action?: ResultAction;
}

export const detailsButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('info'),
  tooltip: vscode.l10n.t('Show Offer Details'),
});

const hideButtons = {
  machine: {
    iconPath: new vscode.ThemeIcon('eye-closed'),
    tooltip: vscode.l10n.t('Hide This Machine'),
  },
  host: {
    iconPath: new vscode.ThemeIcon('circle-slash'),
    tooltip: vscode.l10n.t('Hide This Host'),
  },
} as const satisfies Record<Hideable, vscode.QuickInputButton>;

/** What a button of a row hides; undefined for another button. */
export const whatHides = (button: vscode.QuickInputButton): Hideable | undefined =>
  button === hideButtons.machine ? 'machine' : button === hideButtons.host ? 'host' : undefined;

/** What of an offer can be hidden: what the service told. */
export const hideable = ({ offer }: FoundOffer): Hideable[] =>
  (['machine', 'host'] as const).filter((what) => offer[hideableFields[what]] !== undefined);

/** Everything that the list of a search shows, from the top. `leftOut`: what is not listed on purpose. */
export function resultRows(
  state: SearchState,
  droppable: readonly string[],
  { gpus, leftOut }: { gpus: GpuNames; leftOut?: LeftOut | undefined },
): ResultRow[] {
  const { found, status } = state;
  const rows: ResultRow[] = [
    ...problemRows(state, gpus),
    ...(found.length > 0 ? offersOf(state, leftOut !== undefined) : []),
    ...(found.length === 0 && status === 'done' ? emptyRows(state, droppable) : []),
    ...statusRows(state),
    ...(leftOut ? leftOutRows(leftOut) : []),
  ];
  // What is typed is a search of its own, not a match on words.
  return rows.map((row) => ({ ...row, alwaysShow: true }));
}

/** What isn't a filter: the reason, or what an unfinished word may become. */
function problemRows({ said, text }: SearchState, gpus: GpuNames): ResultRow[] {
  const isUnfinished = said.problems.some(({ isLast }) => isLast);
  const completions = isUnfinished ? completionsOf(text, gpus, mostCompletions) : [];
  const reasons = said.problems
    .filter((problem) => !isBeingTyped(problem, gpus) && !(problem.isLast && completions.length > 0))
    .slice(0, 3)
    .map((problem) => ({ label: `$(warning) ${textProblemSentence(problem, gpus)}` }));
  return [
    ...reasons,
    ...completions.map(({ words, meaning, text: completed }): ResultRow => ({
      label: words,
      description: meaning,
      action: { does: 'complete', text: completed },
    })),
  ];
}

function offersOf(state: SearchState, canHide: boolean): ResultRow[] {
  const { found, query } = state;
  return offerRows(found, query.allocated_storage ?? 0).map(({ found: one, ...row }) => ({
    ...row,
    buttons: [...(canHide ? hideable(one).map((what) => hideButtons[what]) : []), detailsButton()],
    action: { does: 'choose' as const, found: one },
  }));
}

/** "First 64 offers"; while the service is asked nobody knows. */
export function countWords({ status, found, isCut }: SearchState): string {
  if (status === 'asking') return vscode.l10n.t('Searching');
  if (isCut) return vscode.l10n.t('First {0} offers', found.length);
  return counted(found.length, vscode.l10n.t('{0} offer|{0} offers'));
}

function statusRows({ status, error, isQueued, found, isCut, dropped }: SearchState): ResultRow[] {
  if (status === 'failed')
    return [
      {
        label: `$(error) ${plainText(describeError(error).message)}`,
        description: vscode.l10n.t('select to try again'),
        action: { does: 'retry' },
      },
    ];
  if (status === 'asking')
    return [
      {
        label: vscode.l10n.t('$(loading~spin) Searching offers…'),
        description: waitWords(error, isQueued),
      },
    ];
  return [
    ...(isCut
      ? [
          {
            label: vscode.l10n.t('$(add) Load More'),
            description: vscode.l10n.t('the first {0} are shown', found.length),
            action: { does: 'loadMore' as const },
          },
        ]
      : []),
    // The service is known to ignore some filters; what contradicts them is left out, and said.
    ...(dropped > 0
      ? [
          {
            label: vscode.l10n.t('$(warning) {0} offers hidden', dropped),
            description: vscode.l10n.t('they don’t match the filters'),
          },
        ]
      : []),
  ];
}

/** Why there is no answer yet. */
function waitWords(error: unknown, isQueued: boolean | undefined): string {
  if (error !== undefined) return vscode.l10n.t('{0} Trying again…', plainText(describeError(error).message));
  return isQueued ? vscode.l10n.t('limited to ten searches a minute') : '';
}

/** Which filter is to blame, and how to do without it. */
function emptyRows({ query, blame, isBlameCut }: SearchState, droppable: readonly string[]): ResultRow[] {
  const wordsOf = (field: string): string => filterWords(field, query.filters[field] ?? {});
  const rows = (blame ?? droppable.map((field): Partial<Blame> & { field: string } => ({ field }))).map(
    (one): ResultRow => ({
      label: `$(close) ${dropWords(wordsOf(one.field))}`,
      description: effectWords(one, isBlameCut === true),
      action: { does: 'drop', field: one.field },
    }),
  );
  return [
    { label: `$(info) ${emptySentence(blame, wordsOf)}` },
    ...rows,
    { label: vscode.l10n.t('$(filter) Change Filters'), action: { does: 'editFilters' } },
  ];
}

export const leftOutWords = (count: number): string =>
  counted(count, vscode.l10n.t('{0} machine left out|{0} machines left out'));

/** How many machines and hosts a person hid. */
export const countHidden = ({ machine, host }: Hidden): number => machine.length + host.length;

export const hiddenWords = (count: number): string =>
  counted(count, vscode.l10n.t('{0} machine or host hidden|{0} machines and hosts hidden'));

function leftOutRows({ bad, hidden }: LeftOut): ResultRow[] {
  const count = countHidden(hidden);
  const badRow: ResultRow = {
    label: `$(eye-closed) ${leftOutWords(bad.length)}`,
    description: vscode.l10n.t('an instance didn’t start there today; select to include'),
    action: { does: 'includeAll' },
  };
  const hiddenRow: ResultRow = {
    label: `$(eye-closed) ${hiddenWords(count)}`,
    description: vscode.l10n.t('select to see them'),
    action: { does: 'listHidden' },
  };
  return [...(bad.length > 0 ? [badRow] : []), ...(count > 0 ? [hiddenRow] : [])];
}
