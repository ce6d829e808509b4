import { usualOrder } from '../../domain/offers/offerOrder';
import * as vscode from 'vscode';
import type { OfferChoice } from '../../domain/offers/offerQuery';
import { type Completion, completionsOf } from '../../domain/offers/search/completions';
import {
  choiceWords,
  orderedFields,
  orderName,
  typeName,
} from '../../domain/offers/search/vocabulary/choiceWords';
import { filterWords } from '../../domain/offers/search/vocabulary/filterWords';
import type { GpuNames } from '../../domain/offers/search/vocabulary/gpuNames';
import type { OfferText } from '../../domain/offers/search/offerText';
import { parseOfferText } from '../../domain/offers/search/parse';
import { isBeingTyped, textProblemSentence } from '../../domain/offers/search/vocabulary/sentences';
import type { SeenGpus } from '../../stores/offers/seenGpus';
import { answerOf, keepOrder, noRow, settle } from '../steps';
import { RowsOnScreen } from './rowsOnScreen';
import { formatSentences } from '../../domain/format';

interface Row extends vscode.QuickPickItem {
  /** Searches with these filters. */
  search?: OfferChoice;
  /** Takes filters away, and goes on. */
  left?: OfferChoice;
  /** Takes the place of what is typed. */
  text?: string;
}

const mostCompletions = 12;

/**
 * Asks what to search for: in the one line that is typed, or with the filters of the last search, which are rows that
 * remove themselves. `keep` hears of every removal, so that closing it loses nothing; `title` says what limits the
 * search.
 */
export async function editFilters(
  choice: OfferChoice,
  gpus: SeenGpus,
  { keep, title = '' }: { keep: (choice: OfferChoice) => Thenable<void>; title?: string },
): Promise<OfferChoice | undefined> {
  const input = vscode.window.createQuickPick<Row>();
  input.title = [vscode.l10n.t('Search Offers'), title].filter(Boolean).join(': ');
  input.placeholder = vscode.l10n.t('Type what you need, such as 24gb >=99% eu cuda>=12');
  input.ignoreFocusOut = true;
  keepOrder(input);
  const onScreen = new RowsOnScreen<Row>();
  let current = choice;
  const step = await settle<OfferChoice>(input, (done) => {
    const draw = (): void => {
      const text = input.value;
      const rows = text.trim() === '' ? startRows(current, gpus.names) : typedRows(text, current, gpus.names);
      input.items = rows.map((row) => ({ ...row, alwaysShow: true }));
      onScreen.replaced(input.items);
      const isUnfinished = text.trim() !== '' && isLastUnread(text, gpus.names);
      const focused = input.items.find((row) => (isUnfinished ? row.text : row.search) !== undefined);
      if (focused) input.activeItems = [focused];
    };
    input.onDidChangeValue(draw);
    input.onDidAccept(() => {
      // Enter may come before the list has its new rows.
      const row = onScreen.chosen(input.selectedItems[0]) ?? input.activeItems[0];
      const { search, left, text } = row ?? {};
      // The row may be one that was there before the last letters: what is typed by now counts.
      const wanted = search && searchFor(input.value, current, gpus.names);
      if (wanted) done({ kind: 'done', value: wanted });
      if (text !== undefined) input.value = text;
      if (left) {
        current = left;
        void keep(current);
      }
      draw();
    });
    draw();
    input.show();
  });
  return answerOf(step);
}

/** The search for what is typed; undefined where the text says nothing. */
function searchFor(text: string, choice: OfferChoice, gpus: GpuNames): OfferChoice | undefined {
  if (text.trim() === '') return choice;
  const said = parseOfferText(text, gpus);
  return saysAnything(said) ? withText(choice, said) : undefined;
}

/** Where nothing is typed: the search as it is, what it can do without, and examples of what to type. */
function startRows(choice: OfferChoice, gpus: GpuNames): Row[] {
  const set = removableRows(choice);
  return [
    {
      label: `$(search) ${vscode.l10n.t('Search')}`,
      description: choiceWords(choice).join(' · '),
      search: choice,
    },
    ...(set.length === 0 ? [] : [heading(vscode.l10n.t('filters, select to remove')), ...set]),
    ...(Object.keys(choice.filters).length < 2
      ? []
      : [
          {
            label: `$(clear-all) ${vscode.l10n.t('Clear All Filters')}`,
            left: { ...choice, filters: {} },
          },
        ]),
    heading(vscode.l10n.t('examples, select to add')),
    ...completionsOf('', gpus, mostCompletions).map(completionRow),
  ];
}

const heading = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });

function removableRows(choice: OfferChoice): Row[] {
  const { filters, type, order } = choice;
  const row = (words: string, left: OfferChoice): Row => ({ label: `$(close) ${words}`, left });
  return [
    ...orderedFields(filters).map((field) => {
      const { [field]: conditions = {}, ...others } = filters;
      return row(filterWords(field, conditions), { ...choice, filters: others });
    }),
    ...(type === 'bid' ? [row(typeName(type), { ...choice, type: 'on-demand' })] : []),
    ...(order === usualOrder ? [] : [row(orderName(order), { ...choice, order: usualOrder })]),
  ];
}

const completionRow = ({ words, meaning, text }: Completion): Row => ({
  label: words,
  description: meaning,
  text,
});

/** Whether the text ends with a part that isn't a filter yet. */
const isLastUnread = (text: string, gpus: GpuNames): boolean =>
  parseOfferText(text, gpus).problems.some(({ isLast }) => isLast);

/**
 * A search for what is typed, always in the first place, what its end may become, and where it becomes nothing the
 * reason.
 */
function typedRows(text: string, choice: OfferChoice, gpus: GpuNames): Row[] {
  const said = parseOfferText(text, gpus);
  const completions = completionsOf(text, gpus, mostCompletions);
  const problems = said.problems.filter(
    (problem) => !isBeingTyped(problem, gpus) && !(problem.isLast && completions.length > 0),
  );
  const sentences = problems.slice(0, 1).map((problem) => textProblemSentence(problem, gpus));
  const first = saysAnything(said) ? searchRow(choice, said, sentences) : warningRow(sentences);
  return [first, ...completions.map(completionRow)];
}

const warningRow = (sentences: readonly string[]): Row =>
  sentences.length === 0 ? noRow : { label: `$(warning) ${formatSentences(sentences)}` };

function searchRow(choice: OfferChoice, said: OfferText, sentences: readonly string[]): Row {
  const search = withText(choice, said);
  const typed = choiceWords(said);
  const kept = choiceWords(search).filter((words) => !typed.includes(words));
  return {
    label: `$(search) ${vscode.l10n.t('Search')}`,
    description: typed.join(' · '),
    detail: [
      ...(sentences.length > 0 ? [`$(warning) ${formatSentences(sentences)}`] : []),
      ...(kept.length > 0 ? [vscode.l10n.t('Also set: {0}', kept.join(' · '))] : []),
    ].join(' '),
    search,
  };
}

const saysAnything = ({ filters, cleared, type, order, disk }: OfferText): boolean =>
  Object.keys(filters).length > 0 || cleared.length > 0 || (type ?? order ?? disk) !== undefined;

/** What is typed wins over what was chosen, field by field. */
function withText(choice: OfferChoice, { filters, cleared, type, order, disk }: OfferText): OfferChoice {
  const kept = Object.fromEntries(
    Object.entries(choice.filters).filter(([field]) => !cleared.includes(field)),
  );
  return {
    ...choice,
    filters: { ...kept, ...filters },
    type: type ?? choice.type,
    order: order ?? choice.order,
    disk: disk ?? choice.disk,
  };
}
