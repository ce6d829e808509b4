import * as vscode from 'vscode';
import type { OfferChoice } from '../../domain/offers/offerQuery';
import { choiceWords } from '../../domain/offers/search/words/choiceWords';
import type { GpuNames } from '../../domain/offers/search/words/gpuNames';
import type { OfferText } from '../../domain/offers/search/offerText';
import { parseOfferText } from '../../domain/offers/search/parse';
import { isBeingTyped, textProblemSentence } from '../../domain/offers/search/words/sentences';
import type { SeenGpus } from '../../stores/offers/seenGpus';
import { pick, type Step } from '../steps';
import { editFilter } from './editFilter';
import { type FilterKey, filterGroups } from './filterRows';
import { formatSentences } from '../../domain/format';

interface Row extends vscode.QuickPickItem {
  key?: FilterKey | 'search' | 'clear';
  /** The filters that were typed, to search with. */
  typed?: OfferText;
}

/**
 * The hub of a search: every row shows one filter and changes it; the first one searches. What is typed is a search,
 * too. `keep` hears of every change, so that closing it loses nothing.
 */
export async function editFilters(
  choice: OfferChoice,
  gpus: SeenGpus,
  keep: (choice: OfferChoice) => Thenable<void>,
): Promise<OfferChoice | undefined> {
  let current = choice;
  let active: Row['key'] = 'search';
  const drop: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('close'),
    tooltip: vscode.l10n.t('Remove Filter'),
  };
  for (;;) {
    const rows = hubRows(current, drop);
    const step: Step<{ item?: Row; pressed?: vscode.QuickInputButton }> = await pick(rows, {
      title: vscode.l10n.t('Search Offers'),
      placeholder: vscode.l10n.t('Type what you need, such as 24gb >=99% eu cuda>=12, or select a filter'),
      active: ({ key }) => key === active,
      typed: (text) => typedRow(text, rows, current, gpus.names),
    });
    const item = step.kind === 'done' ? step.value.item : undefined;
    if (step.kind !== 'done' || !item) return undefined;
    if (item.typed) return withText(current, item.typed);
    if (item.key === undefined) continue;
    active = item.key;
    if (active === 'search') return current;
    const edited =
      step.value.pressed === drop || active === 'clear'
        ? { kind: 'done' as const, value: without(current, active) }
        : await editFilter(active, current, gpus);
    if (edited.kind === 'cancelled') return undefined;
    if (edited.kind === 'done') {
      current = edited.value;
      active = 'search';
      await keep(current);
    }
  }
}

function hubRows(choice: OfferChoice, drop: vscode.QuickInputButton): Row[] {
  const isSet = Object.keys(choice.filters).length > 0;
  return [
    {
      key: 'search',
      label: `$(search) ${vscode.l10n.t('Search')}`,
      description: choiceWords(choice).join(' · '),
    },
    ...filterGroups(choice).flatMap(({ title, rows }): Row[] => [
      { label: title, kind: vscode.QuickPickItemKind.Separator },
      ...rows.map(({ key, icon, label, value }) => ({
        key,
        label: `$(${icon}) ${label}`,
        description: value ?? vscode.l10n.t('any'),
        ...(key in choice.filters ? { buttons: [drop] } : {}),
      })),
    ]),
    ...(isSet
      ? [
          { label: '', kind: vscode.QuickPickItemKind.Separator },
          { key: 'clear' as const, label: `$(clear-all) ${vscode.l10n.t('Clear All Filters')}` },
        ]
      : []),
  ];
}

/** A search for what is typed; where nothing of it is understood, and it finds no row either, the reason. */
function typedRow(text: string, rows: readonly Row[], choice: OfferChoice, gpus: GpuNames): Row | undefined {
  const said = parseOfferText(text, gpus);
  const problems = said.problems.filter((problem) => !isBeingTyped(problem, gpus));
  const sentences = problems.slice(0, 1).map((problem) => textProblemSentence(problem, gpus));
  if (saysAnything(said)) {
    const all = choiceWords(withText(choice, said));
    const typed = choiceWords(said);
    const kept = all.filter((words) => !typed.includes(words));
    return {
      label: `$(search) ${vscode.l10n.t('Search')}`,
      description: typed.join(' · '),
      detail: [
        ...(sentences.length > 0 ? [`$(warning) ${formatSentences(sentences)}`] : []),
        ...(kept.length > 0 ? [vscode.l10n.t('Also set: {0}', kept.join(' · '))] : []),
      ].join(' '),
      typed: said,
      alwaysShow: true,
    };
  }
  const wanted = text.trim().toLowerCase();
  const isRow = rows.some(({ label }) => label.toLowerCase().includes(wanted));
  return isRow || sentences.length === 0
    ? undefined
    : { label: `$(warning) ${formatSentences(sentences)}`, alwaysShow: true };
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

function without(choice: OfferChoice, key: FilterKey | 'clear'): OfferChoice {
  const { [key]: _, ...filters } = choice.filters;
  return { ...choice, filters: key === 'clear' ? {} : filters };
}
