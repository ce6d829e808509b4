import * as vscode from 'vscode';
import { type TaskFormat, taskFormats } from '../../domain/runs/taskFile';
import { pick } from '../steps';

const names: Readonly<Record<TaskFormat, string>> = { skypilot: 'SkyPilot', dstack: 'dstack' };

/** Asks for the format of an export. Undefined if the person closed the question. */
export async function pickFormat<T extends string = never>(
  title: string,
  own: readonly (vscode.QuickPickItem & { format: T })[] = [],
): Promise<TaskFormat | T | undefined> {
  const others = taskFormats.map((format) => ({
    label: names[format],
    description: vscode.l10n.t('what it has no key for stands in comments'),
    format,
  }));
  const step = await pick<vscode.QuickPickItem & { format: TaskFormat | T }>([...own, ...others], {
    title,
    placeholder: vscode.l10n.t('Select a format'),
  });
  return step.kind === 'done' ? step.value.item?.format : undefined;
}

/** Shows a file of another tool as a new document, which the person saves where it belongs. */
export async function openTask(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'yaml', content });
  await vscode.window.showTextDocument(document);
}
