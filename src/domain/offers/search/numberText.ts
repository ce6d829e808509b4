import type { Filters } from '../../../api/schemas/offers/filters';
import type { GpuNames } from './words/gpuNames';
import type { NumberKind } from '../fields/kinds';
import type { TextProblem } from './offerText';
import { parseOfferText } from './parse';
import { printOfferText } from './print';

/**
 * Reads the value of one field as it is typed without the field's name, such as "24", "<= 24 GB" or ">=16 <48". Empty
 * when any value will do.
 */
export function readNumberText(
  kind: NumberKind,
  text: string,
  gpus: GpuNames,
): { conditions?: Filters[string]; problem?: TextProblem } {
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
  conditions: Filters[string],
  gpus: GpuNames,
): string {
  const { text } = printOfferText({ filters: { [field]: conditions } }, gpus);
  return text.replaceAll(name, '').trim();
}
