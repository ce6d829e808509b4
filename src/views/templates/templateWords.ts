import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { TemplateSearch } from '../../stores/templates/templateStore';
import type { Filters } from '../../api/http/requests';
import type { FilterValue } from '../../api/schemas/offers/filters';
import { templateSearchFields } from '../../api/schemas/templates/template';

/** The conditions as a short text. */
export function filterSummary(filters: Filters): string {
  return (
    conditions(filters)
      .map(({ text }) => text)
      .join(', ') || vscode.l10n.t('all templates')
  );
}

/** What a search was for, in a few words. */
export function searchWords({ filters, words }: TemplateSearch = { filters: {} }): string {
  const quoted = words === undefined ? [] : [`“${plainText(words, 60)}”`];
  return [...quoted, ...conditions(filters).map(({ text }) => text)].join(', ') || filterSummary(filters);
}

/** One condition each, to show and to remove it. */
export function conditions(filters: Filters): { field: string; operator: string; text: string }[] {
  return Object.entries(filters).flatMap(([field, byOperator]) =>
    Object.entries(byOperator).map(([operator, value]) => ({
      field,
      operator,
      text: plainText(`${field} ${operatorSign(operator)} ${valueWords(field, value)}`, 80),
    })),
  );
}

/** An operator of a filter as people write it. */
export function operatorSign(operator: string): string {
  const signs: Readonly<Record<string, string>> = { eq: '=', neq: '≠', lt: '<', lte: '≤', gt: '>', gte: '≥' };
  return signs[operator] ?? (operator === 'in' ? vscode.l10n.t('in') : vscode.l10n.t('not in'));
}

function valueWords(field: string, value: FilterValue): string {
  if (Array.isArray(value)) return value.map((one) => valueWords(field, one)).join(', ');
  const isTime = templateSearchFields[field] === 'time' && typeof value === 'number';
  return isTime ? new Date(value * 1000).toISOString().slice(0, 10) : String(value);
}
