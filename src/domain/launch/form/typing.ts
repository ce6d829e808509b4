import * as l10n from '@vscode/l10n';
import type { LaunchField, LineControl } from './field';
import { fieldOf, fields } from './fields';
import { scriptFile } from './script';
import { type FormState, type FormView, stateOf, viewOf } from './state';
import type { FieldProblem } from '../launchRequest';
import { variablesFile } from './variables';
import type { FormOffer } from './terms';

/** The lines of text of a field by their keys: its own, or those of its parts. */
function linesOf({ key, control }: (typeof fields)[number]): [string, LineControl][] {
  if (control.kind === 'line') return [[key, control]];
  if (control.kind === 'image') return [[key, control.line]];
  return control.kind === 'volume' ? Object.entries(control.parts) : [];
}

const lines: ReadonlyMap<string, LineControl> = new Map(fields.flatMap(linesOf));

/** The state after this text was typed. A text that can't be applied is kept beside it. */
export function withTypedText(view: FormView, key: string, text: string): FormState {
  const line = lines.get(key);
  if (!line) return stateOf(view);
  const { [key]: _, ...typed } = view.typed;
  if (line.check(view, text) !== undefined) return { ...stateOf(view), typed: { ...typed, [key]: text } };
  const state = line.set(view, text);
  return { ...state, typed };
}

/** Texts that were typed and can't be applied, each with what is wrong with it. */
export function typedProblems(view: FormView): FieldProblem[] {
  return Object.entries(view.typed).flatMap(([key, text]) => {
    const field = typedField(key);
    if (!field || field.shown?.(view) === false) return [];
    const line = lineOf(view, key);
    const message = line
      ? line.check(view, text)
      : l10n.t('Something was typed here and isn’t applied yet. Open the field to finish it.');
    return message === undefined ? [] : [{ field: line ? key : field.key, message }];
  });
}

/** The field that a typed text belongs to. */
export const typedField = (key: string): LaunchField | undefined => fieldOf(tabs.get(key) ?? key);

/** The fields of texts that are edited in a tab. */
const tabs: ReadonlyMap<string, string> = new Map([
  [variablesFile, 'env'],
  [scriptFile, 'onstart'],
]);

/** Where a typed text can be applied: a part of a volume only once there is one. */
const lineOf = ({ draft }: FormState, key: string): LineControl | undefined =>
  key.startsWith('volume_info.') && !draft.volume_info ? undefined : lines.get(key);

/** The text of a line: as it was typed if it isn't applied. */
export function lineText(view: FormView, key: string): string {
  return view.typed[key] ?? lines.get(key)?.proposed(view) ?? '';
}

/** The state with every typed text that fits by now. */
export function withAppliedTexts(found: FormOffer, state: FormState): FormState {
  let applied = state;
  for (const [key, line] of lines) {
    const text = applied.typed[key];
    if (text === undefined || !lineOf(applied, key)) continue;
    const view = viewOf(found, applied);
    if (line.check(view, text) === undefined) applied = withTypedText(view, key, text);
  }
  return applied;
}
