import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { aliasOf } from '../../ssh/alias';
import { signedIn } from '../../stores/signedIn';
import { type Call, read } from '../call';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { knownInstance, targetInstance } from './targetInstance';
import type { Services } from '../services';

const usualLines = 1000;

/** The last `lines` lines of an instance's container log: as text for a program, in a tab for a person. */
export async function showLogs(services: Services, call: Call): Promise<{ text: string } | undefined> {
  const lines = read(call.arguments, 'lines', z.optional(z.int().check(z.positive()))) ?? usualLines;
  const id = await targetInstance(services, call, vscode.l10n.t('Show Logs'));
  if (id === undefined) return undefined;
  // For a missing instance, the answer would look like missing logs.
  await knownInstance(services, id);
  const client = signedIn(services.accounts);
  const raw = await withCancellableProgress(
    vscode.l10n.t('Waiting for the log of instance {0}', id),
    ({ signal }) => services.features.use('logs', () => client.instances.readLog(id, lines, { signal })),
  );
  if (raw === undefined) return undefined;
  const text = stripVTControlCharacters(raw);
  if (call.interactive) await showAtItsEnd(services, `${aliasOf(id)}.log`, text);
  return { text };
}

async function showAtItsEnd({ texts }: Services, name: string, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(texts.put(name, text));
  const end = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}
