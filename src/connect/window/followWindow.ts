import * as vscode from 'vscode';
import { type Clock, pauseFor } from '../../clock';
import { idOfAlias } from '../../ssh/alias';
import type { AccountStore } from '../../stores/account/accountStore';
import type { SnapshotFiles } from '../../stores/instances/snapshotFiles';
import type { SshEntries } from '../entries/sshEntries';
import { ignore, type Log } from '../../log/log';

export interface FollowServices {
  ready: Promise<void>;
  accounts: AccountStore;
  snapshots: SnapshotFiles;
  sshEntries: SshEntries;
  clock: Clock;
  log: Log;
}

/** How long a window may wait until its entry is up to date, in milliseconds. */
const patience = 8000;

/**
 * A window on one of our host names, for example from the list of recent folders, may be for an instance that now has
 * another port. Updates its entry before the window connects. Other windows don't wait.
 */
export async function followWindow(services: FollowServices, opened = foldersOfWindow()): Promise<void> {
  const id = instanceOf(opened);
  if (id === undefined) return;
  const why = 'the view shows it, and the next poll tries again';
  const update = listAgain(services, id).catch(ignore(services.log, why));
  await Promise.race([update, pauseFor(services.clock, patience)]);
}

/** Loads the list of the instance's account, which may not be the one in use. */
async function listAgain(
  { ready, accounts, snapshots, sshEntries, clock }: FollowServices,
  id: number,
): Promise<void> {
  await ready;
  for (const account of accounts.accounts) {
    const snapshot = await snapshots.read(account.id);
    if (!snapshot?.instances.some((instance) => instance.id === id)) continue;
    const at = clock.now();
    await snapshots.write(account.id, {
      at,
      instances: await accounts.clientOf(account.id).instances.list(),
    });
  }
  await sshEntries.sync();
}

/** Whether this window was opened on one of our instances. */
export const isOnInstance = (): boolean => instanceOfWindow() !== undefined;

/** The instance that this window was opened on; undefined for another window, and for one without a folder. */
export const instanceOfWindow = (): number | undefined =>
  instanceOf(foldersOfWindow()) ?? instanceOfMachine(process.env);

/**
 * Where the editor has no extension host on the person's computer (a browser), this extension runs on the instance.
 * Its folders are local ones then, but the service tells each instance its own id.
 */
export function instanceOfMachine(environment: NodeJS.ProcessEnv): number | undefined {
  if (vscode.env.remoteName !== 'ssh-remote') return undefined;
  // Else the environment is that of the person's computer.
  const own = vscode.extensions.getExtension('gpu-rental.gpu-rental');
  if (own?.extensionKind !== vscode.ExtensionKind.Workspace) return undefined;
  const id = environment.CONTAINER_ID ?? environment.VAST_CONTAINERLABEL?.replace(/^C\./, '');
  return id === undefined ? undefined : idOfAlias(`gpu-${id}`);
}

/** Uses the window's folder, because extensions can't read the remote authority. */
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
