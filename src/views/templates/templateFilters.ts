import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { type FilterOperator, filterOperators, type Filters, type FilterValue } from '../../api/requests';
import { ask, pick, type Step } from '../wizard/steps';

type FieldType = 'text' | 'number' | 'flag' | 'time';

/** Every field that templates can be searched by (specification, Templates). */
export const searchFields: Readonly<Record<string, FieldType>> = {
  name: 'text',
  image: 'text',
  tag: 'text',
  default_tag: 'text',
  hash_id: 'text',
  docker_login_repo: 'text',
  id: 'number',
  creator_id: 'number',
  count_created: 'number',
  recommended_disk_space: 'number',
  created_at: 'time',
  recent_create_date: 'time',
  recommended: 'flag',
  use_ssh: 'flag',
  ssh_direct: 'flag',
  jup_direct: 'flag',
};

interface Row extends vscode.QuickPickItem {
  act: 'search' | 'add' | 'clear' | 'remove';
  field?: string;
  operator?: string;
}

/**
 * Puts a search together, condition by condition; undefined when the person stopped. `keep` hears of every change, so
 * that closing it loses nothing.
 */
export async function buildFilters(
  start: Filters,
  keep: (filters: Filters) => Thenable<void>,
): Promise<Filters | undefined> {
  let filters = start;
  for (;;) {
    const step = await pick(hubRows(filters), {
      title: vscode.l10n.t('Search Templates'),
      placeholder: vscode.l10n.t('Search, or add a condition; choose one to remove it'),
    });
    if (step.kind !== 'done' || !step.value.item) return undefined;
    const { act, field = '', operator: removed } = step.value.item;
    if (act === 'search') return filters;
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

/** The conditions in a few words. */
export function filterSummary(filters: Filters): string {
  return (
    conditions(filters)
      .map(({ text }) => text)
      .join(', ') || vscode.l10n.t('all templates')
  );
}

function withoutCondition(filters: Filters, field: string, operator: string): Filters {
  const { [field]: byOperator = {}, ...others } = filters;
  const rest = Object.fromEntries(Object.entries(byOperator).filter(([name]) => name !== operator));
  return Object.keys(rest).length > 0 ? { ...others, [field]: rest } : others;
}

function conditions(filters: Filters): { field: string; operator: string; text: string }[] {
  return Object.entries(filters).flatMap(([field, byOperator]) =>
    Object.entries(byOperator).map(([operator, value]) => ({
      field,
      operator,
      text: `${field} ${operator} ${plainText(Array.isArray(value) ? value.join(', ') : String(value), 60)}`,
    })),
  );
}

function hubRows(filters: Filters): Row[] {
  const set = conditions(filters);
  return [
    { act: 'search', label: vscode.l10n.t('$(search) Search'), description: filterSummary(filters) },
    { act: 'add', label: vscode.l10n.t('$(add) Add a condition…') },
    ...(set.length > 0
      ? [{ act: 'clear' as const, label: vscode.l10n.t('$(clear-all) Remove all conditions') }]
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

/** Field, operator and value, with a way back from each. */
async function askCondition(): Promise<Step<Condition>> {
  const title = vscode.l10n.t('Search Templates: Condition');
  for (;;) {
    const chosenField = await pick(
      Object.entries(searchFields).map(([label, type]) => ({ label, description: typeName(type) })),
      { title, placeholder: vscode.l10n.t('A field of the template'), back: true },
    );
    if (chosenField.kind !== 'done') return chosenField;
    const field = chosenField.value.item?.label ?? 'name';
    const type = searchFields[field] ?? 'text';
    const chosen = await askOperatorAndValue(title, field, type);
    if (chosen.kind !== 'back') return chosen;
  }
}

async function askOperatorAndValue(title: string, field: string, type: FieldType): Promise<Step<Condition>> {
  for (;;) {
    const chosen = await pick(
      operatorsOf(type).map((operator) => ({
        operator,
        label: operator,
        description: operatorWords(operator),
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

function operatorsOf(type: FieldType): readonly FilterOperator[] {
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
  type: FieldType,
): Promise<Step<FilterValue>> {
  const isList = operator === 'in' || operator === 'notin';
  const step = await ask({
    title,
    prompt: [
      `${field} ${operator}`,
      type === 'time' ? vscode.l10n.t('a day such as 2026-11-20') : typeName(type),
      isList ? vscode.l10n.t('several, separated by commas') : '',
    ]
      .filter(Boolean)
      .join(' · '),
    back: true,
    validate: (text) =>
      readValue(text, type, isList) === undefined
        ? vscode.l10n.t('This is not {0}.', typeName(type))
        : undefined,
  });
  if (step.kind !== 'done') return step;
  return { kind: 'done', value: readValue(step.value, type, isList) ?? '' };
}

/** Undefined when the text is none of this type. Times become Unix seconds. */
export function readValue(text: string, type: FieldType, isList: boolean): FilterValue | undefined {
  const values = (isList ? text.split(',') : [text]).map((part) => readOne(part.trim(), type));
  const sound = values.filter((value) => value !== undefined);
  if (sound.length !== values.length) return undefined;
  return isList ? sound : sound[0];
}

function readOne(text: string, type: FieldType): string | number | undefined {
  if (text === '') return undefined;
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type !== 'time') return text;
  const milliseconds = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

function typeName(type: FieldType): string {
  switch (type) {
    case 'text':
      return vscode.l10n.t('a text');
    case 'number':
      return vscode.l10n.t('a number');
    case 'flag':
      return vscode.l10n.t('true or false');
    case 'time':
      return vscode.l10n.t('a day');
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
      return vscode.l10n.t('one of a list');
    case 'notin':
      return vscode.l10n.t('none of a list');
  }
}
