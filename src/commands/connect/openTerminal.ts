import * as vscode from 'vscode';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { shellTerminal } from './shellTerminal';

/** Opens a shell on an instance in a terminal of this window. */
export async function openTerminal(services: Services, call: Call): Promise<{ alias: string } | undefined> {
  const options = await shellTerminal(services, call, vscode.l10n.t('Open in Terminal'));
  if (!options) return undefined;
  vscode.window.createTerminal(options).show();
  return { alias: options.name };
}
