import * as vscode from 'vscode';
import { idOfAlias } from '../ssh/alias';
import type { InstanceStore } from '../stores/instanceStore';
import type { SshEntries } from './sshEntries';

/** Milliseconds for which a window may be held up until its entry is up to date. */
const patience = 8000;

/**
 * In a window that was opened on one of our names, such as from the list of recent folders, the instance may have
 * another port by now: its entry is brought up to date before the window connects. Other windows are not held up.
 */
export async function followWindow(
  signedIn: Promise<void>,
  instances: InstanceStore,
  entries: SshEntries,
): Promise<void> {
  if (!isOnInstance()) return;
  const update = signedIn.then(async () => {
    await instances.refresh();
    await entries.sync({ always: true });
  });
  // What fails here shows in the view and is tried again by the next poll.
  await Promise.race([
    update.catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]);
}

/** The window's folder tells, because the remote authority itself is not open to extensions. */
function isOnInstance(): boolean {
  const uris = [
    ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
    vscode.workspace.workspaceFile,
  ];
  return uris.some((uri) => {
    const [kind, host = ''] = uri?.authority.split('+') ?? [];
    return kind === 'ssh-remote' && idOfAlias(host) !== undefined;
  });
}
