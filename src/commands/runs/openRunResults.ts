import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Services } from '../../prompts/services';
import type { Call } from '../call';
import { targetRun } from './runTargets';

/** Shows the folder with the results of a run: in the Explorer if it is in the workspace, else in the system's. */
export async function openRunResults(services: Services, call: Call): Promise<undefined> {
  const title = vscode.l10n.t('Open Results');
  const target = await targetRun(services, call, title, ({ fetchedAt }) => fetchedAt !== undefined);
  if (!target) return undefined;
  const { results, fetchedAt, name } = target.run;
  if (fetchedAt === undefined)
    throw new LocalError('nothing_suits', vscode.l10n.t('The results of {0} aren’t here yet.', name));
  const uri = vscode.Uri.file(results);
  const isOpen = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isOpen ? 'revealInExplorer' : 'revealFileInOS', uri);
  return undefined;
}
