import * as l10n from '@vscode/l10n';
import type { FieldProblem } from '../launchRequest';
import { variablesFile } from './env';
import { type LaunchField, withLine } from './field';
import { fieldOf, fields } from './fields';
import { scriptFile } from './script';
import { type FormOffer, type FormState, type FormView, viewOf } from './state';

/** The fields of texts that are edited in a tab. */
const tabs: ReadonlyMap<string, string> = new Map([
  [variablesFile, 'env'],
  [scriptFile, 'onstart'],
]);

/** The field that a typed text belongs to. */
export const typedField = (key: string): LaunchField | undefined => fieldOf(tabs.get(key) ?? key);

/** The view in which a text that was typed and can't be applied is a problem of its field. */
export function withTypedProblems(view: FormView): FormView {
  const typed = typedProblems(view);
  const keys = new Set(typed.map(({ field }) => field));
  return { ...view, problems: [...typed, ...view.problems.filter(({ field }) => !keys.has(field))] };
}

function typedProblems(view: FormView): FieldProblem[] {
  return Object.entries(view.typed).flatMap(([key, text]) => {
    const field = typedField(key);
    if (!field || field.shown?.(view) === false) return [];
    const message =
      field.control.kind === 'line'
        ? field.control.check(view, text)
        : l10n.t('Something was typed here and isn’t applied yet. Open the field to finish it.');
    return message === undefined ? [] : [{ field: field.key, message }];
  });
}

/** The state with every typed text that fits by now. */
export function withAppliedTexts(found: FormOffer, state: FormState): FormState {
  let applied = state;
  for (const { key, control } of fields) {
    const text = applied.typed[key];
    if (control.kind !== 'line' || text === undefined) continue;
    const view = viewOf(found, applied);
    if (control.check(view, text) === undefined) applied = withLine(control, view, key, text);
  }
  return applied;
}
