import type { LineControl } from './field';
import { fields } from './fields';
import { type FormState, type FormView, stateOf, viewOf } from './state';
import type { FieldProblem } from '../launchRequest';
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
  return [...lines].flatMap(([field, line]) => {
    const text = view.typed[field];
    const message = text === undefined ? undefined : line.check(view, text);
    return message === undefined ? [] : [{ field, message }];
  });
}

/** The text of a line: as it was typed if it isn't applied. */
export function lineText(view: FormView, key: string): string {
  return view.typed[key] ?? lines.get(key)?.proposed(view) ?? '';
}

/** The state with every typed text that fits by now. */
export function withAppliedTexts(found: FormOffer, state: FormState): FormState {
  let applied = state;
  for (const [key, line] of lines) {
    const text = applied.typed[key];
    if (text === undefined) continue;
    const view = viewOf(found, applied);
    if (line.check(view, text) === undefined) applied = withTypedText(view, key, text);
  }
  return applied;
}
