import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { showStatus } from '../../ask/notify';
import { type Call, read } from '../call';

/** Copies the text of one or several selected rows below an instance or a template. */
export async function copyDetail(_services: unknown, call: Call): Promise<{ text: string }> {
  const text = read(call.arguments, 'text', z.string());
  await vscode.env.clipboard.writeText(text);
  if (call.interactive) showStatus('check', vscode.l10n.t('Copied'), 3000);
  return { text };
}
