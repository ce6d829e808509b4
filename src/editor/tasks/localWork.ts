import * as path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../api/cancelled';
import { LocalError } from '../../api/localError';
import { CallFor } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import { counted, formatBytes, formatNumber } from '../../domain/format';

/** Sends the task's folder and starts its task file there. Resolves to the run's id. @throws CancelledError, LocalError */
export async function startRunOf(
  task: vscode.TaskScope | vscode.WorkspaceFolder,
  instanceId: number,
  file: string,
): Promise<string> {
  const folder = folderOf(task);
  const argument = { folder, task: path.resolve(folder, file), instanceId };
  const run = await callCommand<{ runId: string } | undefined>('runOnGpu', new CallFor('task', argument));
  if (!run) throw new CancelledError();
  return run.runId;
}

/** Copies files of the task's folder. Resolves to how it ended, in words. @throws CancelledError, LocalError */
export async function copyFor(
  task: vscode.TaskScope | vscode.WorkspaceFolder,
  instanceId: number,
  { from, to }: { from: readonly string[]; to: string | undefined },
): Promise<string> {
  const folder = folderOf(task);
  const files = from.map((file) => path.resolve(folder, file));
  const argument = { instanceId, from: files, ...(to === undefined ? {} : { to }) };
  const copied = await callCommand<{ sent: number; unchanged: number; bytes: number } | undefined>(
    'copyToInstance',
    new CallFor('task', argument),
  );
  if (!copied) throw new CancelledError();
  return counted(
    copied.sent,
    vscode.l10n.t(
      'Copied {0} file ({1}); {2} were there already.|Copied {0} files ({1}); {2} were there already.',
    ),
    formatBytes(copied.bytes),
    formatNumber(copied.unchanged),
  );
}

function folderOf(scope: vscode.TaskScope | vscode.WorkspaceFolder): string {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const uri = typeof scope === 'object' ? scope.uri : first?.uri;
  if (uri?.scheme !== 'file')
    throw new LocalError('not_possible', vscode.l10n.t('Open a folder of this computer first.'));
  return uri.fsPath;
}
