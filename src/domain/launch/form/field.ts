import * as l10n from '@vscode/l10n';
import type { LaunchDraft } from '../launchDraft';
import { type FormState, type FormView, problemsOf, withField } from './state';

/** One line of text that is checked while it is typed. */
export interface LineControl {
  kind: 'line';
  /** What to enter. */
  prompt: (view: FormView) => string;
  placeholder?: string;
  /** The text to begin with. */
  proposed: (view: FormView) => string;
  /** What is wrong with a typed text, as a sentence. */
  check: (view: FormView, text: string) => string | undefined;
  /** The state with a text that the check accepts. */
  set: (view: FormView, text: string) => FormState;
}

/** Something that is on or off. */
export interface FlagControl {
  kind: 'flag';
  isOn: (view: FormView) => boolean;
  set: (view: FormView, on: boolean) => FormState;
}

/** One of a few values. */
export interface ChoiceControl {
  kind: 'choice';
  options: readonly { value: string; label: string; detail: string }[];
  chosen: (view: FormView) => string | undefined;
  /** Does nothing for a value that isn't an option. */
  set: (view: FormView, value: string) => FormState;
}

/** How a field is edited. Those with only a name need more than the form itself: lists, files or the secret storage. */
export type Control =
  | LineControl
  | FlagControl
  | ChoiceControl
  | { kind: 'image' | 'volume' | 'template' | 'script' | 'variables' | 'login' };

/** One row of the launch form. */
export interface LaunchField {
  /** The creation field's name, or our own if it isn't in the specification. */
  key: string;
  icon: string;
  label: string;
  /** The title of what asks for it, if it isn't the label. */
  title?: string;
  /** Its group. Rows of one group are shown together. */
  group: string;
  /** Whether it applies to the current choices; always if missing. */
  shown?: (view: FormView) => boolean;
  /** The resulting value as text. */
  value: (view: FormView) => string;
  control: Control;
}

/** The groups of the form, in their order. */
export const groups = {
  runs: l10n.t('what runs'),
  reach: l10n.t('how to reach it'),
  storage: l10n.t('storage'),
  terms: l10n.t('terms'),
};

/** A value with its origin, unless it is from the person. */
export function withOrigin({ resolved, template }: FormView, field: string, value: string): string {
  return template && resolved.origins[field] === 'template'
    ? l10n.t('{0} · from the template', value)
    : value;
}

/** The problem of one field if it had this value, from the check of the whole launch. */
export function problemWith<K extends keyof LaunchDraft>(
  view: FormView,
  field: K,
  value: LaunchDraft[K] | undefined,
): string | undefined {
  const problems = problemsOf(view.found, withField(view, field, value));
  return problems.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))
    ?.message;
}

/** The state without texts that were typed but not applied. */
export function withoutTyped<T extends FormState>(state: T, isMeant: (key: string) => boolean): T {
  const typed = Object.fromEntries(Object.entries(state.typed).filter(([key]) => !isMeant(key)));
  return { ...state, typed };
}

/** The state with a text that a line's check accepts, and nothing left of what was typed there. */
export const withLine = ({ set }: LineControl, view: FormView, key: string, text: string): FormState =>
  withoutTyped(set(view, text), (name) => name === key);

/** The fields of a launch whose values are of one type. */
type KeysOf<T> = {
  [K in keyof LaunchDraft]-?: [T, NonNullable<LaunchDraft[K]>] extends [NonNullable<LaunchDraft[K]>, T]
    ? K
    : never;
}[keyof LaunchDraft];
type TextKey = KeysOf<string>;
type FlagKey = KeysOf<boolean>;
type NumberKey = KeysOf<number>;

type Common = Omit<LaunchField, 'key' | 'value' | 'control'>;

/** A field with one line of text; an empty text removes it. */
export function textField(
  key: TextKey,
  common: Common,
  texts: { prompt: string; empty: string },
): LaunchField {
  return {
    ...common,
    key,
    value: (view) => withOrigin(view, key, view.resolved.values[key] ?? '') || texts.empty,
    control: {
      kind: 'line',
      prompt: () => texts.prompt,
      placeholder: texts.empty,
      proposed: (view) => view.resolved.values[key] ?? '',
      check: (view, text) => problemWith(view, key, text.trim()),
      set: (view, text) => withField(view, key, text.trim()),
    },
  };
}

/** A field that is on or off. */
export function flagField(key: FlagKey, common: Common, words: { on: string; off: string }): LaunchField {
  return {
    ...common,
    key,
    value: (view) => withOrigin(view, key, view.resolved.values[key] ? words.on : words.off),
    control: {
      kind: 'flag',
      isOn: (view) => view.resolved.values[key] === true,
      // Only a template's value has to be turned off explicitly.
      set: (view, on) => withField(view, key, on || view.template ? on : undefined),
    },
  };
}

/** A number that is checked while it is typed. An empty text goes back to the template's or the service's value. */
export function numberField(
  key: NumberKey,
  common: Common,
  texts: {
    prompt: (view: FormView) => string;
    value: (view: FormView) => string;
    read: (text: string) => { value?: number; problem?: string | undefined };
  },
): LaunchField {
  return {
    ...common,
    key,
    value: (view) => withOrigin(view, key, texts.value(view)),
    control: {
      kind: 'line',
      prompt: texts.prompt,
      proposed: (view) => String(view.resolved.values[key] ?? ''),
      check: (view, text) => {
        if (text.trim() === '' && view.template) return undefined;
        const { value, problem } = texts.read(text);
        return problem ?? problemWith(view, key, value);
      },
      set: (view, text) => withField(view, key, texts.read(text).value),
    },
  };
}

/** A field with a few values to choose from. */
export function choiceField<K extends 'runtype' | 'target_state'>(
  key: K,
  common: Common,
  values: readonly NonNullable<LaunchDraft[K]>[],
  words: (value: NonNullable<LaunchDraft[K]>) => { label: string; detail: string },
  missing: string,
): LaunchField {
  const current = (view: FormView): LaunchDraft[K] => view.resolved.values[key];
  return {
    ...common,
    key,
    value: (view) => {
      const value = current(view);
      return value ? withOrigin(view, key, words(value).label) : missing;
    },
    control: {
      kind: 'choice',
      options: values.map((value) => ({ value, ...words(value) })),
      chosen: current,
      set: (view, wanted) => withField(view, key, values.find((value) => value === wanted) ?? current(view)),
    },
  };
}
