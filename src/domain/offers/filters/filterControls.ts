import * as l10n from '@vscode/l10n';
import type { Filters } from '../../../api/schemas/offers/filters';
import { choiceControls, flagKinds } from '../fields/choices';
import type { ControlGroup, ControlLook, NumberKind } from '../fields/kinds';
import { numberByField, numberKinds } from '../fields/numbers';
import { unitWords } from '../table/columnTexts';

/** Filters that are a number, each asked for in a line of text. */
export type NumberField = Exclude<
  Extract<(typeof numberKinds)[number], { control: object }>['field'],
  'num_gpus'
>;

/** Filters that have a control of their own. */
export type FilterField = NumberField | 'num_gpus' | keyof typeof choiceControls;

/** One filter as a control above the table of offers. */
export type FilterControl = { look: ControlLook } & (
  | { input: 'names'; field: 'gpu_name' | 'geolocation' }
  | { input: 'count'; field: 'num_gpus' }
  | { input: 'number'; field: NumberField }
  | { input: 'machines'; field: 'verified' }
  | { input: 'flag'; field: 'hosting_type' }
);

const numberControls = numberKinds.flatMap((kind): FilterControl[] => {
  if (!('control' in kind)) return [];
  const { field, control: look } = kind;
  return [field === 'num_gpus' ? { input: 'count', field, look } : { input: 'number', field, look }];
});

const allControls: readonly FilterControl[] = [
  { input: 'names', field: 'gpu_name', look: choiceControls.gpu_name },
  { input: 'machines', field: 'verified', look: choiceControls.verified },
  { input: 'flag', field: 'hosting_type', look: choiceControls.hosting_type },
  { input: 'names', field: 'geolocation', look: choiceControls.geolocation },
  ...numberControls,
];

const groups: readonly ControlGroup[] = ['gpu', 'price', 'machine', 'transfer'];

/** All filters that have a control, in the order they are shown. */
export const filterControls: readonly FilterControl[] = groups.flatMap((group) =>
  allControls.filter(({ look }) => look.group === group),
);

const lookOf = new Map<string, ControlLook>(filterControls.map(({ field, look }) => [field, look]));

export const controlLabel = (field: FilterField): string => lookOf.get(field)?.label() ?? field;

/** What to type for a number. */
export const numberPrompt = (field: NumberField | 'num_gpus'): string =>
  kindOf(field).control?.prompt() ?? '';

/** The kind of a number's field, which has its units. */
export function kindOf(field: NumberField | 'num_gpus' | 'disk_space'): NumberKind {
  const kind = numberByField.get(field);
  if (!kind) throw new RangeError(`no number: ${field}`);
  return kind;
}

/** The sign and the unit beside a number that is typed without them: "≥" and "GB". */
export const signAndUnit = (kind: NumberKind): { sign: string; unit: string } => ({
  sign: kind.usual === 'gte' ? '≥' : kind.usual === 'lte' ? '≤' : '',
  unit: unitWords(typedUnit(kind)),
});

/** The unit of a number as it can be typed after it, in every language. */
export const typedUnit = ({ unit, shownUnit = unit }: NumberKind): string => shownUnit;

/** What can be chosen of the machines, with the filter that each stands for. */
export const machineChoices = (): { label: string; conditions: Filters[string] | undefined }[] => [
  { label: l10n.t('verified only'), conditions: { eq: true } },
  { label: l10n.t('include unverified'), conditions: undefined },
  { label: l10n.t('unverified only'), conditions: { eq: false } },
];

/** The filter that a flag stands for. */
export const flagCondition = (field: 'hosting_type'): Filters[string] | undefined =>
  flagKinds.find((kind) => kind.field === field)?.condition;

/** These filters with another one in the place of a field's; without it for undefined. */
export function withFilter(
  filters: Filters,
  field: string,
  conditions: Filters[string] | undefined,
): Filters {
  const { [field]: _, ...others } = filters;
  return conditions ? { ...others, [field]: conditions } : others;
}
