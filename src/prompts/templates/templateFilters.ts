import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import {
  type FilterOperator,
  filterOperators,
  type Filters,
  type FilterValue,
} from '../../api/schemas/offers/filters';
import { orElse } from '../../api/schemas/fields';
import {
  type SearchFieldType,
  templateFiltersSchema,
  templateSearchFields,
} from '../../api/schemas/templates/template';
import { ask, pick, pickOne, type Step } from '../steps';
import type { TemplateSearch } from '../../stores/templates/templateStore';
import { conditions, filterSummary, operatorSign } from '../../views/templates/templateWords';
import { formatFacts } from '../../domain/format';

interface Row extends vscode.QuickPickItem {
  act: 'search' | 'words' | 'add' | 'clear' | 'remove';
  words?: string;
  field?: string;
  operator?: string;
}

/**
 * Asks for words, or builds a search condition by condition; undefined if the person stopped. `keep` is called on
 * every change of the conditions, so that closing it loses nothing.
 */
export async function askSearch(
  start: Filters,
  keep: (filters: Filters) => Thenable<void>,
): Promise<TemplateSearch | undefined> {
  let filters = start;
  for (;;) {
    const row = await pickOne(hubRows(filters), {
      title: vscode.l10n.t('Search Templates'),
      placeholder: vscode.l10n.t('Type words to find, such as vllm, or add a condition'),
      typed: (text) => wordsRow(text, filters),
    });
    if (!row) return undefined;
    const { act, words, field = '', operator: removed } = row;
    if (act === 'search') return { filters };
    if (act === 'words' && words) return { filters, words };
    if (act === 'clear') filters = {};
    if (act === 'remove' && removed !== undefined) filters = withoutCondition(filters, field, removed);
    if (act === 'add') {
      const added = await askCondition();
      if (added.kind === 'cancelled') return undefined;
      if (added.kind === 'done') {
        const { field: name, operator, value } = added.value;
        filters = { ...filters, [name]: { ...filters[name], [operator]: value } };
      }
    }
    await keep(filters);
  }
}

function wordsRow(text: string, filters: Filters): Row | undefined {
  const words = text.trim();
  if (words === '') return undefined;
  const label = vscode.l10n.t('$(search) Search for “{0}”', plainText(words, 60));
  const summary = conditions(filters).length > 0 ? { description: filterSummary(filters) } : {};
  return { act: 'words', words, label, alwaysShow: true, ...summary };
}

function withoutCondition(filters: Filters, field: string, operator: string): Filters {
  const { [field]: byOperator = {}, ...others } = filters;
  const rest = Object.fromEntries(Object.entries(byOperator).filter(([name]) => name !== operator));
  return Object.keys(rest).length > 0 ? { ...others, [field]: rest } : others;
}

function hubRows(filters: Filters): Row[] {
  const set = conditions(filters);
  return [
    { act: 'search', label: vscode.l10n.t('$(search) Search'), description: filterSummary(filters) },
    { act: 'add', label: vscode.l10n.t('$(add) Add Condition…') },
    ...(set.length > 0
      ? [{ act: 'clear' as const, label: vscode.l10n.t('$(clear-all) Remove All Conditions') }]
      : []),
    ...set.map(({ field, operator, text }) => ({
      act: 'remove' as const,
      field,
      operator,
      label: `$(trash) ${text}`,
    })),
  ];
}

interface Condition {
  field: string;
  operator: FilterOperator;
  value: FilterValue;
}

/** Asks for field, operator and value, each with Back. */
async function askCondition(): Promise<Step<Condition>> {
  const title = vscode.l10n.t('Search Templates: Condition');
  for (;;) {
    const chosenField = await pick(
      Object.entries(templateSearchFields).map(([label, type]) => ({ label, description: typeName(type) })),
      { title, placeholder: vscode.l10n.t('Select a template field'), back: true },
    );
    if (chosenField.kind !== 'done') return chosenField;
    const field = chosenField.value.item?.label ?? 'name';
    const type = templateSearchFields[field] ?? 'text';
    const chosen = await askOperatorAndValue(title, field, type);
    if (chosen.kind !== 'back') return chosen;
  }
}

async function askOperatorAndValue(
  title: string,
  field: string,
  type: SearchFieldType,
): Promise<Step<Condition>> {
  for (;;) {
    const chosen = await pick(
      operatorsOf(type).map((operator) => ({
        operator,
        label: operatorWords(operator),
        description: operatorSign(operator),
      })),
      { title, placeholder: field, back: true },
    );
    if (chosen.kind !== 'done') return chosen;
    const operator = chosen.value.item?.operator ?? 'eq';
    const value =
      type === 'flag' ? await askFlag(title, field) : await askValue(title, field, operator, type);
    if (value.kind === 'done') return { kind: 'done', value: { field, operator, value: value.value } };
    if (value.kind === 'cancelled') return value;
  }
}

function operatorsOf(type: SearchFieldType): readonly FilterOperator[] {
  if (type === 'flag') return ['eq', 'neq'];
  return type === 'time' ? ['lt', 'lte', 'gt', 'gte'] : filterOperators;
}

async function askFlag(title: string, field: string): Promise<Step<FilterValue>> {
  const rows = [
    { label: 'true', value: true },
    { label: 'false', value: false },
  ];
  const step = await pick(rows, { title, placeholder: field, back: true });
  return step.kind === 'done' ? { kind: 'done', value: step.value.item?.value ?? true } : step;
}

async function askValue(
  title: string,
  field: string,
  operator: FilterOperator,
  type: SearchFieldType,
): Promise<Step<FilterValue>> {
  const isList = operator === 'in' || operator === 'notin';
  const step = await ask({
    title,
    prompt: formatFacts(
      `${field} ${operatorSign(operator)}`,
      type === 'time' ? vscode.l10n.t('a date such as 2026-11-20') : typeName(type),
      isList ? vscode.l10n.t('several values, separated by commas') : '',
    ),
    back: true,
    validate: (text) =>
      readValue(text, type, isList) === undefined ? vscode.l10n.t('Enter {0}.', typeName(type)) : undefined,
  });
  if (step.kind !== 'done') return step;
  return { kind: 'done', value: readValue(step.value, type, isList) ?? '' };
}

/** Undefined if the text doesn't have this type. Times become Unix seconds. */
function readValue(text: string, type: SearchFieldType, isList: boolean): FilterValue | undefined {
  const values = (isList ? text.split(',') : [text]).map((part) => readOne(part.trim(), type));
  const sound = values.filter((value) => value !== undefined);
  if (sound.length !== values.length) return undefined;
  return isList ? sound : sound[0];
}

function readOne(text: string, type: SearchFieldType): string | number | undefined {
  if (text === '') return undefined;
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type !== 'time') return text;
  const milliseconds = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

function typeName(type: SearchFieldType): string {
  switch (type) {
    case 'text':
      return vscode.l10n.t('text');
    case 'number':
      return vscode.l10n.t('a number');
    case 'flag':
      return vscode.l10n.t('true or false');
    case 'time':
      return vscode.l10n.t('a date');
  }
}

function operatorWords(operator: FilterOperator): string {
  switch (operator) {
    case 'eq':
      return vscode.l10n.t('equal to');
    case 'neq':
      return vscode.l10n.t('not equal to');
    case 'lt':
      return vscode.l10n.t('less than');
    case 'lte':
      return vscode.l10n.t('at most');
    case 'gt':
      return vscode.l10n.t('greater than');
    case 'gte':
      return vscode.l10n.t('at least');
    case 'in':
      return vscode.l10n.t('any of several');
    case 'notin':
      return vscode.l10n.t('none of several');
  }
}

const key = 'gpuRental.lastTemplateSearch';

/** The conditions of the last template search, even if it wasn't started. */
export function lastSearch(globalState: vscode.Memento): Filters {
  return orElse(templateFiltersSchema, {}).parse(globalState.get(key));
}

/** @param filters none to forget them */
export async function keepLastSearch(
  globalState: vscode.Memento,
  filters: Filters | undefined,
): Promise<void> {
  await globalState.update(key, filters);
}
