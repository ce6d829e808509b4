import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import { driverVersion, type Filters } from '../../../api/schemas/offers/filters';
import type { GpuNames } from '../search/vocabulary/gpuNames';
import { type NumberKind, rounded } from '../fields/kinds';
import type { TextProblem } from '../search/offerText';
import { isBeingTyped } from '../search/vocabulary/sentences';
import { typedUnit } from '../filters/filterControls';
import { parseOfferText } from '../search/parse';
import { printOfferText } from '../search/print';

type Conditions = Filters[string];

export interface ReadControl {
  conditions?: Conditions;
  /** A sentence that says what to type instead. */
  problem?: string;
  /** The problem may be over with the next letter. */
  isBegun?: true;
}

/** A typed number as a filter, or what is wrong with it. Empty when any will do. */
export function readControl(kind: NumberKind, text: string, gpus: GpuNames): ReadControl {
  const { conditions, problem } = readNumberText(kind, text, gpus);
  if (!problem) return conditions ? { conditions } : {};
  const isBegun = isBeingTyped(problem, gpus) || /\d[.,]$/.test(text.trim());
  return { problem: sentence(kind, text, problem), ...(isBegun ? { isBegun } : {}) };
}

/** What to type in place of a text, without the field's name, which stands beside it. */
function sentence(kind: NumberKind, text: string, { why }: TextProblem): string {
  const shown = plainText(text.trim(), 40);
  const example = `${kind.example} ${typedUnit(kind)}`.trim();
  switch (why) {
    case 'wrongUnit':
      return l10n.t('“{0}” has the wrong unit. Type {1}, for example.', shown, example);
    case 'outOfRange':
      return l10n.t('“{0}” is out of range. Type {1}, for example.', shown, example);
    default:
      return l10n.t('“{0}” isn’t a number here. Type {1}, for example.', shown, example);
  }
}

/**
 * A filter as the text of its control, as short as it can be: "24" beside "≥" and "GB", else ">=16gb <48gb". Empty
 * where no text says it.
 */
export function printControl(kind: NumberKind, conditions: Conditions | undefined, gpus: GpuNames): string {
  if (!conditions) return '';
  const value = conditions[kind.usual];
  const short =
    typeof value !== 'number'
      ? ''
      : kind.isVersion
        ? driverVersion(value)
        : String(rounded(value / (kind.units[kind.unit] ?? 1)));
  return (
    [short, printNumberText(kind, conditions, gpus)].find((text) => says(kind, text, conditions, gpus)) ?? ''
  );
}

/** Whether a text means just these conditions. */
function says(kind: NumberKind, text: string, conditions: Conditions | undefined, gpus: GpuNames): boolean {
  const said = readNumberText(kind, text, gpus);
  return said.problem === undefined && isSame(said.conditions ?? {}, conditions ?? {});
}

function isSame(one: Conditions, other: Conditions): boolean {
  const list = (conditions: Conditions): string =>
    JSON.stringify(Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)));
  return list(one) === list(other);
}

/**
 * Reads the value of one field as it is typed without the field's name, such as "24", "<= 24 GB" or ">=16 <48". Empty
 * when any value will do.
 */
export function readNumberText(
  kind: NumberKind,
  text: string,
  gpus: GpuNames,
): { conditions?: Conditions; problem?: TextProblem } {
  const [name = ''] = kind.names;
  const parts = text
    .trim()
    .replaceAll(/([<>=!≤≥]+)\s+|(?<=\d)\s+(?=[a-z%])/gi, '$1')
    .split(/\s+/)
    .filter((part) => part !== '');
  const said = parseOfferText(parts.map((part) => `${name} ${part}`).join(' '), gpus);
  const [problem] = said.problems;
  if (problem) return { problem };
  const { [kind.field]: conditions, ...others } = said.filters;
  const isMore = Object.keys(others).length > 0 || (said.type ?? said.order ?? said.disk) !== undefined;
  if (isMore || (!conditions && parts.length > 0))
    return { problem: { why: 'wrongUnit', text: text.trim(), kind, isLast: true } };
  return conditions ? { conditions } : {};
}

/** The text that `readNumberText` reads as these conditions. */
export function printNumberText(
  { field, names: [name = ''] }: NumberKind,
  conditions: Conditions,
  gpus: GpuNames,
): string {
  const { text } = printOfferText({ filters: { [field]: conditions } }, gpus);
  return text.replaceAll(name, '').trim();
}
