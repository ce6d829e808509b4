import type * as vscode from 'vscode';
import { PersonCall } from '../../ask/personCall';
import { callCommand } from '../../commandNames';
import { InstanceNode } from './instanceNodes';

/** Copies files that were dragged onto the row of an instance, after the question of the command. */
export async function dropFiles(row: unknown, dropped: vscode.DataTransfer): Promise<void> {
  if (!(row instanceof InstanceNode)) return;
  const listed = (await dropped.get('text/uri-list')?.asString()) ?? '';
  const files = [...dropped].flatMap(([, item]) => item.asFile()?.uri?.toString() ?? []);
  const from = new Set([
    ...listed.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#')),
    ...files,
  ]);
  if (from.size > 0)
    await callCommand('copyToInstance', new PersonCall({ instanceId: row.instanceId, from: [...from] }));
}
