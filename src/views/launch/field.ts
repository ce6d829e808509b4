import * as vscode from 'vscode';
import type { LaunchDraft } from '../../domain/launchDraft';
import { parseReference, printReference } from '../../domain/secretReference';
import type { AccountStore } from '../../stores/accountStore';
import type { LaunchSecrets } from '../../stores/launchSecrets';
import type { LaunchStore } from '../../stores/launchStore';
import type { TemplateStore } from '../../stores/templateStore';
import { ask, type InputOptions, pick, type Step } from '../wizard/steps';
import type { EditorTabs } from './editorTabs';
import { type FormState, type FormView, problemsOf, withField } from './formState';

/** What the launch form works with. */
export interface LaunchServices {
  accounts: AccountStore;
  templates: TemplateStore;
  launches: LaunchStore;
  launchSecrets: LaunchSecrets;
  editors: EditorTabs;
}

export interface FieldTools {
  services: LaunchServices;
  /** Keeps what is typed into an input until it is taken over. */
  keepTyped: (field: string, text: string) => Promise<void>;
}

/** One row of the launch form. */
export interface Field {
  /** The creation field's name, or our own for what lies beyond the specification. */
  key: string;
  icon: string;
  label: string;
  /** What it belongs to; rows of one group stand together. */
  group: string;
  /** Whether it fits what is chosen; always when missing. */
  shown?: (view: FormView) => boolean;
  /** The value as it will be, in words. */
  value: (view: FormView) => string;
  edit: (view: FormView, tools: FieldTools) => Promise<Step<FormState>>;
}

export const done = (state: FormState): Step<FormState> => ({ kind: 'done', value: state });

export const titleOf = (label: string): string => vscode.l10n.t('Rent: {0}', label);

/** The same step, its answer changed. */
export function mapStep<T, U>(step: Step<T>, change: (value: T) => U): Step<U> {
  return step.kind === 'done' ? { kind: 'done', value: change(step.value) } : step;
}

/** A value with its origin, where that is not the person. */
export function withOrigin({ resolved, template }: FormView, field: string, value: string): string {
  return template && resolved.origins[field] === 'template'
    ? vscode.l10n.t('{0} · from the template', value)
    : value;
}

/** What the check of the whole launch would say about one field if it had this value. */
export function problemWith<K extends keyof LaunchDraft>(
  view: FormView,
  field: K,
  value: LaunchDraft[K] | undefined,
): string | undefined {
  const problems = problemsOf(view.found, withField(view, field, value));
  return problems.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))
    ?.message;
}

/** An input whose text is kept from the first letter on. */
export function askKept(
  view: FormView,
  { keepTyped }: FieldTools,
  key: string,
  options: InputOptions,
): Promise<Step<string>> {
  return ask({
    back: true,
    ...options,
    value: view.typed[key] ?? options.value ?? '',
    onType: (text) => void keepTyped(key, text),
  });
}

/** Names in secret storage under which such text waits. */
const heldScope = 'form/typed/';

/**
 * The same for text that may be secret: when the input is closed, it waits in secret storage, and the form remembers
 * only that it does.
 */
export async function askHeld(
  view: FormView,
  { services: { launchSecrets }, keepTyped }: FieldTools,
  key: string,
  options: InputOptions,
): Promise<Step<string>> {
  const reference = parseReference(view.typed[key] ?? '');
  const held = reference && (await launchSecrets.get(reference.secret));
  const { value = '' } = options;
  let text = held ?? value;
  const step = await ask({ back: true, ...options, value: text, onType: (typed) => void (text = typed) });
  if (step.kind !== 'done' && text !== value) {
    const wanted = `${heldScope}${key.replace(/[^\w.:/ -]/g, '_')}`.slice(0, 190);
    // Another window may hold a text of its own.
    const secret = reference?.secret ?? (await launchSecrets.freeName(wanted, text));
    await launchSecrets.set(secret, text);
    await keepTyped(key, printReference({ secret }));
  }
  return step;
}

/** The state once a text has been taken over, or all of them have. */
export async function withoutHeld<T extends FormState>(
  state: T,
  launchSecrets: LaunchSecrets,
  key?: string,
): Promise<T> {
  const typed: Record<string, string> = {};
  for (const [name, text] of Object.entries(state.typed)) {
    const secret = parseReference(text)?.secret;
    if (secret?.startsWith(heldScope) && (key === undefined || name === key))
      await launchSecrets.delete(secret);
    else typed[name] = text;
  }
  return { ...state, typed };
}

type TextKey = 'label' | 'args_str' | 'jupyter_dir';
type FlagKey = 'use_jupyter_lab' | 'python_utf8' | 'lang_utf8' | 'cancel_unavail' | 'vm';
type NumberKey = 'disk' | 'price';

type Common = Pick<Field, 'icon' | 'label' | 'group' | 'shown'>;

/** A field of one line of text; empty leaves it out. */
export function textField(key: TextKey, common: Common, texts: { prompt: string; empty: string }): Field {
  return {
    ...common,
    key,
    value: (view) => withOrigin(view, key, view.resolved.values[key] ?? '') || texts.empty,
    edit: async (view, tools) => {
      const step = await askKept(view, tools, key, {
        title: titleOf(common.label),
        prompt: texts.prompt,
        value: view.resolved.values[key] ?? '',
        validate: (text) => problemWith(view, key, text.trim()),
      });
      return mapStep(step, (text) => withField(view, key, text.trim()));
    },
  };
}

/** A field that Enter switches over. */
export function flagField(key: FlagKey, common: Common, words: { on: string; off: string }): Field {
  return {
    ...common,
    key,
    value: (view) => withOrigin(view, key, view.resolved.values[key] ? words.on : words.off),
    edit: (view) => {
      const wanted = !view.resolved.values[key];
      // Only a template has something to switch off.
      const value = wanted || view.template ? wanted : undefined;
      return Promise.resolve(done(withField(view, key, value)));
    },
  };
}

/** A number that is checked while it is typed; empty goes back to the template or the service's own. */
export function numberField(
  key: NumberKey,
  common: Common,
  texts: {
    prompt: (view: FormView) => string;
    value: (view: FormView) => string;
    proposed: (view: FormView) => string;
    read: (text: string) => { value?: number; problem?: string };
  },
): Field {
  return {
    ...common,
    key,
    value: (view) => withOrigin(view, key, texts.value(view)),
    edit: async (view, tools) => {
      const step = await askKept(view, tools, key, {
        title: titleOf(common.label),
        prompt: texts.prompt(view),
        value: texts.proposed(view),
        validate: (text) => {
          if (text.trim() === '' && view.template) return undefined;
          const { value, problem } = texts.read(text);
          return problem ?? problemWith(view, key, value);
        },
      });
      return mapStep(step, (text) => withField(view, key, texts.read(text).value));
    },
  };
}

/** A field with a few values, one of which is picked. */
export function choiceField<K extends 'runtype' | 'target_state'>(
  key: K,
  common: Common,
  values: readonly NonNullable<LaunchDraft[K]>[],
  words: (value: NonNullable<LaunchDraft[K]>) => { label: string; detail: string },
  missing: string,
): Field {
  const current = (view: FormView): LaunchDraft[K] => view.resolved.values[key];
  return {
    ...common,
    key,
    value: (view) => {
      const value = current(view);
      return value ? withOrigin(view, key, words(value).label) : missing;
    },
    edit: async (view) => {
      const rows = values.map((value) => ({ value, description: value, ...words(value) }));
      const step = await pick(rows, {
        title: titleOf(common.label),
        back: true,
        active: ({ value }) => value === current(view),
      });
      return mapStep(step, ({ item }) => withField(view, key, item?.value ?? current(view)));
    },
  };
}
