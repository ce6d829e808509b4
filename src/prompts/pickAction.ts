import * as vscode from 'vscode';
import { pick } from './steps';

/** A row that does something. */
export type Action = vscode.QuickPickItem & { run: () => Thenable<unknown> };

/** Shows the actions for one thing and does the selected one. `back`: the person wants the list before it again. */
export async function pickAction(
  title: string,
  actions: readonly Action[],
  placeholder: string = vscode.l10n.t('Select an action'),
): Promise<'done' | 'back'> {
  const step = await pick<Action>(actions, { title, placeholder, back: true });
  if (step.kind === 'back') return 'back';
  if (step.kind === 'done') await step.value.item?.run();
  return 'done';
}
