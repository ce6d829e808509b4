import * as vscode from 'vscode';
import { idOfAlias } from '../ssh/alias';
import type { AccountStore } from '../stores/accountStore';
import type { SnapshotFiles } from '../stores/snapshotFiles';
import type { SshEntries } from './sshEntries';

export interface FollowServices {
  ready: Promise<void>;
  accounts: AccountStore;
  snapshots: SnapshotFiles;
  sshEntries: SshEntries;
}

/** Milliseconds for which a window may be held up until its entry is up to date. */
const patience = 8000;

/**
 * In a window that was opened on one of our names, such as from the list of recent folders, the instance may have
 * another port by now: its entry is brought up to date before the window connects. Other windows are not held up.
 */
export async function followWindow(services: FollowServices, opened = foldersOfWindow()): Promise<void> {
  const id = instanceOf(opened);
  if (id === undefined) return;
  // What fails here shows in the view and is tried again by the next poll.
  const update = listAgain(services, id).catch(() => undefined);
  await Promise.race([update, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** Lists the account that the instance belongs to, which need not be the one in use. */
async function listAgain(
  { ready, accounts, snapshots, sshEntries }: FollowServices,
  id: number,
): Promise<void> {
  await ready;
  for (const account of accounts.accounts) {
    const snapshot = await snapshots.read(account.id);
    if (!snapshot?.instances.some((instance) => instance.id === id)) continue;
    const at = Date.now();
    await snapshots.write(account.id, { at, instances: await accounts.clientOf(account.id).listInstances() });
  }
  await sshEntries.sync();
}

/** The window's folder tells, because the remote authority itself is not open to extensions. */
function foldersOfWindow(): vscode.Uri[] {
  const { workspaceFolders = [], workspaceFile } = vscode.workspace;
  return [...workspaceFolders.map(({ uri }) => uri), ...(workspaceFile ? [workspaceFile] : [])];
}

function instanceOf(opened: readonly vscode.Uri[]): number | undefined {
  for (const { authority } of opened) {
    const [kind, host = ''] = authority.split('+');
    const id = kind === 'ssh-remote' ? idOfAlias(host) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}
