import * as vscode from 'vscode';
import { type TaskFormat, taskFormats } from '../../domain/tasks/task';

const names: Readonly<Record<TaskFormat, string>> = { skypilot: 'SkyPilot', dstack: 'dstack' };

/** The formats to choose from. */
export const formatRows = () =>
  taskFormats.map((format) => ({
    label: names[format],
    description: vscode.l10n.t('what it has keys for, the rest in comments'),
    format,
  }));

/** Shows a file of another tool as a new document, which the person saves where it belongs. */
export async function openTask(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'yaml', content });
  await vscode.window.showTextDocument(document);
}
