import * as l10n from '@vscode/l10n';
import type { Filters } from '../../../api/schemas/offers/filters';
import { choiceControls, flagKinds } from '../fields/choices';
import type { ControlGroup, ControlLook, FlagKind, NumberKind } from '../fields/kinds';
import { numberByField, numberKinds } from '../fields/numbers';

/** A filter that a person sets without typing its words: names of a list, one of a few choices, or a number. */
export interface FilterControl {
  field: string;
  input: 'names' | 'choices' | 'number';
  look: ControlLook;
}

const allControls: readonly FilterControl[] = [
  ...Object.entries<ControlLook>(choiceControls).map(([field, look]): FilterControl => {
    const isList = field === 'gpu_name' || field === 'geolocation';
    return { field, look, input: isList ? 'names' : 'choices' };
  }),
  ...numberKinds.flatMap((kind: NumberKind): FilterControl[] =>
    kind.control ? [{ field: kind.field, input: 'number', look: kind.control }] : [],
  ),
];

const groups: readonly ControlGroup[] = ['gpu', 'price', 'machine', 'transfer'];

/** What people filter by, by subject, what many need first. */
export const filterControls: readonly FilterControl[] = [true, undefined].flatMap((isCommon) =>
  groups.flatMap((group) =>
    allControls.filter(({ look }) => look.group === group && look.isCommon === isCommon),
  ),
);

/** Undefined for a filter that is only removed, such as one that no text can say. */
export function controlOf(field: string): FilterControl | undefined {
  const kind = numberByField.get(field);
  const typed = kind && { group: 'machine' as const, label: () => kind.names[0] ?? field };
  return (
    filterControls.find((one) => one.field === field) ?? (typed && { field, input: 'number', look: typed })
  );
}

/** The kind of a number's field, which has its units. */
export function kindOf(field: string): NumberKind {
  const kind = numberByField.get(field);
  if (!kind) throw new RangeError(`no number: ${field}`);
  return kind;
}

/** The unit of a number as it can be typed after it, in every language. */
export const typedUnit = ({ unit, shownUnit = unit }: NumberKind): string => shownUnit;

/** What can be chosen for a yes or no, with the filter that each stands for. */
export const flagChoices = (field: string): { label: string; conditions: Filters[string] | undefined }[] => [
  ...flagKinds
    .filter((kind: FlagKind) => kind.field === field)
    .map(({ words, condition }) => ({ label: words(), conditions: condition })),
  { label: l10n.t('any'), conditions: undefined },
];

/** These filters with another one in the place of a field's; without it for undefined. */
export function withFilter(
  filters: Filters,
  field: string,
  conditions: Filters[string] | undefined,
): Filters {
  const { [field]: _, ...others } = filters;
  return conditions ? { ...others, [field]: conditions } : others;
}
