import type { Services } from '../../services';
import * as vscode from 'vscode';
import type { LaunchField } from '../../../domain/launch/form/field';
import type { FormState, FormView } from '../../../domain/launch/form/state';
import { parseReference, printReference } from '../../../domain/secretReference';
import type { LaunchSecrets } from '../../../stores/launch/launchSecrets';
import { ask, type InputOptions, type Step } from '../../steps';

export interface FieldTools {
  services: Services;
  /** Keeps text typed into an input until it is applied. */
  keepTyped: (field: string, text: string) => Promise<void>;
  /** What the instance has that is changed, if nothing is rented. */
  changes?: { image: string };
}

export const done = (state: FormState): Step<FormState> => ({ kind: 'done', value: state });

export const titleOf = (
  { label, title = label }: Pick<LaunchField, 'label' | 'title'>,
  { changes }: Pick<FieldTools, 'changes'> = {},
): string => (changes ? vscode.l10n.t('Change: {0}', title) : vscode.l10n.t('Rent: {0}', title));

/** The same step with another answer. */
export function mapStep<T, U>(step: Step<T>, change: (value: T) => U): Step<U> {
  return step.kind === 'done' ? { kind: 'done', value: change(step.value) } : step;
}

/** An input whose text is kept while it is typed. */
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

/** Names in the secret storage for such text. */
const heldScope = 'form/typed/';

/**
 * The same for text that may be secret: when the input is closed, the text is kept in the secret storage, and the form
 * only remembers that.
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
    // Another window may have its own text.
    const secret = reference?.secret ?? (await launchSecrets.freeName(wanted, text));
    await launchSecrets.set(secret, text);
    await keepTyped(key, printReference({ secret }));
  }
  return step;
}

/** The state after one text, or all of them, were applied. */
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
