import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { type LaunchField, withoutTyped } from '../../domain/launch/form/field';
import { fieldOf } from '../../domain/launch/form/fields';
import type { FormState, FormView } from '../../domain/launch/form/state';
import { typedField } from '../../domain/launch/form/typing';
import type { LaunchSecrets } from '../../stores/launch/launchSecrets';
import { withoutHeld } from './fields/field';

export interface FieldRow extends vscode.QuickPickItem {
  key: string;
}

/** A row for each of these fields that applies, with its value and its problem, in their groups. */
export function fieldRows(view: FormView, fields: readonly LaunchField[]): FieldRow[] {
  let group = '';
  return fields
    .filter((field) => field.shown?.(view) ?? true)
    .flatMap((field): FieldRow[] => {
      const problem = view.problems.find((one) => fieldOf(one.field) === field);
      const row: FieldRow = {
        key: field.key,
        label: `$(${problem ? 'warning' : field.icon}) ${field.label}`,
        description: plainText(field.value(view)),
        ...(problem ? { detail: plainText(problem.message) } : {}),
      };
      if (field.group === group) return [row];
      group = field.group;
      return [{ key: '', label: group, kind: vscode.QuickPickItemKind.Separator }, row];
    });
}

/** Who goes back from a field does not want what was typed in it. */
export async function withoutTextsOf(
  before: FormState,
  field: LaunchField,
  secrets: LaunchSecrets,
): Promise<FormState> {
  const isOfField = (key: string): boolean => typedField(key) === field;
  let state = before;
  for (const key of Object.keys(state.typed).filter(isOfField))
    state = await withoutHeld(state, secrets, key);
  return withoutTyped(state, isOfField);
}
